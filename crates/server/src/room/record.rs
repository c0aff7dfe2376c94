//! Export of a match as a record, limited to what the visitor may know.

use std::ops::ControlFlow;

use game::{Message, Reason};
use table::{
    ClockRule, EngineSpec, Match, Notation, Outcome, ReadLimits, ReadOptions, RecordFormat, Rulebook, Side,
    Study, read_file,
};
use words::Language;

use super::actor::{Room, viewer_of};
use super::{Occupant, Visitor};
use crate::calendar::date;
use crate::ids;
use crate::wire::{MessageOut, RecordQuery};

/// Record file to send.
#[derive(Clone, Debug)]
pub struct RecordFile {
    /// Content.
    pub bytes: Vec<u8>,
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
        let seen = self.match_for(&own_sides);
        let mut study = seen.study(viewer);
        let whole = study.ply();
        let plies = query.plies.map_or(whole, |plies| plies as usize);
        while study.ply() > plies && study.pop() {}
        let outcome = seen.state(ids::now()).outcome.filter(|_| plies >= whole);
        let kind = query.format.as_deref().unwrap_or("txt");
        let (text, mime, extension) = match kind {
            "txt" => (
                self.plain_text(seen, study.as_mut(), outcome, notation, language),
                "text/plain; charset=utf-8",
                "txt",
            ),
            "pgn" => (
                study.pgn(
                    &self.tags(outcome, language),
                    &[],
                    &seen.times(),
                    outcome,
                    pgn_notation(self.book, query, notation),
                ),
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
            _ => {
                let form = RecordFormat::named(kind)
                    .ok_or_else(|| MessageOut::from(&Message::new("record_format").text("format", kind)))?;
                let pgn = study.pgn(&self.tags(outcome, language), &[], &[], outcome, Notation::Uci);
                let bytes = self.convert(&pgn, form).map_err(|why| MessageOut::from(&why))?;
                return Ok(RecordFile { bytes, mime: form.mime(), extension: form.extension() });
            }
        };
        Ok(RecordFile { bytes: text.into_bytes(), mime, extension })
    }

    /// Converts a PGN in coordinates to another format.
    fn convert(&self, pgn: &str, form: RecordFormat) -> Result<Vec<u8>, Message> {
        let game = Some(self.book.spec().name);
        let options = ReadOptions { game, notation: Some(Notation::Uci), bounds: ReadLimits::LOCAL };
        let mut written = Err(Message::new("record_empty"));
        read_file(pgn.as_bytes(), &options, &|| false, &mut |read| {
            written = read.record.write_file(form, Notation::Uci);
            ControlFlow::Break(())
        });
        written
    }

    fn unknown_notation(&self, name: &str) -> MessageOut {
        let known: Vec<&str> = self.book.notations().iter().map(|notation| notation.name()).collect();
        MessageOut::from(
            &Message::new("notation_unknown")
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
            Occupant::Machine { engine, .. } => engine_name(engine, language),
            Occupant::Empty => "?".to_owned(),
        }
    }

    /// Header of a PGN: the seven tags every program expects, in their order, then the game and how it was played.
    fn tags(&self, outcome: Option<Outcome>, language: Language) -> Vec<(String, String)> {
        let created = self.live_match.created();
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let mut tags = vec![
            tag("Event", words::word("record_event", language)),
            tag("Site", "Kỳ Đài".to_owned()),
            tag("Date", date(self.touched_at)),
            tag("Round", "-".to_owned()),
            tag("White", self.player_name(Side::First, language)),
            tag("Black", self.player_name(Side::Second, language)),
            tag("Result", result_word(outcome).to_owned()),
            tag("Variant", capital(self.book.spec().name)),
        ];
        match created.clock {
            ClockRule::Uneven { initial, increment } => {
                for (name, side) in [("WhiteTimeControl", 0), ("BlackTimeControl", 1)] {
                    tags.push(tag(name, time_control(initial[side], increment[side])));
                }
            }
            ClockRule::Game { initial, increment } => {
                tags.push(tag("TimeControl", time_control(initial, increment)));
            }
            ClockRule::Move { allowance } => tags.push(tag("TimeControl", format!("1/{}", allowance / 1000))),
            ClockRule::Off => tags.push(tag("TimeControl", "-".to_owned())),
        }
        tags.push(tag("Termination", termination(outcome).to_owned()));
        tags
    }

