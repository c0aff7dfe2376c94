//! Conformance tests: the laws (properties) every game must satisfy, checked on random games. A violation panics and
//! reports the position.

mod observed_board;

use std::fmt::Display;
use std::num::NonZeroU16;

use observed_board::ObservedBoard;

use crate::{
    Game, Line, Message, Move, MoveList, MoveOf, Position, Random, Reason, RevealList, RevealOf, RulesOf,
    Tactics,
};

/// Random 16-bit moves checked against `is_legal` at every position; the last position of each game checks all
/// 65,535.
const RAW_SAMPLES: usize = 64;
/// Reveal lists with a larger total weight are checked at their ends only.
const TICKETS: u32 = 4096;

/// Plays `games` random games of at most `plies` plies from the start under the default rules, and checks every law
/// at every position.
///
/// # Panics
/// On a violation, with the law, the position, the move and the moves that led there.
pub fn uphold<G: Game>(seed: u64, games: usize, plies: usize) {
    options_are_consistent::<G>();
    let rules = RulesOf::<G>::default();
    uphold_from::<G>(&G::start(&rules), &rules, seed, games, plies);
}

/// Same as [`uphold`] from a given position: an ending, a setup with unusual pieces, other rules.
///
/// # Panics
/// As [`uphold`].
pub fn uphold_from<G: Game>(root: &G::Position, rules: &RulesOf<G>, seed: u64, games: usize, plies: usize) {
    let mut random = Random::new(seed);
    for _ in 0..games {
        let mut line = Line::<G::Position>::new(root.clone(), *rules);
        let mut observed = ObservedBoard::new::<G>(root);
        loop {
            let context = Context::<G> { line: &line, mv: None };
            let moves = moves_are_the_legal_ones(context, &mut random);
            outcomes_agree_with_moves(context, &moves);
            text_preserves_the_position(context, &moves);
            occurrences_are_counted_completely(context, &moves);
            observed.matches_picture(context);
            for &mv in &moves {
                let context = context.with(mv);
                let reveals = reveals_are_a_distribution(context, mv);
                let reveal = draw(&reveals, &mut random);
                let drawn = reveal.map_or(Vec::new(), |reveal| vec![reveal]);
                move_text_round_trips(context, mv, &drawn);
            }
            let over = line.ply() >= plies || line.outcome().is_some();
            let next = random.pick(&moves).copied().filter(|_| !over);
            let Some(mv) = next else {
                every_raw_move_is_checked(Context::<G> { line: &line, mv: None }, &moves);
                break;
            };
            let reveals = reveals_are_a_distribution(Context::<G> { line: &line, mv: Some(mv) }, mv);
            let Some(reveal) = draw(&reveals, &mut random) else { break };
            taking_back_restores::<G>(&mut line, mv, reveal);
            observed.play::<G>(&mut line, mv, reveal);
        }
    }
}

/// Checks the laws of [`Tactics`] on the same kind of random games.
///
/// # Panics
/// As [`uphold`].
pub fn uphold_tactics<G: Game<Position: Tactics>>(seed: u64, games: usize, plies: usize) {
    let rules = RulesOf::<G>::default();
    let mut random = Random::new(seed);
    for _ in 0..games {
        let mut line = Line::<G::Position>::new(G::start(&rules), rules);
        while line.ply() < plies && line.outcome().is_none() {
            let moves = tactics_agree_with_rules(Context::<G> { line: &line, mv: None });
            let Some(&mv) = random.pick(&moves) else { break };
            let reveals = reveals_are_a_distribution(Context::<G> { line: &line, mv: Some(mv) }, mv);
            let Some(reveal) = draw(&reveals, &mut random) else { break };
            line.push(mv, reveal);
        }
    }
}

/// Position and move under test, for the message of a violation.
struct Context<'a, G: Game> {
    line: &'a Line<G::Position>,
    mv: Option<MoveOf<G>>,
}

impl<G: Game> Clone for Context<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Context<'_, G> {}

impl<'a, G: Game> Context<'a, G> {
    fn here(self) -> &'a G::Position {
        self.line.here()
    }

    fn with(self, mv: MoveOf<G>) -> Self {
        Context { mv: Some(mv), ..self }
    }

    fn demand(self, holds: bool, law: impl FnOnce() -> String) {
        if !holds {
            self.broken(&law());
        }
    }

    fn must<T, E: Display>(self, result: Result<T, E>, law: impl FnOnce() -> String) -> T {
        match result {
            Ok(value) => value,
            Err(error) => self.broken(&format!("{}: {error}", law())),
        }
    }

    fn broken(self, law: &str) -> ! {
        let played: Vec<String> = self
            .line
            .steps()
            .iter()
            .enumerate()
            .filter_map(|(ply, step)| Some(G::write_move(self.line.at(ply), step.mv?, step.reveal?)))
            .collect();
        panic!(
            "a law of {} is broken: {law}\n  position: {}\n  move: {:?}\n  after: {}",
            G::spec().name,
            G::write_position(self.here(), default_dialect::<G>()),
            self.mv,
            played.join(" "),
        );
    }
}

