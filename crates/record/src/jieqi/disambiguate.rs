//! ParsedMove a game whose text leaves turn-ups out, as `R1+1` does: what a piece became is told by what it is called
//! when it moves again.
//!
//! A piece turned up unrevealed stands on the board unknown. Where a later move may be such a piece's, the game is read on
//! under that guess; a move that cannot be played refutes it. All work is bounded.

use game::{Game, Line, Message, Notation, Position as _, ToMessage};
use jieqi::{Jieqi, Move, Position, Reveal, Role, Square};

use super::{JieqiMoveText, read_phrase, scene, told_reveal, understand};
use crate::xiangqi::traditional::{ParsedMove, TraditionalMove};
use crate::{GameError, MoveText, Moves};

/// Moves played and kept in all before the search gives up.
const WORK: usize = 400_000;

/// Reads a whole game from where the line stands.
pub fn read_game(
    line: &Line<Position>,
    moves: &[&str],
    notation: Notation,
) -> Result<Moves<Jieqi>, GameError> {
    let as_written = read_as_written(line.here(), moves, notation);
    let Err(refused) = as_written else { return as_written };
    let mut readings = Vec::with_capacity(moves.len());
    for (index, text) in moves.iter().enumerate() {
        match understand(text, notation) {
            Ok(Some(reading)) => readings.push(reading),
            // Coordinates leave nothing open.
            Ok(None) => return Err(refused),
            // A misspelt move stays one, whatever is left open before it.
            Err(message) => return Err(GameError { index, text: (*text).to_owned(), message }),
        }
    }
    let marked = readings.iter().any(|reading| reading.phrase.name.veiled);
    Search { root: line.here(), texts: moves, readings, marked, work: WORK }.run(refused)
}

