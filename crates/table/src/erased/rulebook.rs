//! Type-erased games: opened by name, used through text.

use std::marker::PhantomData;

use eval::nnue::NetworkError;
use game::{Game, GameSpec, Line, Message, Notation, Options, Position, Side};
use record::{MoveText, RawGame, ReadLimits, StopCheck};
use search::mate::ProofProgress;
use search::{Control, Params};

use crate::engines::{
    AnyEngine, EngineFactory, EngineResources, EngineSpec, EvalBreakdown, EvalWeight, LevelRating,
    LoadedNetwork, TypedEngine,
};
use crate::erased::records::{self, ReadGame, ReadOptions};
use crate::erased::study::{Study, TypedStudy};
use crate::games::{GameProfile, Registration};
use crate::lab::{self, TreeEstimate};
use crate::play::event::Created;
use crate::play::hidden_info::{HiddenInfo, Secret};
use crate::play::typed_match::{Match, TypedMatch};
use crate::play::verify_deal::board_field;
use crate::solve::{self, Solution, SolveRequest, Solved};

/// Rules, notations, engines and solver of one game.
pub trait Rulebook: Send + Sync {
    /// Name, board size, rule options and dialects.
    fn spec(&self) -> &'static GameSpec;

    /// Names in other programs, openings and bench positions.
    fn profile(&self) -> &'static GameProfile;

    /// Move notations, coordinates first.
    fn notations(&self) -> &'static [Notation];

    /// Checks that these rule options are known and their values allowed.
    fn check_options(&self, options: Options<'_>) -> Result<(), Message>;

    /// Opens a study of the given position, or of the start.
    fn open(&self, setup: Option<&str>, options: Options<'_>) -> Result<Box<dyn Study>, Message>;

    /// Studies of the same line as each side knew it, from a study that holds the knowledge of both. A study of
    /// another game is an error.
    fn views_by_side(&self, study: &dyn Study) -> Result<[Box<dyn Study>; 2], Message>;

    /// Reads PGN text as this game; the first game gets number `before + 1`. If the game was chosen explicitly, later
    /// moves may disambiguate earlier ones.
    fn read_pgn(
        &self,
        text: &str,
        options: &ReadOptions<'_>,
        stop: StopCheck<'_>,
        before: usize,
    ) -> Vec<ReadGame>;

    /// Study of the last position with the turn given away, to see the opponent's threats; `None` if passing is not
    /// allowed.
    fn pass(&self, study: &dyn Study) -> Option<Box<dyn Study>>;

    /// Builds a record from the parsed file of another program.
    fn read_raw_game(
        &self,
        raw: &RawGame,
        number: usize,
        bounds: &ReadLimits,
        stop: StopCheck<'_>,
    ) -> ReadGame;

    /// Creates a match. Applying its stored events in order restores it after a restart.
    fn new_match(&self, created: &Created, secret: Option<&Secret>) -> Result<Box<dyn Match>, Message>;

    /// Commitment to a deal's secret, published before the first move; `None` for a game without deals.
    fn commitment(&self, secret: &Secret) -> Option<[u8; 32]>;

    /// Name of the deal scheme; `None` for a game without deals.
    fn scheme(&self) -> Option<&'static str>;

    /// Initial board of a match with every dealt piece face up, as the first field of a FEN. Only for a finished
    /// match.
    fn dealt_board(&self, created: &Created, secret: &Secret) -> Result<String, Message>;

    /// Names of the engines that play this game.
    fn engines(&self) -> &'static [&'static str];

    /// Levels of `champion:level=` with their ratings, lowest first; empty without a champion.
    fn levels(&self) -> &'static [LevelRating];

    /// Search parameters of the champion, if the game has one.
    fn search_params(&self) -> Option<Params>;

    /// Returns true if the champion evaluates by a network unless told otherwise.
    fn uses_network(&self) -> bool;

    /// Parses a network of this game.
    fn read_network(&self, bytes: &[u8]) -> Result<LoadedNetwork, NetworkError>;

    /// Creates the engine of this specification. A network it names must have been loaded into it.
    fn engine(&self, spec: &EngineSpec, resources: EngineResources) -> Result<Box<dyn AnyEngine>, Message>;

    /// Evaluations that can be taken apart, the strongest first; empty for a game without evaluations.
    fn evals(&self) -> &'static [&'static str];