/// The game's default dialect.
fn default_dialect<G: Game>() -> &'static str {
    G::spec().dialects.first().copied().unwrap_or_default()
}

fn draw<F: Copy>(reveals: &RevealList<F>, random: &mut Random) -> Option<F> {
    reveals.draw(random.below(reveals.total() as usize) as u32)
}

fn options_are_consistent<G: Game>() {
    let spec = G::spec();
    assert!(!spec.dialects.is_empty(), "{} names no dialect", spec.name);
    assert!(
        matches!(G::rules(&[]), Ok(rules) if rules == RulesOf::<G>::default()),
        "no option means the default"
    );
    let defaults: Vec<_> = spec.options.iter().map(|option| (option.name, option.default)).collect();
    assert!(
        matches!(G::rules(&defaults), Ok(rules) if rules == RulesOf::<G>::default()),
        "the options' defaults are the default rules"
    );
    for option in spec.options {
        for value in option.values {
            let read: Result<_, Message> = G::rules(&[(option.name, value)]);
            assert!(read.is_ok(), "{} does not take {}={value}: {:?}", spec.name, option.name, read.err());
        }
    }
    assert!(G::rules(&[("no such option", "1")]).is_err(), "{} takes an option it does not know", spec.name);
}

fn moves_are_the_legal_ones<G: Game>(context: Context<'_, G>, random: &mut Random) -> MoveList<MoveOf<G>> {
    let here = context.here();
    let mut moves = MoveList::new();
    here.legal_moves(&mut moves);
    let count = here.count_legal();
    context
        .demand(count == moves.len(), || format!("{} moves are generated but {count} counted", moves.len()));
    let squares = G::spec().files * G::spec().ranks;
    for (index, &mv) in moves.iter().enumerate() {
        let context = context.with(mv);
        context.demand(!moves[..index].contains(&mv), || "a move is generated twice".into());
        context.demand(here.is_legal(mv), || "a generated move is not legal".into());
        context.demand(MoveOf::<G>::from_raw(mv.raw()) == Some(mv), || {
            "a move is not made again from its bits".into()
        });
        context.demand(mv.from() < squares && mv.to() < squares, || "a move leaves the board".into());
    }
    for _ in 0..RAW_SAMPLES {
        if let Some(raw) = NonZeroU16::new(random.bits() as u16) {
            raw_move_is_checked(context, raw, &moves);
        }
    }
    moves
}

fn every_raw_move_is_checked<G: Game>(context: Context<'_, G>, moves: &[MoveOf<G>]) {
    for raw in (1..=u16::MAX).filter_map(NonZeroU16::new) {
        raw_move_is_checked(context, raw, moves);
    }
}

fn raw_move_is_checked<G: Game>(context: Context<'_, G>, raw: NonZeroU16, moves: &[MoveOf<G>]) {
    if let Some(mv) = MoveOf::<G>::from_raw(raw) {
        let (legal, generated) = (context.here().is_legal(mv), moves.contains(&mv));
        context.with(mv).demand(legal == generated, || {
            format!("the bits {raw:#06x} are legal: {legal}, but generated: {generated}")
        });
    }
}

fn outcomes_agree_with_moves<G: Game>(context: Context<'_, G>, moves: &[MoveOf<G>]) {
    let here = context.here();
    let Some(outcome) = here.outcome() else {
        return context.demand(!moves.is_empty(), || "no move is left and the game goes on".into());
    };
    if matches!(outcome.reason, Reason::Checkmate | Reason::Stalemate) {
        context.demand(moves.is_empty(), || format!("{:?} with moves left", outcome.reason));
        context.demand(outcome.winner != Some(here.turn()), || {
            format!("{:?} won by its victim", outcome.reason)
        });
    }
}

