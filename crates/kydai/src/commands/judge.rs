//! `kydai judge`: the verdict on a game, and why.

use serde_json::{Value as Json, json};
use table::{Message, RepetitionPly, RepetitionReport, Side, Status, Study};

use crate::cli::Judge;
use crate::desk::{self, Desk};
use crate::draw::{pad, width};
use crate::failure::Failure;
use crate::speech::Speech;

pub fn run(asked: &Judge, speech: &Speech) -> Result<(), Failure> {
    let (Desk { mut study, .. }, notation) =
        desk::open_and_play(&asked.board, &asked.moves, &asked.notation)?;
    let written = study.ply();
    if let Some(ended) = study.ended_before() {
        while study.ply() > ended.ply && study.pop() {}
    }
    let status = study.status();
    let finding = Finding {
        // A file whose verdict is not the one in force (a claim, once the game is over) explains nothing.
        case: study.repetition(notation).filter(|case| status.outcome.is_none_or(|end| end == case.verdict)),
        status,
        unjudged: written - study.ply(),
        study: study.as_ref(),
        speech,
    };
    if speech.json { speech.print_json(&finding.json()) } else { speech.print(&finding.text()) }
}

struct Finding<'a> {
    status: Status,
    case: Option<RepetitionReport>,
    /// Moves written after the end.
    unjudged: usize,
    study: &'a dyn Study,
    speech: &'a Speech,
}

impl Finding<'_> {
    fn text(&self) -> String {
        let mut lines = vec![
            self.speech.say(&Message::new("judge_verdict").nest("verdict", self.verdict())),
            self.speech.say(&Message::new("judge_reason").nest("reason", self.reason())),
        ];
        lines.extend(self.explanation().iter().map(|message| self.speech.say(message)));
        if let Some(case) = self.case.as_ref() {
            lines.push(self.speech.word("judge_cycle"));
            lines.extend(self.cycle(case));
            lines.push(self.speech.say(&case.duty));
            lines.push(self.speech.word(case.rule));
        }
        lines.extend(
            self.study
                .warnings()
                .iter()
                .map(|warning| self.speech.label("cli_warning", &self.speech.say(warning))),
        );
        lines.join("\n")
    }

    /// `red wins`, `draw`, `ongoing`.
    fn verdict(&self) -> Message {
        match self.status.outcome.map(|outcome| outcome.winner) {
            None => Message::new("verdict_ongoing"),
            Some(None) => Message::new("verdict_draw"),
            Some(Some(winner)) => match self.study.spec().sides[winner.index()] {
                "side_red" => Message::new("verdict_red"),
                "side_white" => Message::new("verdict_white"),
                _ => Message::new("verdict_black"),
            },
        }
    }

    fn reason(&self) -> Message {
        match self.status.outcome {
            Some(outcome) => {
                Message::new("judge_by").word("reason", format!("reason_{}", outcome.reason.code()))
            }
            None => Message::new("judge_no_reason"),
        }
    }

    /// Why the game is over, or what is to be said before it is.
    fn explanation(&self) -> Vec<Message> {
        let spec = self.study.spec();
        let name = |side: Side| spec.sides[side.index()];
        let mut lines = Vec::new();
        match self.status.outcome {
            Some(outcome) => lines.push(table::explain_outcome(&outcome, spec)),
            None => {
                let code = if self.status.check.is_some() { "status_turn_in_check" } else { "status_turn" };
                let turn = Message::new(code);
                lines.push(turn.word("side", name(self.status.turn)).number("count", self.status.legal));
            }
        }
        if let Some(claim) = self.status.claim {
            let claim_word = format!("reason_{}", claim.reason.code());
            let claim = Message::new("status_claim");
            lines.push(claim.word("side", name(self.status.turn)).word("reason", claim_word));
        }
        lines.extend(self.case.as_ref().map(|case| case.summary.clone()));
        if self.unjudged > 0 {
            lines.push(
                Message::new("judge_unjudged").number("ply", self.study.ply()).number("count", self.unjudged),
            );
        }
        lines
    }

    /// The cycle's plies: number, side, move, and what it did.
    fn cycle(&self, case: &RepetitionReport) -> Vec<String> {
        let spec = self.study.spec();
        let sides = Side::BOTH.map(|side| self.speech.side(side, spec));
        let side_width = sides.iter().map(|side| width(side)).max().unwrap_or(0);
        let move_width = case.plies.iter().map(|ply| width(&ply.text)).max().unwrap_or(0);
        let number_width = case.plies.iter().map(|ply| ply.number.to_string().len()).max().unwrap_or(0);
        let line = |ply: &RepetitionPly| {
            let number = format!("{:>number_width$}.", ply.number);
            let side = pad(&sides[ply.side.index()], side_width);
            format!("  {number} {side}  {}  {}", pad(&ply.text, move_width), self.conduct(ply))
        };
        case.plies.iter().map(line).collect()
    }

    fn conduct(&self, ply: &RepetitionPly) -> String {
        let key = format!("conduct_{}", ply.conduct);
        if ply.chases.is_empty() {
            return self.speech.word(&key);
        }
        let chases: Vec<String> = ply.chases.iter().map(|chase| self.speech.say(&chase.message)).collect();
        self.speech.label(&key, &chases.join(&self.speech.word("mark_semicolon")))
    }

    fn json(&self) -> Json {
        let explanation: Vec<String> =
            self.explanation().iter().map(|message| self.speech.say(message)).collect();
        json!({
            "verdict": self.status.outcome.map_or("ongoing", |outcome| outcome.code()),
            "reason": self.status.outcome.map_or("ongoing", |outcome| outcome.reason.code()),
            "game": self.study.spec().name,
            "plies": self.study.ply(),
            "unjudged": self.unjudged,
            "position": self.study.position(""),
            "turn": self.status.turn.code(),
            "claim": self.status.claim.map(|claim| claim.reason.code()),
            "explanation": explanation,
            "case": self.case.as_ref().map(|case| self.case_json(case)),
            "warnings": self.study.warnings().iter()
                .map(|warning| self.speech.message_json(warning)).collect::<Vec<_>>(),
        })
    }

    fn case_json(&self, case: &RepetitionReport) -> Json {
        let cycle: Vec<Json> = case.plies.iter().map(|ply| self.ply_json(ply)).collect();
        json!({
            "occurrences": case.occurrences,
            "limit": case.limit,
            "final": case.is_final(),
            "verdict": case.verdict.code(),
            "reason": case.verdict.reason.code(),
            "must_deviate": case.must_deviate.map(Side::code),
            "rule": { "code": case.rule, "message": self.speech.word(case.rule) },
            "summary": self.speech.message_json(&case.summary),
            "cycle": cycle,
        })
    }

    fn ply_json(&self, ply: &RepetitionPly) -> Json {
        let chases: Vec<Json> = ply
            .chases
            .iter()
            .map(|chase| {
                json!({
                    "chaser": { "man": self.speech.word(&chase.chaser.piece), "square": chase.chaser.square },
                    "victim": { "man": self.speech.word(&chase.victim.piece), "square": chase.victim.square },
                    "protected": chase.protected,
                    "throughout": chase.throughout,
                })
            })
            .collect();
        json!({
            "ply": ply.ply + 1,
            "number": ply.number,
            "side": ply.side.code(),
            "move": ply.text,
            "conduct": ply.conduct,
            "chases": chases,
        })
    }
}
