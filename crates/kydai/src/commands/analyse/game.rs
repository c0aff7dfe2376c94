//! A whole game: what every move was worth, and where it went wrong.

use serde_json::{Value as Json, json};
use table::{Message, Notation, OpinionLine, Side, Study};

use super::{Critic, score_json, score_text};
use crate::cli::Board;
use crate::desk;
use crate::draw::{pad, width};
use crate::failure::Failure;

/// Seconds for each move where nothing is said.
const SECONDS: f64 = 0.3;

/// Moves of a better line that are shown.
const SHOWN: usize = 8;

/// What a move threw away of the winning chances, and the sign for it.
const MARKS: [(f32, &str); 3] = [(0.3, "??"), (0.2, "?"), (0.1, "?!")];

/// What a position promises the side to move.
struct Promise {
    /// From 0 (lost) to 1 (won).
    expected: f32,
    /// The best line, where the game goes on.
    line: Option<OpinionLine>,
    depth: u32,
}

/// One move, weighed.
struct Weighed {
    ply: usize,
    side: Side,
    text: String,
    /// What the position promised before.
    before: Promise,
    /// How much of it the move gave away.
    drop: f32,
    mark: &'static str,
}

pub fn run(mut critic: Critic<'_>, played: Box<dyn Study>, board: &Board) -> Result<(), Failure> {
    let coordinates = played.moves(Notation::Uci);
    let texts = played.moves(critic.notation);
    drop(played);
    let mut study = desk::open(board)?.study;
    let columns = texts.iter().map(|text| width(text)).max().unwrap_or(0);
    let mut mistakes = [[0usize; 3]; 2];
    let mut moves: Vec<Json> = Vec::new();
    let first = study.first_turn();
    let start = study.position("");
    let mut before = promise(&mut critic, study.as_ref())?;
    for (ply, mv) in coordinates.iter().enumerate() {
        let side = study.status().turn;
        study.play(mv, Notation::Uci)?;
        let after = promise(&mut critic, study.as_ref())?;
        study.pop();
        let best = before.line.as_ref().and_then(|line| line.moves.first()) == Some(mv);
        let drop = if best { 0.0 } else { (before.expected - (1.0 - after.expected)).max(0.0) };
        let mark = MARKS.iter().position(|(limit, _)| drop >= *limit);
        if let Some(mark) = mark {
            mistakes[side.index()][mark] += 1;
        }
        let mark = mark.map_or("", |mark| MARKS[mark].1);
        let text = texts.get(ply).unwrap_or(mv).clone();
        let weighed = Weighed { ply, side, text, before, drop, mark };
        if critic.speech.json {
            moves.push(json_of(&weighed, mv, &after));
        } else {
            let score = after.score(side.other());
            let line = line_of(&critic, study.as_mut(), &weighed, first, &score, columns);
            critic.speech.print(&line)?;
        }
        study.play(mv, Notation::Uci)?;
        before = after;
    }
    let status = study.status();
    if critic.speech.json {
        return critic.speech.print_json(&json!({
            "game": study.spec().name,
            "start": start,
            "moves": moves,
            "verdict": status.outcome.map_or("ongoing", |outcome| outcome.code()),
            "reason": status.outcome.map(|outcome| outcome.reason.code()),
            "mistakes": {
                "first": counts(mistakes[0]),
                "second": counts(mistakes[1]),
            },
        }));
    }
    let mut lines = Vec::new();
    if let Some(outcome) = status.outcome {
        lines.push(critic.speech.say(&table::why(&outcome, study.spec())));
    }
    for side in Side::BOTH {
        let [blunders, mistakes, dubious] = mistakes[side.index()];
        let message = Message::new("analyse_mistakes")
            .word("side", study.spec().sides[side.index()])
            .number("dubious", dubious)
            .number("mistakes", mistakes)
            .number("blunders", blunders);
        lines.push(critic.speech.say(&message));
    }
    critic.speech.print(&lines.join("\n"))
}

/// What the position promises: by the rules where the game is over, else by thinking.
fn promise(critic: &mut Critic<'_>, study: &dyn Study) -> Result<Promise, Failure> {
    let status = study.status();
    if let Some(outcome) = status.outcome {
        let expected = match outcome.winner {
            None => 0.5,
            Some(winner) => f32::from(u8::from(winner == status.turn)),
        };
        return Ok(Promise { expected, line: None, depth: 0 });
    }
    let opinion = critic.think(study, 1, SECONDS)?;
    let line = opinion.lines.into_iter().next();
    let expected = line.as_ref().map_or(0.5, |line| line.chances[0] + line.chances[1] / 2.0);
    Ok(Promise { expected, line, depth: opinion.depth })
}

impl Promise {
    /// Its score from the first side's view; of a game that is over, its result.
    fn score(&self, turn: Side) -> String {
        match &self.line {
            Some(line) => score_text(line.score, turn),
            None if self.expected == 0.5 => "1/2-1/2".to_owned(),
            None if (self.expected > 0.5) == (turn == Side::First) => "1-0".to_owned(),
            None => "0-1".to_owned(),
        }
    }
}

/// `12. Red  C2=5 ??  -1.31   better: ...`
fn line_of(
    critic: &Critic<'_>,
    study: &mut dyn Study,
    weighed: &Weighed,
    first: Side,
    score: &str,
    columns: usize,
) -> String {
    let number = (weighed.ply + usize::from(first == Side::Second)) / 2 + 1;
    let sides = Side::BOTH.map(|side| critic.speech.side(side, study.spec()));
    let side_width = sides.iter().map(|side| width(side)).max().unwrap_or(0);
    let side = pad(&sides[weighed.side.index()], side_width);
    let text = pad(&weighed.text, columns);
    let mut out = format!("{number:>3}. {side}  {text} {:<2}  {score:>7}", weighed.mark);
    if let Some(line) = weighed.before.line.as_ref().filter(|_| !weighed.mark.is_empty()) {
        let shown = &line.moves[..line.moves.len().min(SHOWN)];
        let better = critic.write(study, shown, critic.notation).join(" ");
        let message = Message::new("analyse_better")
            .text("score", score_text(line.score, weighed.side))
            .text("line", better);
        out.push_str(&format!("  {}", critic.speech.say(&message)));
    }
    out.trim_end().to_owned()
}

fn json_of(weighed: &Weighed, mv: &str, after: &Promise) -> Json {
    let best = weighed.before.line.as_ref();
    json!({
        "ply": weighed.ply + 1,
        "side": weighed.side.code(),
        "move": mv,
        "text": weighed.text,
        "depth": weighed.before.depth,
        "score": best.map(|line| score_json(line.score)),
        "best": best.and_then(|line| line.moves.first()),
        "line": best.map(|line| &line.moves),
        "expected": weighed.before.expected,
        "expected_after": 1.0 - after.expected,
        "drop": weighed.drop,
        "mark": weighed.mark,
    })
}

fn counts([blunders, mistakes, dubious]: [usize; 3]) -> Json {
    json!({ "dubious": dubious, "mistakes": mistakes, "blunders": blunders })
}
