//! Conversions from the server's types to the wire types.

use table::{ClockRule, GameSpec, Offer, Outcome, PlyView, RepetitionReport, ToMessage as _};

use super::{
    CaseView, ChaseView, ClockChoice, MatchOutcome, MessageOut, OfferKind, OfferView, PieceView, Ply,
    PlyNote, Side, Taken, Viewer,
};

impl From<game::Side> for Side {
    fn from(side: game::Side) -> Self {
        match side {
            game::Side::First => Side::First,
            game::Side::Second => Side::Second,
        }
    }
}

impl From<Side> for game::Side {
    fn from(side: Side) -> Self {
        match side {
            Side::First => game::Side::First,
            Side::Second => game::Side::Second,
        }
    }
}

impl From<table::Viewer> for Viewer {
    fn from(viewer: table::Viewer) -> Self {
        match viewer {
            table::Viewer::Seat(game::Side::First) => Viewer::First,
            table::Viewer::Seat(game::Side::Second) => Viewer::Second,
            table::Viewer::Public => Viewer::Public,
        }
    }
}

impl From<ClockRule> for ClockChoice {
    fn from(rule: ClockRule) -> Self {
        match rule {
            ClockRule::Off => ClockChoice::Off,
            ClockRule::Game { initial, increment } => {
                ClockChoice::Game { initial_ms: initial, increment_ms: increment }
            }
            ClockRule::Uneven { initial, increment } => {
                ClockChoice::Uneven { initial_ms: initial, increment_ms: increment }
            }
            ClockRule::Move { allowance } => ClockChoice::Move { allowance_ms: allowance },
        }
    }
}

impl From<ClockChoice> for ClockRule {
    fn from(choice: ClockChoice) -> Self {
        match choice {
            ClockChoice::Off => ClockRule::Off,
            ClockChoice::Game { initial_ms, increment_ms } => {
                ClockRule::Game { initial: initial_ms, increment: increment_ms }
            }
            ClockChoice::Uneven { initial_ms, increment_ms } => {
                ClockRule::Uneven { initial: initial_ms, increment: increment_ms }
            }
            ClockChoice::Move { allowance_ms } => ClockRule::Move { allowance: allowance_ms },
        }
    }
}

impl MatchOutcome {
    /// Outcome of a match with its message.
    pub fn of(outcome: &Outcome, spec: &GameSpec) -> Self {
        MatchOutcome {
            winner: outcome.winner.map(Side::from),
            reason: outcome.reason.code().to_owned(),
            why: MessageOut::from(&table::explain_outcome(outcome, spec)),
        }
    }
}

impl OfferView {
    /// Pending offer.
    pub fn of(by: game::Side, offer: Offer) -> Self {
        let (kind, plies) = match offer {
            Offer::Draw => (OfferKind::Draw, None),
            Offer::TakeBack(plies) => (OfferKind::TakeBack, Some(plies)),
            Offer::Redo(plies) => (OfferKind::Redo, Some(plies)),
            Offer::GiveTurn => (OfferKind::GiveTurn, None),
            Offer::Pause => (OfferKind::Pause, None),
        };
        OfferView { by: by.into(), kind, plies: plies.map(count) }
    }
}

impl CaseView {
    /// Repetition case of the arbiter.
    pub fn of(case: &RepetitionReport, spec: &GameSpec) -> Self {
        let chase = |note: &table::ChaseReport| ChaseView {
            chaser: PieceView { piece: note.chaser.piece.clone(), square: note.chaser.square.clone() },
            victim: PieceView { piece: note.victim.piece.clone(), square: note.victim.square.clone() },
            protected: note.protected,
            throughout: note.throughout,
            message: MessageOut::from(note.message.message()),
        };
        CaseView {
            occurrences: count(case.occurrences),
            limit: count(case.limit),
            is_final: case.is_final(),
            verdict: MatchOutcome::of(&case.verdict, spec),
            must_deviate: case.must_deviate.map(Side::from),
            rule: case.rule.to_owned(),
            plies: case
                .plies
                .iter()
                .map(|ply| PlyNote {
                    ply: count(ply.ply),
                    number: count(ply.number),
                    side: ply.side.into(),
                    conduct: ply.conduct.to_owned(),
                    chases: ply.chases.iter().map(chase).collect(),
                })
                .collect(),
            summary: MessageOut::from(&case.summary),
            duty: MessageOut::from(&case.duty),
        }
    }
}

impl Ply {
    /// Ply without time and evaluation.
    pub fn of(ply: PlyView) -> Self {
        Ply {
            mv: ply.texts.first().map(|(_, text)| text.clone()).unwrap_or_default(),
            side: ply.side.into(),
            text: ply.texts.into_iter().map(|(notation, text)| (notation.name().to_owned(), text)).collect(),
            squares: ply.squares.map(|(from, to)| [square(from), square(to)]),
            position: ply.position,
            check: ply.check.map(square),
            took: ply.took.map(|(side, letter, face_down)| Taken {
                side: side.into(),
                letter: letter.to_string(),
                face_down,
            }),
            turned: ply.turned.map(String::from),
            ms: None,
            computed_ms: None,
            clock_ms: None,
            evaluation: None,
        }
    }
}

/// Count as a wire number.
pub fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Square as a wire number.
pub fn square(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}
