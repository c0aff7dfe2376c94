//! Export of a match as a record, limited to what the visitor may know.

use table::{Notation, Outcome, Rulebook, Side, Study};
use words::Language;

use super::actor::{Room, viewer_of};
use super::{Occupant, Visitor};
use crate::calendar::date;
use crate::ids;
use crate::wire::{MessageOut, RecordQuery};

/// Record file to send.
#[derive(Clone, Debug)]
pub struct RecordFile {
    /// The text.
    pub text: String,
    /// MIME type.
    pub mime: &'static str,
    /// File extension.
    pub extension: &'static str,
}

/// Preferred notation of a game in a language.
pub fn native_notation(book: &dyn Rulebook, language: Language) -> Notation {
    let preferred = match language {
        Language::Vi => [Notation::Vi, Notation::SanVi],
        Language::En => [Notation::Wxf, Notation::San],
        Language::ZhHans => [Notation::Zh, Notation::San],
        Language::ZhHant => [Notation::ZhHant, Notation::San],
    };
    preferred.into_iter().find(|wish| book.notations().contains(wish)).unwrap_or(Notation::Uci)
}

impl Room {
    pub(super) fn write_record(
        &self,
        visitor: &Visitor,
        query: &RecordQuery,
    ) -> Result<RecordFile, MessageOut> {
        let language = query.lang.as_deref().and_then(Language::parse).unwrap_or(Language::En);
        let notation = match &query.notation {
            None => native_notation(self.book, language),
            Some(name) => Notation::named(name)
                .filter(|known| self.book.notations().contains(known))
                .ok_or_else(|| self.unknown_notation(name))?,
        };
        let own_sides = self.meta.own_sides(visitor.player.as_deref());
        let viewer = viewer_of(&own_sides);
        let mut study = self.live_match.study(viewer);
        let whole = study.ply();
        let plies = query.plies.map_or(whole, |plies| plies as usize);
        while study.ply() > plies && study.pop() {}
        let outcome = self.live_match.state(ids::now()).outcome.filter(|_| plies >= whole);
        let kind = query.format.as_deref().unwrap_or("txt");
        let (text, mime, extension) = match kind {
            "txt" => (
                self.plain_text(study.as_mut(), outcome, notation, language),
                "text/plain; charset=utf-8",
                "txt",
            ),
            "pgn" => (
                study.pgn(&self.tags(language), &[], outcome, pgn_notation(self.book, query, notation)),
                "application/x-chess-pgn; charset=utf-8",
                "pgn",
            ),
            "fen" => {
                let dialect = self.book.spec().dialects.first().unwrap_or(&"");
                (format!("{}\n", study.position(dialect)), "text/plain; charset=utf-8", "fen")
            }
            "json" => {
                let view = self.view_for(visitor, 0);
                (serde_json::to_string_pretty(&view).unwrap_or_default(), "application/json", "json")
            }
            _ => return Err(MessageOut::from(&game::Message::new("record_format").text("format", kind))),
        };
        Ok(RecordFile { text, mime, extension })
    }

    fn unknown_notation(&self, name: &str) -> MessageOut {
        let known: Vec<&str> = self.book.notations().iter().map(|notation| notation.name()).collect();
        MessageOut::from(
            &game::Message::new("notation_unknown")
                .text("notation", name)
                .word("game", format!("game_{}", self.book.spec().name))
                .text("known", known.join(", ")),
        )
    }

    fn player_name(&self, side: Side, language: Language) -> String {
        match self.meta.occupant(side) {
            Occupant::Person { name, .. } | Occupant::Here { name, .. } => {
                name.clone().unwrap_or_else(|| words::word("record_guest", language))
            }
            Occupant::Machine { level: Some(level), .. } => {
                format!("{} ({level})", words::word(&format!("level_{level}"), language))
            }
            Occupant::Machine { engine, .. } => engine.clone(),
            Occupant::Empty => "?".to_owned(),
        }
    }

    fn tags(&self, language: Language) -> Vec<(String, String)> {
        let date = date(self.touched_at);
        let tag = |name: &str, value: String| (name.to_owned(), value);
        vec![
            tag("Event", "Kỳ Đài".to_owned()),
            tag("Date", date),
            tag("White", self.player_name(Side::First, language)),
            tag("Black", self.player_name(Side::Second, language)),
        ]
    }

    /// Plain-text record for people, which the server can read again.
    fn plain_text(
        &self,
        study: &mut dyn Study,
        outcome: Option<Outcome>,
        notation: Notation,
        language: Language,
    ) -> String {
        let spec = self.book.spec();
        let render = |message: &game::Message| words::render(message, language);
        let mut out = String::new();
        let mut line = |text: String| {
            out.push_str(&text);
            out.push('\n');
        };
        line(format!("# Kỳ Đài: {}", words::word(&format!("game_{}", spec.name), language)));
        for side in Side::BOTH {
            let name = words::word(spec.sides[side.index()], language);
            line(format!("# {name}: {}", self.player_name(side, language)));
        }
        line(format!("# {}", date(self.touched_at)));
        line(format!("[Game \"{}\"]", spec.name));
        line(format!("[Notation \"{}\"]", notation.name()));
        let moves = study.moves(notation);
        let first = study.first_turn();
        while study.pop() {}
        let start = study.position(spec.dialects.first().unwrap_or(&""));
        if self.live_match.created().setup.is_some() {
            line(format!("[FEN \"{start}\"]"));
        }
        if let Some(outcome) = outcome {
            let result = match outcome.winner {
                Some(Side::First) => "1-0",
                Some(Side::Second) => "0-1",
                None => "1/2-1/2",
            };
            line(format!("[Result \"{result}\"]"));
        }
        line(String::new());
        let separator = if notation == Notation::ViWords { ", " } else { "  " };
        let mut texts: Vec<String> = moves;
        if first == Side::Second {
            texts.insert(0, "...".to_owned());
        }
        for (index, pair) in texts.chunks(2).enumerate() {
            line(format!("{:>3}. {}", index + 1, pair.join(separator)));
        }
        if let Some(outcome) = outcome {
            line(String::new());
            line(format!("# {}", render(&table::explain_outcome(&outcome, spec))));
        }
        out
    }
}

/// Notation for PGN: one that other programs read, unless one was requested.
fn pgn_notation(book: &dyn Rulebook, query: &RecordQuery, chosen: Notation) -> Notation {
    if query.notation.is_some() {
        return chosen;
    }
    [Notation::San, Notation::Wxf]
        .into_iter()
        .find(|wish| book.notations().contains(wish))
        .unwrap_or(Notation::Uci)
}