fn text_preserves_the_position<G: Game>(context: Context<'_, G>, moves: &[MoveOf<G>]) {
    let here = context.here();
    for (index, dialect) in G::spec().dialects.iter().enumerate() {
        let text = G::write_position(here, dialect);
        let read = context
            .must(G::read_position(&text, context.line.rules()), || format!("{dialect} {text:?} is unread"));
        let again = G::write_position(&read.position, dialect);
        context.demand(again == text, || format!("{dialect} {text:?} comes back as {again:?}"));
        context.demand(read.position.turn() == here.turn(), || {
            format!("{dialect} {text:?} turns the side to move")
        });
        if index == 0 {
            let back = &read.position;
            context.demand(back.key() == here.key(), || format!("{text:?} is read with another key"));
            context.demand(back.outcome() == here.outcome(), || {
                format!("{text:?} is read with another outcome")
            });
            let mut same = MoveList::new();
            back.legal_moves(&mut same);
            context.demand(sorted(&same) == sorted(moves), || format!("{text:?} is read with other moves"));
            context.demand(G::picture(back) == G::picture(here), || {
                format!("{text:?} is read with another picture")
            });
        }
    }
}

/// `is_irreversible` lets a line stop looking back for repetitions: it must not stop too early. And positions with
/// equal keys must be equal.
fn occurrences_are_counted_completely<G: Game>(context: Context<'_, G>, moves: &[MoveOf<G>]) {
    let (line, here) = (context.line, context.here());
    let earlier: Vec<usize> = (0..line.ply()).filter(|&ply| line.keys()[ply] == here.key()).collect();
    let (all, seen) = (earlier.len() + 1, line.occurrences());
    context.demand(all == seen, || format!("the position occurred {all} times, the line counts {seen}"));
    if let Some(&ply) = earlier.last() {
        let before = line.at(ply);
        let mut old = MoveList::new();
        before.legal_moves(&mut old);
        let same = before.turn() == here.turn()
            && G::picture(before) == G::picture(here)
            && sorted(&old) == sorted(moves);
        context.demand(same, || format!("the key is that of ply {ply}, the position is not"));
    }
}

fn sorted<M: Move>(moves: &[M]) -> Vec<M> {
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves
}

fn reveals_are_a_distribution<G: Game>(context: Context<'_, G>, mv: MoveOf<G>) -> RevealList<RevealOf<G>> {
    let here = context.here();
    let mut reveals = RevealList::new();
    here.reveals(mv, &mut reveals);
    let list: Vec<_> = reveals.iter().collect();
    context.demand(!list.is_empty() && reveals.total() > 0, || "a legal move has no reveal".into());
    context.demand(reveals.total() == list.iter().map(|(_, weight)| weight).sum(), || {
        "weights miss the total".into()
    });
    for (index, (reveal, _)) in list.iter().enumerate() {
        let before = &list[..index];
        context.demand(!before.iter().any(|(other, _)| other == reveal), || {
            format!("{reveal:?} is listed twice")
        });
    }
    if G::Position::DETERMINISTIC {
        let only = list.len() == 1 && list[0].0 == here.unrevealed(mv);
        context.demand(only, || format!("a deterministic game offers the reveals {list:?}"));
    }
    if reveals.total() <= TICKETS {
        for (reveal, weight) in &list {
            let drawn = (0..reveals.total()).filter(|&ticket| reveals.draw(ticket) == Some(*reveal)).count();
            context.demand(drawn == *weight as usize, || {
                format!("{reveal:?} weighs {weight}, drawn {drawn} times")
            });
        }
    }
    context.demand(reveals.draw(reveals.total() - 1).is_some(), || "the last ticket draws nothing".into());
    context
        .demand(reveals.draw(reveals.total()).is_none(), || "a ticket past the last draws a reveal".into());
    reveals
}

fn move_text_round_trips<G: Game>(context: Context<'_, G>, mv: MoveOf<G>, drawn: &[RevealOf<G>]) {
    let here = context.here();
    for reveal in drawn.iter().copied().chain([here.unrevealed(mv)]) {
        let text = G::write_move(here, mv, reveal);
        let read = context.must(G::read_move(here, &text), || format!("{text:?} is unread"));
        context.demand(read == (mv, reveal), || format!("{text:?} with {reveal:?} comes back as {read:?}"));
    }
}

fn taking_back_restores<G: Game>(line: &mut Line<G::Position>, mv: MoveOf<G>, reveal: RevealOf<G>) {
    let before = line.clone();
    let context = Context::<G> { line: &before, mv: Some(mv) };
    line.push(mv, reveal);
    context.demand(line.here().turn() != before.here().turn(), || "a move keeps the turn".into());
    context.demand(line.pop(), || "a step cannot be taken back".into());
    let text = |here| G::write_position(here, default_dialect::<G>());
    context.demand(text(line.here()) == text(before.here()), || "taking back leaves another position".into());
    context.demand(line.keys() == before.keys(), || "taking back leaves other keys".into());
    context.demand(line.ply() == before.ply(), || "taking back leaves another length".into());
}