    /// Weights of the evaluation `custom`.
    fn eval_weights(&self) -> Vec<EvalWeight>;

    /// Takes an evaluation of the study's last position apart. The specification names one of [`Rulebook::evals`]; the
    /// weights of `custom` are its options.
    fn take_apart(&self, study: &dyn Study, eval: &EngineSpec) -> Result<EvalBreakdown, Message>;

    /// Estimated size of the game tree below the study's last position to a depth in plies.
    fn estimate_tree(&self, study: &dyn Study, depth: u32) -> Result<TreeEstimate, Message>;

    /// Searches for a forced win from the study's last position. An undecided result includes the champion's
    /// estimate, if the game has a champion. A study of another game, a position with hidden pieces and a game
    /// without a solver are errors.
    fn solve(
        &self,
        study: &dyn Study,
        request: &SolveRequest,
        control: &Control,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Result<Solution, Message>;
}

/// Rulebook of a registered game.
pub struct TypedRulebook<R>(PhantomData<fn() -> R>);

impl<R: Registration> TypedRulebook<R> {
    /// The rulebook.
    pub const NEW: Self = TypedRulebook(PhantomData);
}

/// Line of a study of this game.
fn own_line<G: Game>(study: &dyn Study) -> Result<&Line<G::Position>, Message> {
    study
        .line()
        .downcast_ref()
        .ok_or_else(|| Message::new("engine_other_game").text("game", study.spec().name))
}

impl<R: Registration> Rulebook for TypedRulebook<R> {
    fn spec(&self) -> &'static GameSpec {
        R::Game::spec()
    }

