//! Players that are shown the deal, for measuring how much not knowing it costs. Only the arena may ask for one: nothing
//! here can be reached from a match, a study or a rulebook, and `cargo xtask tidy` watches who names this room.

use eval::jieqi::Hce;
use game::{Game, Line, Message, ToMessage as _};
use jieqi::{Deal, Jieqi, Nonces, PerfectInfoPosition, Piece, Position, Seed, Square};
use search::plain::determinized_line;
use search::{Control, Engine as _, Limits, PvsEngine};

use crate::engines::{EngineResources, SearchReport};
use crate::event::Created;
use crate::hidden_info::Secret;
use crate::study::Study;

/// A player that knows the deal of the one match it was made for.
pub trait DealAwareEngine: Send {
    /// Thinks about the study's last position, knowing what lies where. Of the limits depth, nodes and times count.
    fn think(
        &mut self,
        study: &dyn Study,
        limits: &Limits<String>,
        control: &Control,
    ) -> Result<SearchReport, Message>;
}

/// The seer of a match; a game without a deal has none.
pub fn deal_aware_engine(
    created: &Created,
    secret: &Secret,
    resources: EngineResources,
) -> Result<Box<dyn DealAwareEngine>, Message> {
    if created.game != Jieqi::spec().name {
        return Err(Message::new("engine_other_game").text("game", &created.game));
    }
    let options: Vec<(&str, &str)> =
        created.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let rules = Jieqi::rules(&options)?;
    let root = match &created.setup {
        Some(text) => Jieqi::read_position(text, &rules)?.position,
        None => Jieqi::start(&rules),
    };
    let seed = <[u8; 32]>::try_from(secret.seed.as_slice())
        .map_err(|_| Message::new("deal_seed_length").number("count", secret.seed.len()))?;
    let nonces = Nonces { first: &secret.nonces[0], second: &secret.nonces[1] };
    let deal = Deal::draw(&Seed::new(seed), nonces, &root).map_err(|error| error.message())?;
    Ok(Box::new(Told {
        champion: PvsEngine::new(Hce::new(), resources.hash, resources.threads),
        pieces: deal.reveal(),
    }))
}

/// A champion of jieqi with every piece known.
struct Told {
    champion: PvsEngine<Hce>,
    pieces: Vec<(Square, Piece)>,
}

impl DealAwareEngine for Told {
    fn think(
        &mut self,
        study: &dyn Study,
        limits: &Limits<String>,
        control: &Control,
    ) -> Result<SearchReport, Message> {
        let line = study
            .line()
            .downcast_ref::<Line<Position>>()
            .ok_or_else(|| Message::new("engine_other_game").text("game", study.spec().name))?;
        let limits = Limits {
            depth: limits.depth,
            nodes: limits.nodes,
            time: limits.time,
            clocks: limits.clocks,
            overhead: limits.overhead,
            seed: limits.seed,
            ..Limits::default()
        };
        let told = determinized_line(line, |here| PerfectInfoPosition::new(here.clone(), &self.pieces));
        let info = self.champion.think(&told, &limits, control, &mut |_| {}).convert();
        Ok(SearchReport::of::<Jieqi>(line, &info))
    }
}
