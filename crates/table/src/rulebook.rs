//! A game behind one door: opened by name, spoken to in text.

use std::marker::PhantomData;

use game::{Game, GameSpec, Line, Message, Notation, Options, Side};
use record::{MoveText, RawGame, ReadLimits, StopCheck};
use search::Control;
use search::mate::ProofProgress;

use crate::engines::{AnyEngine, EngineFactory, EngineResources, EngineSpec, LevelRating, TypedEngine};
use crate::event::Created;
use crate::hidden_info::{HiddenInfo, Secret};
use crate::records::{self, ReadGame, ReadOptions};
use crate::solve::{self, Solution, SolveRequest, Solved};
use crate::study::{Study, TypedStudy};
use crate::typed_match::{Match, TypedMatch};
use crate::verify_deal::board_field;

/// A game without a match: what an editor, a judge, an analysis or a converter asks of it.
pub trait Rulebook: Send + Sync {
    /// Name, size, options, dialects.
    fn spec(&self) -> &'static GameSpec;

    /// The notations of its moves, coordinates first.
    fn notations(&self) -> &'static [Notation];

    /// Whether these rule options are known and their values allowed.
    fn check_options(&self, options: Options<'_>) -> Result<(), Message>;

    /// Opens a position to work on: the one described, else the start.
    fn open(&self, setup: Option<&str>, options: Options<'_>) -> Result<Box<dyn Study>, Message>;

    /// A study's line as each side knew it, where the study knows what both were told. A study of another game is
    /// refused.
    fn views_by_side(&self, study: &dyn Study) -> Result<[Box<dyn Study>; 2], Message>;

    /// Reads a text of PGN as this game's; its first game is number `before` and one. Where the game was asked for by
    /// name, later moves may settle what one of them left open.
    fn read_pgn(
        &self,
        text: &str,
        ask: &ReadOptions<'_>,
        stop: StopCheck<'_>,
        before: usize,
    ) -> Vec<ReadGame>;

    /// The study's last position with the turn given away, to see what the other side would do; `None` where that is
    /// not allowed.
    fn pass(&self, study: &dyn Study) -> Option<Box<dyn Study>>;

    /// Makes a record of what a file of another program says.
    fn read_sketch(
        &self,
        sketch: &RawGame,
        number: usize,
        bounds: &ReadLimits,
        stop: StopCheck<'_>,
    ) -> ReadGame;

    /// Sets up a match. The events that followed, applied in order, bring it back after a restart.
    fn new_match(&self, created: &Created, secret: Option<&Secret>) -> Result<Box<dyn Match>, Message>;

    /// What the house may publish of a deal's secret before the first move; `None` for a game without deals.
    fn commitment(&self, secret: &Secret) -> Option<[u8; 32]>;

    /// The name of the scheme its pieces are dealt by; `None` for a game without deals.
    fn scheme(&self) -> Option<&'static str>;

    /// The board a match began with and every piece of it face up, as the first field of a FEN: what a secret deals.
    /// Only for a match that is over.
    fn dealt_board(&self, created: &Created, secret: &Secret) -> Result<String, Message>;

    /// The names of the engines that play it.
    fn engines(&self) -> &'static [&'static str];

    /// The levels `champion:level=` offers, lowest first, with what they are worth; none where there is no champion.
    fn levels(&self) -> &'static [LevelRating];

    /// Makes a engine of this description.
    fn engine(&self, spec: &EngineSpec, resources: EngineResources) -> Result<Box<dyn AnyEngine>, Message>;

    /// Looks for a forced win from the study's last position. Where nothing is decided within the budget the
    /// champion's estimate is added, if the game has one. A study of another game, one with hidden pieces, and a game
    /// without a solver are refused.
    fn solve(
        &self,
        study: &dyn Study,
        ask: &SolveRequest,
        control: &Control,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Result<Solution, Message>;
}

/// The rulebook of any game that has a script, a dealer and engines.
pub struct TypedRulebook<S, D, M>(Marker<S, D, M>);

/// Holds no value of these types, so a book may be shared whatever they are.
type Marker<S, D, M> = PhantomData<fn() -> (S, D, M)>;

impl<S: MoveText, D: HiddenInfo<Game = S::Game>, M: EngineFactory<Game = S::Game>> TypedRulebook<S, D, M> {
    /// The book.
    pub const NEW: Self = TypedRulebook(PhantomData);
}

/// The line of a study of this game.
fn own_line<G: Game>(study: &dyn Study) -> Result<&Line<G::Position>, Message> {
    study
        .line()
        .downcast_ref()
        .ok_or_else(|| Message::new("engine_other_game").text("game", study.spec().name))
}

impl<S: MoveText, D: HiddenInfo<Game = S::Game>, M: EngineFactory<Game = S::Game>> Rulebook
    for TypedRulebook<S, D, M>
{
    fn spec(&self) -> &'static GameSpec {
        S::Game::spec()
    }

    fn notations(&self) -> &'static [Notation] {
        S::NOTATIONS
    }