    /// Plain-text record for people, which the server can read again.
    fn plain_text(
        &self,
        seen: &dyn Match,
        study: &mut dyn Study,
        outcome: Option<Outcome>,
        notation: Notation,
        language: Language,
    ) -> String {
        let spec = self.book.spec();
        let render = |message: &Message| words::render(message, language);
        let mut out = String::new();
        let mut line = |text: String| {
            out.push_str(&text);
            out.push('\n');
        };
        line(format!("# Kỳ Đài: {}", words::word(&format!("game_{}", spec.name), language)));
        let quoted = |text: String| text.replace('\\', "\\\\").replace('"', "\\\"");
        line(format!("[White \"{}\"]", quoted(self.player_name(Side::First, language))));
        line(format!("[Black \"{}\"]", quoted(self.player_name(Side::Second, language))));
        line(format!("[Date \"{}\"]", date(self.touched_at)));
        line(format!("[Game \"{}\"]", spec.name));
        line(format!("[Notation \"{}\"]", notation.name()));
        let moves = study.moves(notation);
        let first = study.first_turn();
        while study.pop() {}
        let start = study.position(spec.dialects.first().unwrap_or(&""));
        // Rule options may change the start: the size of the board, or rules that a position names.
        let usual =
            self.book.open(None, &[]).map(|study| study.position(spec.dialects.first().unwrap_or(&"")));
        if self.live_match.created().setup.is_some() || usual != Ok(start.clone()) {
            line(format!("[FEN \"{start}\"]"));
        }
        if outcome.is_some() {
            line(format!("[Result \"{}\"]", result_word(outcome)));
        }
        line(String::new());
        let separator = if notation == Notation::ViWords { ", " } else { "  " };
        let mut texts: Vec<String> = moves;
        let shown = texts.len();
        let mut times: Vec<String> = seen
            .times()
            .iter()
            .take(shown)
            .map(|time| time.computed.or(time.spent).map_or("-".to_owned(), |ms| duration(ms, language)))
            .collect();
        if first == Side::Second {
            texts.insert(0, "...".to_owned());
            times.insert(0, "...".to_owned());
        }
        for (index, pair) in texts.chunks(2).enumerate() {
            line(format!("{:>3}. {}", index + 1, pair.join(separator)));
        }
        if let Some(outcome) = outcome {
            line(String::new());
            line(format!("# {}", render(&table::explain_outcome(&outcome, spec))));
        }
        if times.iter().any(|time| time.starts_with(|letter: char| letter.is_ascii_digit())) {
            line(String::new());
            line(format!("# {}", words::word("record_times", language)));
            for (index, pair) in times.chunks(2).enumerate() {
                line(format!("# {:>3}. {}", index + 1, pair.join("  ")));
            }
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

/// Result as PGN writes it.
fn result_word(outcome: Option<Outcome>) -> &'static str {
    match outcome.filter(|outcome| outcome.reason != Reason::Aborted).map(|outcome| outcome.winner) {
        None => "*",
        Some(Some(Side::First)) => "1-0",
        Some(Some(Side::Second)) => "0-1",
        Some(None) => "1/2-1/2",
    }
}

/// End of the game in the words of the PGN standard.
fn termination(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.reason) {
        None => "unterminated",
        Some(Reason::Aborted) => "abandoned",
        Some(Reason::TimeForfeit | Reason::TimeWithoutMaterial) => "time forfeit",
        Some(reason) if reason.is_infraction() => "rules infraction",
        Some(_) => "normal",
    }
}

/// Time control as PGN writes it: seconds plus increment.
fn time_control(initial: i64, increment: i64) -> String {
    let seconds = |ms: i64| {
        let text = format!("{}.{:03}", ms / 1000, ms % 1000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    if increment > 0 { format!("{}+{}", seconds(initial), seconds(increment)) } else { seconds(initial) }
}

/// Duration for people: milliseconds below a second.
fn duration(ms: i64, language: Language) -> String {
    let message = if ms < 1000 {
        Message::new("record_milliseconds").number("count", ms)
    } else {
        Message::new("record_seconds").text("count", format!("{}.{}", ms / 1000, ms % 1000 / 100))
    };
    words::render(&message, language)
}

/// Name of an engine with the limits it plays by: "Minimax, depth 3".
fn engine_name(engine: &str, language: Language) -> String {
    let Ok(spec) = engine.parse::<EngineSpec>() else { return engine.to_owned() };
    let title = words::word(&format!("engine_name_{}", spec.name), language);
    let limits = ["depth", "sims", "nodes", "time"].into_iter().filter_map(|name| {
        let value = spec.get(name)?;
        let message = match (name, value.parse::<i64>()) {
            ("time", Ok(ms)) => return Some(duration(ms, language)),
            (_, Ok(count)) => Message::new(match name {
                "depth" => "record_engine_depth",
                "sims" => "record_engine_sims",
                _ => "record_engine_nodes",
            })
            .number("count", count),
            _ => return None,
        };
        Some(words::render(&message, language))
    });
    std::iter::once(title).chain(limits).collect::<Vec<_>>().join(", ")
}

/// The name with a capital first letter.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_have_a_persons_name_in_records() {
        assert_eq!(engine_name("minimax:depth=3", Language::En), "Minimax, depth 3");
        assert_eq!(
            engine_name("alphabeta:depth=4,table=off,time=2000", Language::Vi),
            "Alpha-beta, sâu 4, 2.0 s"
        );
        assert_eq!(engine_name("mcts:sims=20000", Language::En), "Monte Carlo (MCTS), 20000 simulations");
        assert_eq!(engine_name("greedy", Language::Vi), words::word("engine_name_greedy", Language::Vi));
    }

    #[test]
    fn times_are_written_as_pgn_and_people_do() {
        assert_eq!([time_control(600_000, 5_000), time_control(90_500, 0)], ["600+5", "90.5"]);
        assert_eq!([duration(350, Language::En), duration(12_340, Language::En)], ["350 ms", "12.3 s"]);
        assert_eq!(termination(Some(Outcome::draw(Reason::Aborted))), "abandoned");
        assert_eq!((termination(None), result_word(None)), ("unterminated", "*"));
    }
}
