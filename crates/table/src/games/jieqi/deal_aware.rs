//! Engines that are shown the deal, to measure the cost of hidden information. Only the arena may use them: nothing
//! here is reachable from a match, a study or a rulebook, and `cargo xtask tidy` checks which crates name this
//! module.

use eval::jieqi::Hce;
use game::{Game, Line, Message};
use jieqi::{Jieqi, PerfectInfoPosition, Piece, Position, Square};
use search::plain::determinized_line;
use search::{Control, Engine as _, Limits, PvsEngine};

use super::deal::draw;
use crate::engines::{EngineResources, SearchReport};
use crate::erased::study::Study;
use crate::play::event::Created;
use crate::play::hidden_info::Secret;

/// Engine that knows the deal of the one match it was created for.
pub trait DealAwareEngine: Send {
    /// Searches the study's last position with all pieces known. Of the limits, depth, nodes and times apply.
    fn think(
        &mut self,
        study: &dyn Study,
        limits: &Limits<String>,
        control: &Control,
    ) -> Result<SearchReport, Message>;
}

/// Creates the deal-aware engine of a match; an error for a game without a deal.
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
    let deal = draw(&root, secret)?;
    Ok(Box::new(JieqiWithDeal {
        champion: PvsEngine::new(Hce::new(), resources.hash, resources.threads),
        pieces: deal.reveal(),
    }))
}

/// Champion of jieqi with every piece known.
struct JieqiWithDeal {
    champion: PvsEngine<Hce>,
    pieces: Vec<(Square, Piece)>,
}

impl DealAwareEngine for JieqiWithDeal {
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
        let open = determinized_line(line, |here| PerfectInfoPosition::new(here.clone(), &self.pieces));
        let info = self.champion.think(&open, &limits, control, &mut |_| {}).convert();
        Ok(SearchReport::of::<Jieqi>(line, &info))
    }
}