    fn check_options(&self, options: Options<'_>) -> Result<(), Message> {
        S::Game::rules(options).map(|_| ())
    }

    fn open(&self, setup: Option<&str>, options: Options<'_>) -> Result<Box<dyn Study>, Message> {
        let rules = S::Game::rules(options)?;
        let (root, warnings) = match setup {
            Some(text) => {
                let read = S::Game::read_position(text, &rules)?;
                (read.position, read.warnings)
            }
            None => (S::Game::start(&rules), Vec::new()),
        };
        Ok(Box::new(TypedStudy::<S>::new(Line::new(root, rules), warnings)))
    }

    fn views_by_side(&self, study: &dyn Study) -> Result<[Box<dyn Study>; 2], Message> {
        let line = own_line::<S::Game>(study)?;
        Ok(Side::BOTH.map(|side| {
            let root = D::known_to(line.root().clone(), side);
            let mut seen = Line::new(root, *line.rules());
            for step in line.steps() {
                match (step.mv, step.reveal) {
                    (Some(mv), Some(reveal)) => {
                        let told = D::known_reveal(seen.here(), reveal);
                        seen.push(mv, told);
                    }
                    _ => match D::pass(seen.here()) {
                        Some(passed) => seen.push_pass(passed),
                        None => break,
                    },
                }
            }
            Box::new(TypedStudy::<S>::new(seen, Vec::new())) as Box<dyn Study>
        }))
    }

    fn read_pgn(
        &self,
        text: &str,
        ask: &ReadOptions<'_>,
        stop: StopCheck<'_>,
        before: usize,
    ) -> Vec<ReadGame> {
        records::read_pgn::<S>(text, ask, stop, before)
    }

    fn pass(&self, study: &dyn Study) -> Option<Box<dyn Study>> {
        let line = study.line().downcast_ref::<Line<<S::Game as Game>::Position>>()?;
        let root = D::pass(line.here())?;
        Some(Box::new(TypedStudy::<S>::new(Line::new(root, *line.rules()), Vec::new())))
    }

    fn read_sketch(
        &self,
        sketch: &RawGame,
        number: usize,
        bounds: &ReadLimits,
        stop: StopCheck<'_>,
    ) -> ReadGame {
        records::read_sketch::<S>(sketch, number, bounds, stop)
    }

    fn new_match(&self, created: &Created, secret: Option<&Secret>) -> Result<Box<dyn Match>, Message> {
        Ok(Box::new(TypedMatch::<S, D>::new(created.clone(), secret)?))
    }

    fn commitment(&self, secret: &Secret) -> Option<[u8; 32]> {
        D::commitment(secret)
    }

    fn scheme(&self) -> Option<&'static str> {
        D::SCHEME
    }

    fn dealt_board(&self, created: &Created, secret: &Secret) -> Result<String, Message> {
        let options: Vec<(&str, &str)> =
            created.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let rules = S::Game::rules(&options)?;
        let root = match &created.setup {
            Some(text) => S::Game::read_position(text, &rules)?.position,
            None => S::Game::start(&rules),
        };
        let mut picture = S::Game::picture(&root);
        for (square, piece) in D::dealt_pieces(&root, secret)? {
            if let Some(place) = picture.pieces.get_mut(square) {
                *place = Some(piece);
            }
        }
        Ok(board_field(&picture))
    }

    fn engines(&self) -> &'static [&'static str] {
        M::NAMES
    }

    fn levels(&self) -> &'static [LevelRating] {
        M::LEVELS
    }

    fn engine(&self, spec: &EngineSpec, resources: EngineResources) -> Result<Box<dyn AnyEngine>, Message> {
        Ok(Box::new(TypedEngine::<S::Game>::new(M::make(spec, resources)?)))
    }

    fn solve(
        &self,
        study: &dyn Study,
        ask: &SolveRequest,
        control: &Control,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Result<Solution, Message> {
        let line = own_line::<S::Game>(study)?;
        let query = solve::query::<S::Game>(line.here(), ask)?;
        let proven =
            D::prove(line, &query, control, M::hints(), report).ok_or_else(solve::unsupported::<S::Game>)?;
        let mut solution = proven.written::<S::Game>(line.here(), query.winner);
        let champion: EngineSpec = "champion".parse()?;
        let undecided = matches!(solution.solved, Solved::Unknown { .. });
        if undecided && M::NAMES.contains(&champion.name.as_str()) && !control.is_stopped() {
            let mut engine = self.engine(&champion, EngineResources::default())?;
            let limits = solve::estimate_limits(ask);
            solution.estimate = Some(engine.think(study, &limits, control, &mut |_| {})?);
        }
        Ok(solution)
    }
}
