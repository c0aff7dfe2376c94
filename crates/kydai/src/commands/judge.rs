//! `kydai judge`: the result of a game and the reason.

use serde_json::{Value as Json, json};
use table::{Color, Message, RepetitionPly, RepetitionReport, Side, Status, Study};

use crate::cli::Judge;
use crate::draw::{pad, width};
use crate::failure::Failure;
use crate::output::Output;
use crate::setup::{self, OpenGame};

pub fn run(asked: &Judge, output: &Output) -> Result<(), Failure> {
    let (OpenGame { mut study, .. }, notation) =
        setup::open_and_play(&asked.board, &asked.moves, &asked.notation)?;
    let written = study.ply();
    if let Some(ended) = study.ended_before() {
        while study.ply() > ended.ply && study.pop() {}
    }
    let status = study.status();
    let finding = Finding {
        // A case with another result than the game's (a draw claim after the end) does not explain it.
        case: study.repetition(notation).filter(|case| status.outcome.is_none_or(|end| end == case.verdict)),
        status,
        unjudged: written - study.ply(),
        study: study.as_ref(),
        output,
    };
    if output.json { output.print_json(&finding.json()) } else { output.print(&finding.text()) }
}

struct Finding<'a> {
    status: Status,
    case: Option<RepetitionReport>,
    /// Moves after the end of the game.
    unjudged: usize,
    study: &'a dyn Study,
    output: &'a Output,
}

impl Finding<'_> {
    fn text(&self) -> String {
        let mut lines = vec![
            self.output.render(&Message::new("judge_verdict").nest("verdict", self.verdict())),
            self.output.render(&Message::new("judge_reason").nest("reason", self.reason())),
        ];
        lines.extend(self.explanation().iter().map(|message| self.output.render(message)));
        if let Some(case) = self.case.as_ref() {
            lines.push(self.output.word("judge_cycle"));
            lines.extend(self.cycle(case));
            lines.push(self.output.render(&case.duty));
            lines.push(self.output.word(case.rule));
        }
        lines.extend(
            self.study
                .warnings()
                .iter()
                .map(|warning| self.output.label("cli_warning", &self.output.render(warning))),
        );
        lines.join("\n")
    }

    /// `red wins`, `draw`, `ongoing`.
    fn verdict(&self) -> Message {
        match self.status.outcome.map(|outcome| outcome.winner) {
            None => Message::new("verdict_ongoing"),
            Some(None) => Message::new("verdict_draw"),
            Some(Some(winner)) => Message::new(match self.study.spec().colors[winner.index()] {
                Color::Red => "verdict_red",
                Color::White => "verdict_white",
                Color::Black => "verdict_black",
            }),
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

    /// Explanation of the result, or the warning before it.
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

    /// Plies of the cycle: number, side, move and its conduct.
    fn cycle(&self, case: &RepetitionReport) -> Vec<String> {
        let spec = self.study.spec();
        let sides = Side::BOTH.map(|side| self.output.side(side, spec));
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
            return self.output.word(&key);
        }
        let chases: Vec<String> = ply.chases.iter().map(|chase| self.output.render(&chase.message)).collect();
        self.output.label(&key, &chases.join(&self.output.word("mark_semicolon")))
    }

    fn json(&self) -> Json {
        let explanation: Vec<String> =
            self.explanation().iter().map(|message| self.output.render(message)).collect();
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
                .map(|warning| self.output.message_json(warning)).collect::<Vec<_>>(),
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
            "rule": { "code": case.rule, "message": self.output.word(case.rule) },
            "summary": self.output.message_json(&case.summary),
            "cycle": cycle,
        })
    }

    fn ply_json(&self, ply: &RepetitionPly) -> Json {
        let chases: Vec<Json> = ply
            .chases
            .iter()
            .map(|chase| {
                json!({
                    "chaser": { "piece": self.output.word(&chase.chaser.piece), "square": chase.chaser.square },
                    "victim": { "piece": self.output.word(&chase.victim.piece), "square": chase.victim.square },
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
