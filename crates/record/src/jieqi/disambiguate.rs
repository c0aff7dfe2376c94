//! Reading games that omit reveals, as `R1+1` does: the role of a turned-up piece is inferred from its name in later
//! moves.
//!
//! A piece turned up with unknown role is on the board as unknown. Where a later move may be such a piece's, the game
//! is read on under that guess; an illegal move refutes it (backtracking search). The work is bounded.

use game::{Game, Line, Message, Notation, Position as _, ToMessage};
use jieqi::{Jieqi, Move, Position, Reveal, Role, Square};

use super::{JieqiMoveText, context, parse, resolve, stated_reveal};
use crate::xiangqi::traditional::{ParsedMove, TraditionalMove};
use crate::{GameError, MoveText, Moves};

/// Limit of moves played and stored before the search gives up.
const WORK: usize = 400_000;

/// Reads a whole game from the line's current position.
pub fn read_game(
    line: &Line<Position>,
    moves: &[&str],
    notation: Notation,
) -> Result<Moves<Jieqi>, GameError> {
    let as_written = read_as_written(line.here(), moves, notation);
    let Err(refused) = as_written else { return as_written };
    let mut parsed_moves = Vec::with_capacity(moves.len());
    for (index, text) in moves.iter().enumerate() {
        match parse(text, notation) {
            Ok(Some(parsed)) => parsed_moves.push(parsed),
            // Coordinates are unambiguous.
            Ok(None) => return Err(refused),
            // A malformed move cannot be repaired by any guess.
            Err(message) => return Err(GameError { index, text: (*text).to_owned(), message }),
        }
    }
    let marked = parsed_moves.iter().any(|parsed| parsed.description.name.face_down);
    Search { root: line.here(), texts: moves, parsed_moves, marked, work: WORK }.run(refused)
}

/// Reads each move by itself and as written: an unmarked name means a face-up piece.
fn read_as_written(root: &Position, moves: &[&str], notation: Notation) -> Result<Moves<Jieqi>, GameError> {
    let mut here = root.clone();
    let mut read = Vec::with_capacity(moves.len());
    for (index, text) in moves.iter().enumerate() {
        let played = match parse(text, notation) {
            Ok(Some(ParsedMove { description, alternative_role, reveals })) => {
                let found = context(&here)
                    .resolve(description, alternative_role, text)
                    .map_err(|error| error.message());
                found.and_then(|mv| match stated_reveal(&here, mv, reveals, text) {
                    Ok(reveal) => Ok((mv, reveal)),
                    Err(error) => Err(error.message()),
                })
            }
            _ => JieqiMoveText::read(&here, text, notation),
        };
        let (mv, reveal) =
            played.map_err(|message| GameError { index, text: (*text).to_owned(), message })?;
        here.play(mv, reveal, &mut ());
        read.push((mv, reveal));
    }
    Ok(read)
}

struct Search<'a> {
    root: &'a Position,
    texts: &'a [&'a str],
    parsed_moves: Vec<ParsedMove>,
    /// True if the record marks face-down pieces, so that an unmarked name means a face-up piece wherever one can
    /// move there.
    marked: bool,
    /// Remaining work budget.
    work: usize,
}

/// A partially read game: its moves, and the positions before each and after the last.
struct Track {
    played: Moves<Jieqi>,
    path: Vec<Position>,
}

/// One continuation.
struct Step {
    /// Guessed roles of unknown pieces, by the plies they turned up at.
    guesses: Vec<(usize, Role)>,
    played: (Move, Reveal),
}

impl Track {
    fn here(&self) -> &Position {
        &self.path[self.played.len()]
    }

    /// The ply at which the unknown piece on a point turned up.
    fn turned_up_at(&self, square: Square) -> Option<usize> {
        self.played.iter().rposition(|(mv, _)| mv.target() == square)
    }

    fn play(&mut self, mv: Move, reveal: Reveal) {
        let mut here = self.here().clone();
        here.play(mv, reveal, &mut ());
        self.path.push(here);
        self.played.push((mv, reveal));
    }
}