/// Reads each move by itself and as it is written: an unmarked name is an open piece's.
fn read_as_written(root: &Position, moves: &[&str], notation: Notation) -> Result<Moves<Jieqi>, GameError> {
    let mut here = root.clone();
    let mut read = Vec::with_capacity(moves.len());
    for (index, text) in moves.iter().enumerate() {
        let played = match understand(text, notation) {
            Ok(Some(ParsedMove { phrase, alternative_role, tail })) => {
                let found =
                    scene(&here).resolve(phrase, alternative_role, text).map_err(|error| error.message());
                found.and_then(|mv| match told_reveal(&here, mv, tail, text) {
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
    readings: Vec<ParsedMove>,
    /// True if the record marks face-down pieces, so that an unmarked name is an open piece's wherever one can go there.
    marked: bool,
    /// Moves that may still be played or kept.
    work: usize,
}

/// A game read so far: its moves, and the positions before each and after the last.
struct Track {
    played: Moves<Jieqi>,
    path: Vec<Position>,
}

/// One way to go on.
struct Step {
    /// What unrevealed pieces were, by the plies they turned up at.
    guesses: Vec<(usize, Role)>,
    played: (Move, Reveal),
}

impl Track {
    fn here(&self) -> &Position {
        &self.path[self.played.len()]
    }

    /// The ply at which the unrevealed piece on a point turned up, to stand there since.
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
    /// The one game the texts tell; else why there is none. `refused` is where reading them one by one stopped.
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
            if let Some(&reading) = self.readings.get(index) {
                if index > furthest.index
                    && let Err(message) = read_phrase(track.here(), reading, self.texts[index])
                {
                    furthest = self.error(index, |_| message);
                }
            } else if let Some(first) = &found {
                if *first != track.played {
                    return Err(self.unsettled(first, &track.played));
                }
            } else {
                found = Some(track.played);
            }
        }
        found.ok_or(furthest)
    }

    /// Reads on from these moves as far as can be; the other ways on the way are left for later.
    fn follow(&mut self, played: &Moves<Jieqi>, pending: &mut Vec<Moves<Jieqi>>) -> Track {
        let mut track = Track { played: Vec::new(), path: vec![self.root.clone()] };
        if let Some(path) = self.walk(self.root, 0, played) {
            track.played.clone_from(played);
            track.path.extend(path);
        }
        while let Some(&reading) = self.readings.get(track.played.len()) {
            let mut steps = self.steps(&track, reading).into_iter();
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

    /// All ways to go on by a reading, the likeliest first.
    fn steps(&mut self, track: &Track, reading: ParsedMove) -> Vec<Step> {
        let mut steps = Vec::new();
        for phrase in meanings(reading) {
            self.add_steps(track, &[], phrase, |_| true, &mut steps);
            if phrase.name.veiled || (self.marked && !steps.is_empty()) {
                continue;
            }
            self.add_steps(track, &[], phrase.with_face_down(true), |_| true, &mut steps);
            self.add_guesses(track, phrase, &mut steps);
        }
        steps
    }

    /// The ways to go on if one unrevealed piece, or two of a tandem, were what the phrase calls them.
    fn add_guesses(&mut self, track: &Track, phrase: TraditionalMove, steps: &mut Vec<Step>) {
        let here = track.here();
        let side = here.turn();
        let role = phrase.name.role;
        let hidden = here.pool(side).count(role);
        let tandem = phrase.which.place.is_some();
        let on_file = |square: &Square| {
            tandem || phrase.which.file.is_none_or(|file| square.file_for(side) == usize::from(file))
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
                self.add_steps(track, &[(ply, role)], phrase, concerns, steps);
            }
            for &(other, other_ply) in &unrevealed[index + 1..] {
                if hidden > 1 && tandem && other.file() == square.file() {
                    self.add_steps(track, &[(ply, role), (other_ply, role)], phrase, concerns, steps);
                }
            }
        }
    }

    /// The moves a phrase stands for under some guesses, those that `concern` them.
    fn add_steps(
        &mut self,
        track: &Track,
        guesses: &[(usize, Role)],
        phrase: TraditionalMove,
        concerns: impl Fn(Move) -> bool,
        steps: &mut Vec<Step>,
    ) {
        let guessed = self.guessed(track, guesses);
        if guessed.is_none() && !guesses.is_empty() {
            return;
        }
        let here = guessed.as_ref().and_then(|(_, path)| path.last()).unwrap_or(track.here());
        let index = track.played.len();
        for mv in scene(here).legal(phrase).iter().filter(|&mv| concerns(mv)) {
            if let Ok(reveal) = told_reveal(here, mv, self.readings[index].tail, self.texts[index]) {
                steps.push(Step { guesses: guesses.to_vec(), played: (mv, reveal) });
            }
        }
    }

    /// The ply from which naming unrevealed pieces changes the game, and the positions after it and after each later ply,
    /// where all moves can still be played and read so. `None` without guesses.
    fn guessed(&mut self, track: &Track, guesses: &[(usize, Role)]) -> Option<(usize, Vec<Position>)> {
        let first = guesses.iter().map(|&(ply, _)| ply).min()?;
        let path = self.walk(&track.path[first], first, &named(track, guesses)[first..])?;
        Some((first, path))
    }

    /// The positions after each of these moves, played from the ply `first` on; `None` where one cannot be played
    /// or is not what its text says.
    fn walk(&mut self, from: &Position, first: usize, moves: &[(Move, Reveal)]) -> Option<Vec<Position>> {
        let mut path: Vec<Position> = Vec::with_capacity(moves.len());
        for (index, &(mv, reveal)) in moves.iter().enumerate() {
            let here = path.last().unwrap_or(from);
            let veiled = here.is_dark(mv.origin());
            let said = meanings(*self.readings.get(first + index)?).any(|phrase| {
                scene(here).legal(phrase.with_face_down(veiled)).iter().any(|legal| legal == mv)
            });
            if !said || !here.allows(mv, reveal) || self.work == 0 {
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

    /// Two games fit: the first move they differ in is left open.
    fn unsettled(&self, one: &Moves<Jieqi>, other: &Moves<Jieqi>) -> GameError {
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

/// The phrases a reading may be.
fn meanings(reading: ParsedMove) -> impl Iterator<Item = TraditionalMove> {
    let roles = [Some(reading.phrase.name.role), reading.alternative_role];
    roles.into_iter().flatten().map(move |role| reading.phrase.with_role(role))
}

/// The moves of a track with unrevealed pieces named.
fn named(track: &Track, guesses: &[(usize, Role)]) -> Moves<Jieqi> {
    let mut played = track.played.clone();
    for &(ply, role) in guesses {
        if let Some((_, reveal)) = played.get_mut(ply) {
            reveal.turned = Some(role);
        }
    }
    played
}