    fn profile(&self) -> &'static GameProfile {
        &R::PROFILE
    }

    fn notations(&self) -> &'static [Notation] {
        R::MoveText::NOTATIONS
    }

    fn check_options(&self, options: Options<'_>) -> Result<(), Message> {
        R::Game::rules(options).map(|_| ())
    }

    fn open(&self, setup: Option<&str>, options: Options<'_>) -> Result<Box<dyn Study>, Message> {
        let rules = R::Game::rules(options)?;
        let (root, warnings) = match setup {
            Some(text) => {
                let read = R::Game::read_position(text, &rules)?;
                (read.position, read.warnings)
            }
            None => (R::Game::start(&rules), Vec::new()),
        };
        Ok(Box::new(TypedStudy::<R::MoveText>::new(Line::new(root, rules), warnings)))
    }

    fn views_by_side(&self, study: &dyn Study) -> Result<[Box<dyn Study>; 2], Message> {
        let line = own_line::<R::Game>(study)?;
        Ok(Side::BOTH.map(|side| {
            let root = R::HiddenInfo::known_to(line.root().clone(), side);
            let mut known_line = Line::new(root, *line.rules());
            for step in line.steps() {
                match (step.mv, step.reveal) {
                    (Some(mv), Some(reveal)) => {
                        let known = R::HiddenInfo::known_reveal(known_line.here(), reveal);
                        known_line.push(mv, known);
                    }
                    _ => match known_line.here().pass() {
                        Some(passed) => known_line.push_pass(passed),
                        None => break,
                    },
                }
            }
            Box::new(TypedStudy::<R::MoveText>::new(known_line, Vec::new())) as Box<dyn Study>
        }))
    }

    fn read_pgn(
        &self,
        text: &str,
        options: &ReadOptions<'_>,
        stop: StopCheck<'_>,
        before: usize,
    ) -> Vec<ReadGame> {
        records::read_pgn::<R::MoveText>(text, options, stop, before)
    }

    fn pass(&self, study: &dyn Study) -> Option<Box<dyn Study>> {
        let line = study.line().downcast_ref::<Line<<R::Game as Game>::Position>>()?;
        let root = line.here().pass()?;
        Some(Box::new(TypedStudy::<R::MoveText>::new(Line::new(root, *line.rules()), Vec::new())))
    }

    fn read_raw_game(
        &self,
        raw: &RawGame,
        number: usize,
        bounds: &ReadLimits,
        stop: StopCheck<'_>,
    ) -> ReadGame {
        records::read_raw_game::<R::MoveText>(raw, number, bounds, stop)
    }

    fn new_match(&self, created: &Created, secret: Option<&Secret>) -> Result<Box<dyn Match>, Message> {
        Ok(Box::new(TypedMatch::<R::MoveText, R::HiddenInfo>::new(created.clone(), secret)?))
    }

    fn commitment(&self, secret: &Secret) -> Option<[u8; 32]> {
        R::HiddenInfo::commitment(secret)
    }

    fn scheme(&self) -> Option<&'static str> {
        R::HiddenInfo::SCHEME
    }

    fn dealt_board(&self, created: &Created, secret: &Secret) -> Result<String, Message> {
        let options: Vec<(&str, &str)> =
            created.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let rules = R::Game::rules(&options)?;
        let root = match &created.setup {
            Some(text) => R::Game::read_position(text, &rules)?.position,
            None => R::Game::start(&rules),
        };
        let mut picture = R::Game::picture(&root);
        for (square, piece) in R::HiddenInfo::dealt_pieces(&root, secret)? {
            if let Some(place) = picture.pieces.get_mut(square) {
                *place = Some(piece);
            }
        }
        Ok(board_field(&picture))
    }

    fn engines(&self) -> &'static [&'static str] {
        R::Engines::NAMES
    }

    fn levels(&self) -> &'static [LevelRating] {
        R::Engines::LEVELS
    }

    fn search_params(&self) -> Option<Params> {
        R::Engines::PARAMS
    }

    fn uses_network(&self) -> bool {
        R::Engines::uses_network()
    }

    fn read_network(&self, bytes: &[u8]) -> Result<LoadedNetwork, NetworkError> {
        R::Engines::read_network(bytes)
    }

    fn engine(&self, spec: &EngineSpec, resources: EngineResources) -> Result<Box<dyn AnyEngine>, Message> {
        Ok(Box::new(TypedEngine::<R::Game>::new(R::Engines::make(spec, resources)?)))
    }

    fn evals(&self) -> &'static [&'static str] {
        R::Engines::EVALS
    }

    fn eval_weights(&self) -> Vec<EvalWeight> {
        R::Engines::weights()
    }

    fn take_apart(&self, study: &dyn Study, eval: &EngineSpec) -> Result<EvalBreakdown, Message> {
        R::Engines::take_apart(own_line::<R::Game>(study)?.here(), eval)
    }

    fn estimate_tree(&self, study: &dyn Study, depth: u32) -> Result<TreeEstimate, Message> {
        Ok(lab::estimate_tree(own_line::<R::Game>(study)?, depth))
    }

    fn solve(
        &self,
        study: &dyn Study,
        request: &SolveRequest,
        control: &Control,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Result<Solution, Message> {
        let line = own_line::<R::Game>(study)?;
        let mut solution = R::Engines::solve(line, request, control, report)?;
        let champion: EngineSpec = "champion".parse()?;
        let undecided = matches!(solution.solved, Solved::Unknown { .. });
        if undecided && R::Engines::NAMES.contains(&champion.name.as_str()) && !control.is_stopped() {
            let mut engine = self.engine(&champion, EngineResources::default())?;
            let limits = solve::estimate_limits(request);
            solution.estimate = Some(engine.think(study, &limits, control, &mut |_| {})?);
        }
        Ok(solution)
    }
}