impl Search<'_> {
    /// Finds the one game the texts describe, or the reason why there is none. `refused` is the error of reading move
    /// by move.
    fn run(mut self, refused: GameError) -> Result<Moves<Jieqi>, GameError> {
        let mut furthest = refused;
        let mut found: Option<Moves<Jieqi>> = None;
        let mut pending: Vec<Moves<Jieqi>> = vec![Vec::new()];
        while let Some(played) = pending.pop() {
            let track = self.follow(&played, &mut pending);
            let index = track.played.len();
            if self.work == 0 {
                return Err(
                    self.error(furthest.index, |text| Message::new("move_jieqi_too_open").text("move", text))
                );
            }
            if let Some(&parsed) = self.parsed_moves.get(index) {
                if index > furthest.index
                    && let Err(message) = resolve(track.here(), parsed, self.texts[index])
                {
                    furthest = self.error(index, |_| message);
                }
            } else if let Some(first) = &found {
                if *first != track.played {
                    return Err(self.ambiguous(first, &track.played));
                }
            } else {
                found = Some(track.played);
            }
        }
        found.ok_or(furthest)
    }

    /// Reads on from these moves as far as possible; alternatives are pushed to `pending`.
    fn follow(&mut self, played: &Moves<Jieqi>, pending: &mut Vec<Moves<Jieqi>>) -> Track {
        let mut track = Track { played: Vec::new(), path: vec![self.root.clone()] };
        if let Some(path) = self.walk(self.root, 0, played) {
            track.played.clone_from(played);
            track.path.extend(path);
        }
        while let Some(&parsed) = self.parsed_moves.get(track.played.len()) {
            let mut steps = self.steps(&track, parsed).into_iter();
            let Some(first) = steps.next() else { break };
            for Step { guesses, played } in steps.rev() {
                self.work = self.work.saturating_sub(track.played.len());
                let mut other = named(&track, &guesses);
                other.push(played);
                pending.push(other);
            }
            if let Some((ply, path)) = self.guessed(&track, &first.guesses) {
                track.played = named(&track, &first.guesses);
                track.path.truncate(ply + 1);
                track.path.extend(path);
            }
            let (mv, reveal) = first.played;
            self.work = self.work.saturating_sub(1);
            if self.work == 0 {
                break;
            }
            track.play(mv, reveal);
        }
        track
    }

    /// All continuations of a parsed move, the likeliest first.
    fn steps(&mut self, track: &Track, parsed: ParsedMove) -> Vec<Step> {
        let mut steps = Vec::new();
        for description in meanings(parsed) {
            self.add_steps(track, &[], description, |_| true, &mut steps);
            if description.name.face_down || (self.marked && !steps.is_empty()) {
                continue;
            }
            self.add_steps(track, &[], description.with_face_down(true), |_| true, &mut steps);
            self.add_guesses(track, description, &mut steps);
        }
        steps
    }

    /// Continuations if one unknown piece, or two of a tandem, have the named role.
    fn add_guesses(&mut self, track: &Track, description: TraditionalMove, steps: &mut Vec<Step>) {
        let here = track.here();
        let side = here.turn();
        let role = description.name.role;
        let hidden = here.pool(side).count(role);
        let tandem = description.selector.place.is_some();
        let on_file = |square: &Square| {
            tandem || description.selector.file.is_none_or(|file| square.file_for(side) == usize::from(file))
        };
        let unrevealed: Vec<(Square, usize)> = (here.board().pieces(side, Role::Unknown).into_iter())
            .filter_map(Square::new)
            .filter(on_file)
            .filter_map(|square| Some((square, track.turned_up_at(square)?)))
            .collect();
        for (index, &(square, ply)) in unrevealed.iter().enumerate() {
            let concerns =
                |mv: Move| mv.origin() == square || (tandem && mv.origin().file() == square.file());
            if hidden > 0 {
                self.add_steps(track, &[(ply, role)], description, concerns, steps);
            }
            for &(other, other_ply) in &unrevealed[index + 1..] {
                if hidden > 1 && tandem && other.file() == square.file() {
                    self.add_steps(track, &[(ply, role), (other_ply, role)], description, concerns, steps);
                }
            }
        }
    }

    /// Legal moves matching a move text under some guesses, limited to those concerned by them.
    fn add_steps(
        &mut self,
        track: &Track,
        guesses: &[(usize, Role)],
        description: TraditionalMove,
        concerns: impl Fn(Move) -> bool,
        steps: &mut Vec<Step>,
    ) {
        let guessed = self.guessed(track, guesses);
        if guessed.is_none() && !guesses.is_empty() {
            return;
        }
        let here = guessed.as_ref().and_then(|(_, path)| path.last()).unwrap_or(track.here());
        let index = track.played.len();
        for mv in context(here).legal(description).iter().filter(|&mv| concerns(mv)) {
            if let Ok(reveal) = stated_reveal(here, mv, self.parsed_moves[index].reveals, self.texts[index]) {
                steps.push(Step { guesses: guesses.to_vec(), played: (mv, reveal) });
            }
        }
    }

    /// The first ply changed by the guesses, and the positions after it and each later ply, if all moves stay legal
    /// and match their texts. `None` without guesses.
    fn guessed(&mut self, track: &Track, guesses: &[(usize, Role)]) -> Option<(usize, Vec<Position>)> {
        let first = guesses.iter().map(|&(ply, _)| ply).min()?;
        let path = self.walk(&track.path[first], first, &named(track, guesses)[first..])?;
        Some((first, path))
    }

    /// Positions after each of these moves, played from ply `first` on; `None` if one is illegal or does not match
    /// its text.
    fn walk(&mut self, from: &Position, first: usize, moves: &[(Move, Reveal)]) -> Option<Vec<Position>> {
        let mut path: Vec<Position> = Vec::with_capacity(moves.len());
        for (index, &(mv, reveal)) in moves.iter().enumerate() {
            let here = path.last().unwrap_or(from);
            let face_down = here.is_dark(mv.origin());
            let matches_text = meanings(*self.parsed_moves.get(first + index)?).any(|description| {
                context(here).legal(description.with_face_down(face_down)).iter().any(|legal| legal == mv)
            });
            if !matches_text || !here.allows(mv, reveal) || self.work == 0 {
                return None;
            }
            self.work -= 1;
            let mut after = here.clone();
            after.play(mv, reveal, &mut ());
            path.push(after);
        }
        Some(path)
    }

    fn error(&self, index: usize, message: impl FnOnce(&str) -> Message) -> GameError {
        let text = self.texts.get(index).copied().unwrap_or_default();
        GameError { index, text: text.to_owned(), message: message(text) }
    }

    /// Error for two matching games: names the first move in which they differ.
    fn ambiguous(&self, one: &Moves<Jieqi>, other: &Moves<Jieqi>) -> GameError {
        let differ = |by: fn(&(Move, Reveal), &(Move, Reveal)) -> bool| {
            one.iter().zip(other).position(|(one, other)| by(one, other))
        };
        let index = differ(|one, other| one.0 != other.0).or(differ(|one, other| one != other)).unwrap_or(0);
        let candidates = [one, other].map(|moves| {
            let mut here = self.root.clone();
            moves[..index].iter().for_each(|&(mv, reveal)| here.play(mv, reveal, &mut ()));
            Jieqi::write_move(&here, moves[index].0, moves[index].1)
        });
        self.error(index, |text| {
            Message::new("move_jieqi_unsettled").text("move", text).text("candidates", candidates.join(", "))
        })
    }
}

/// The moves a parsed text may mean.
fn meanings(parsed: ParsedMove) -> impl Iterator<Item = TraditionalMove> {
    let roles = [Some(parsed.description.name.role), parsed.alternative_role];
    roles.into_iter().flatten().map(move |role| parsed.description.with_role(role))
}

/// Moves of a track with the guessed roles set.
fn named(track: &Track, guesses: &[(usize, Role)]) -> Moves<Jieqi> {
    let mut played = track.played.clone();
    for &(ply, role) in guesses {
        if let Some((_, reveal)) = played.get_mut(ply) {
            reveal.turned = Some(role);
        }
    }
    played
}
