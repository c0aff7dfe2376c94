//! Explanations of outcomes and repetitions as message codes with parameters.

use game::{
    Chase, Conduct, Game, GameSpec, Line, Message, Notation, Outcome, PieceAt, Position, Reason,
    RepetitionCase, Side,
};
use record::MoveText;

use crate::erased::study::write_moves;

/// Report on a repetition, ready for display.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepetitionReport {
    /// Number of occurrences of the position.
    pub occurrences: usize,
    /// Occurrence at which the verdict takes effect.
    pub limit: usize,
    /// Verdict, in force or impending.
    pub verdict: Outcome,
    /// Side that must deviate, if any.
    pub must_deviate: Option<Side>,
    /// Rule that applies.
    pub rule: &'static str,
    /// Cycle, oldest ply first.
    pub plies: Vec<RepetitionPly>,
    /// Summary: the occurrence and its present or impending consequence.
    pub summary: Message,
    /// Side that must deviate, or that neither must.
    pub duty: Message,
}

impl RepetitionReport {
    /// Returns true if the verdict ends the game now.
    pub fn is_final(&self) -> bool {
        self.occurrences >= self.limit
    }
}

/// Ply of the cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepetitionPly {
    /// Number of plies before it.
    pub ply: usize,
    /// Move number as players count.
    pub number: usize,
    /// Side that played it.
    pub side: Side,
    /// Move text.
    pub text: String,
    /// `check`, `chase` or `idle`.
    pub conduct: &'static str,
    /// Chases made by the move.
    pub chases: Vec<ChaseReport>,
}

/// Chase of one piece by another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChaseReport {
    /// Chasing piece.
    pub chaser: PieceOnSquare,
    /// Chased piece.
    pub victim: PieceOnSquare,
    /// True if the victim is protected.
    pub protected: bool,
    /// True if this victim is chased throughout the cycle.
    pub throughout: bool,
    /// The chase as a message.
    pub message: Message,
}

/// Piece and its square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceOnSquare {
    /// Catalogue key of the piece.
    pub piece: String,
    /// Name of the square.
    pub square: String,
}

/// Explains an outcome; `why_checkmate`, for example, names the winner and the loser.
pub fn explain_outcome(outcome: &Outcome, spec: &GameSpec) -> Message {
    let name = |side: Side| spec.sides[side.index()];
    let message = Message::new(outcome_code(outcome.reason));
    match outcome.winner {
        Some(winner) => message.word("winner", name(winner)).word("loser", name(!winner)),
        None => message,
    }
}

const fn outcome_code(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate => "why_checkmate",
        Reason::Stalemate => "why_stalemate",
        Reason::PerpetualCheck => "why_perpetual_check",
        Reason::Repetition => "why_repetition",
        Reason::NoProgress => "why_no_progress",
        Reason::InsufficientMaterial => "why_insufficient_material",
        Reason::Resignation => "why_resignation",
        Reason::TimeForfeit => "why_time_forfeit",
        Reason::TimeWithoutMaterial => "why_time_without_material",
        Reason::Abandonment => "why_abandonment",
        Reason::Agreement => "why_agreement",
        Reason::Aborted => "why_aborted",
        Reason::OfGame(reason) => reason.why,
    }
}

/// Repetition report for the last position of a line.
pub(crate) fn repetition_report<S: MoveText>(
    line: &Line<<S::Game as Game>::Position>,
    notation: Notation,
) -> Option<RepetitionReport> {
    let case = <<S::Game as Game>::Position as Position>::repetition_case(line)?;
    let spec = S::Game::spec();
    let texts = write_moves::<S>(line, notation);
    let offset = line.root().turn().index();
    let plies = case
        .plies
        .iter()
        .map(|note| RepetitionPly {
            ply: note.ply,
            number: (note.ply + offset) / 2 + 1,
            side: note.side,
            text: texts.get(note.ply).cloned().unwrap_or_default(),
            conduct: match note.conduct {
                Conduct::Check => "check",
                Conduct::Chase(_) => "chase",
                Conduct::Idle => "idle",
            },
            chases: match &note.conduct {
                Conduct::Chase(chases) => chases.iter().map(chase_note::<S::Game>).collect(),
                Conduct::Check | Conduct::Idle => Vec::new(),
            },
        })
        .collect();
    let duty = match case.must_deviate {
        Some(side) => Message::new("case_must_deviate").word("side", spec.sides[side.index()]),
        None => Message::new("case_neither_deviates"),
    };
    Some(RepetitionReport {
        occurrences: case.occurrences,
        limit: case.limit,
        verdict: case.verdict,
        must_deviate: case.must_deviate,
        rule: case.rule,
        plies,
        summary: summary::<S::Game>(&case),
        duty,
    })
}

fn chase_note<G: Game>(chase: &Chase) -> ChaseReport {
    let on_square =
        |at: PieceAt| PieceOnSquare { piece: G::piece_word(at.piece), square: G::square_name(at.square) };
    let (chaser, victim) = (on_square(chase.chaser), on_square(chase.victim));
    let message = if chase.protected {
        Message::new("chase_of_protected")
    } else {
        Message::new("chase_of_unprotected")
    };
    let message = message
        .word("chaser", chaser.piece.clone())
        .text("from", chaser.square.clone())
        .word("victim", victim.piece.clone())
        .text("at", victim.square.clone());
    ChaseReport { chaser, victim, protected: chase.protected, throughout: chase.throughout, message }
}

/// Summary of a repetition and its consequence.
fn summary<G: Game>(case: &RepetitionCase) -> Message {
    let result = result::<G>(case);
    let ordinal = ordinal(case.occurrences);
    match case.limit.saturating_sub(case.occurrences) {
        0 => Message::new("case_final").nest("ordinal", ordinal).nest("result", result),
        1 => Message::new("case_once_more").nest("ordinal", ordinal).nest("result", result),
        left => Message::new("case_more_times")
            .nest("ordinal", ordinal)
            .number("left", left)
            .nest("result", result),
    }
}

fn ordinal(number: usize) -> Message {
    match number {
        2 => Message::new("ordinal_2"),
        3 => Message::new("ordinal_3"),
        4 => Message::new("ordinal_4"),
        5 => Message::new("ordinal_5"),
        _ => Message::new("ordinal_other").number("number", number),
    }
}

fn result<G: Game>(case: &RepetitionCase) -> Message {
    let reason = format!("reason_{}", case.verdict.reason.code());
    let Some(winner) = case.verdict.winner else {
        let claimed = case.verdict.reason.is_claimed();
        return Message::new(if claimed { "result_claim" } else { "result_draw" }).word("reason", reason);
    };
    let loser = G::spec().sides[winner.other().index()];
    let victim = case.plies.iter().filter(|note| note.side == !winner).find_map(|note| match &note.conduct {
        Conduct::Chase(chases) => chases.iter().find(|chase| chase.throughout),
        Conduct::Check | Conduct::Idle => None,
    });
    // Who checks with every move loses for that, whatever was chased besides.
    match victim.filter(|_| case.verdict.reason != Reason::PerpetualCheck) {
        Some(chase) => Message::new("result_loses_by_chase")
            .word("side", loser)
            .word("piece", G::piece_word(chase.victim.piece)),
        None => Message::new("result_loses").word("side", loser).word("reason", reason),
    }
}