fn tactics_agree_with_rules<G: Game<Position: Tactics>>(context: Context<'_, G>) -> MoveList<MoveOf<G>> {
    let here = context.here();
    let (mut moves, mut noisy, mut quiet) = (MoveList::new(), MoveList::new(), MoveList::new());
    here.legal_moves(&mut moves);
    here.noisy_moves(&mut noisy);
    here.quiet_moves(&mut quiet);
    let marked = G::Position::MARKS_CHECK && here.in_check();
    context.demand(G::picture(here).check.is_some() == marked, || "the picture shows another check".into());
    shortcuts_agree_with_rules(context, &moves, &quiet);
    let whole = noisy.len() + quiet.len() == moves.len();
    context.demand(whole, || "noisy and quiet moves are not all moves, each once".into());
    for &mv in &moves {
        let context = context.with(mv);
        let (is_noisy, is_quiet) = (noisy.contains(&mv), quiet.contains(&mv));
        context
            .demand(is_noisy != is_quiet, || format!("a move is noisy: {is_noisy}, and quiet: {is_quiet}"));
        context.demand(is_noisy || !here.is_capture(mv), || "a capture is quiet".into());
        context.demand(is_noisy == here.is_noisy(mv), || {
            format!("is_noisy is {}, but the list of noisy moves disagrees", here.is_noisy(mv))
        });
        let promotes = here.arrival(mv) != here.mover(mv);
        context.demand(is_noisy || !promotes, || "a promotion is quiet".into());
        context
            .demand(promotes || !here.is_underpromotion(mv), || "an underpromotion is no promotion".into());
        let mut after = here.clone();
        after.play(mv, here.unrevealed(mv), &mut ());
        let (predicted, gives) = (here.gives_check(mv), after.in_check());
        context.demand(predicted == gives, || {
            format!("gives_check is {predicted}, but after the move in_check is {gives}")
        });
        if let (true, Some(key)) = (G::Position::DETERMINISTIC, here.key_after(mv)) {
            context.demand(key == after.key(), || "key_after differs from the key after the move".into());
        }
        let fewer = pieces::<G>(&after) < pieces::<G>(here);
        context.demand(fewer == here.is_capture(mv), || {
            format!("is_capture is {}, but the piece count disagrees", here.is_capture(mv))
        });
    }
    if let Some(passed) = here.pass() {
        context.demand(!here.in_check(), || "a turn is handed over in check".into());
        context.demand(passed.turn() != here.turn(), || "a pass keeps the turn".into());
        context.demand(passed.key() != here.key(), || "a pass keeps the key".into());
    }
    moves
}

/// What the search is told without a search of its own: moves that win at once, evasions, candidates.
fn shortcuts_agree_with_rules<G: Game<Position: Tactics>>(
    context: Context<'_, G>,
    moves: &[MoveOf<G>],
    quiet: &[MoveOf<G>],
) {
    let here = context.here();
    let after = |mv: MoveOf<G>| {
        let mut after = here.clone();
        after.play(mv, here.unrevealed(mv), &mut ());
        after
    };
    let wins = |mv: MoveOf<G>| after(mv).outcome().is_some_and(|end| end.winner == Some(here.turn()));
    if let Some(mv) = here.winning_move() {
        context.with(mv).demand(moves.contains(&mv) && wins(mv), || "the winning move does not win".into());
    } else if G::Position::KNOWS_WINNING_MOVE {
        let missed = moves.iter().copied().find(|&mv| wins(mv));
        context.demand(missed.is_none(), || format!("{missed:?} wins, and is not known"));
    }
    let (mut evasions, mut candidates) = (MoveList::new(), MoveList::new());
    here.evasions(&mut evasions);
    here.candidate_quiets(&mut candidates);
    context.demand(moves.is_empty() || !here.in_check() || !evasions.is_empty(), || "no evasions".into());
    context.demand(evasions.iter().all(|mv| moves.contains(mv)), || "an evasion is not legal".into());
    context.demand(candidates.iter().all(|mv| quiet.contains(mv)), || "a candidate is not quiet".into());
    for &mv in moves.iter().filter(|mv| here.in_check() && !evasions.contains(mv)) {
        let lost = after(mv).winning_move().is_some() && !wins(mv);
        context.with(mv).demand(lost || here.winning_move().is_some(), || {
            "a reply is not among the evasions, and does not lose at once".into()
        });
    }
}

fn pieces<G: Game>(here: &G::Position) -> usize {
    G::picture(here).pieces.iter().flatten().count()
}
