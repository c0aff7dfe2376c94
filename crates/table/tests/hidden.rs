//! Jieqi: no view contains hidden information, down to the last byte.

use std::collections::BTreeMap;

use game::{Random, Side};
use jieqi::{Deal, Nonces, Seed};
use table::{
    ClockRule, Command, Created, EventKind, Match, Permission, Permissions, Refusal, Secret, View, Viewer,
    games,
};

const VIEWERS: [Viewer; 3] = [Viewer::Seat(Side::First), Viewer::Seat(Side::Second), Viewer::Public];

fn created(options: &[(&str, &str)]) -> Created {
    Created {
        game: "jieqi".to_owned(),
        options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        setup: None,
        handicap: None,
        seats: ["An".to_owned(), "Bình".to_owned()],
        clock: ClockRule::Off,
        permissions: Permissions::FREE,
        deal: Some("deal 1".to_owned()),
    }
}

fn seed(number: u64) -> [u8; 32] {
    let mut random = Random::new(number);
    let mut bytes = [0; 32];
    bytes.iter_mut().for_each(|byte| *byte = random.below(256) as u8);
    bytes
}

fn open(number: u64, options: &[(&str, &str)]) -> Box<dyn Match> {
    let secret = Secret { seed: seed(number).to_vec(), nonces: [Vec::new(), Vec::new()] };
    games::by_name("jieqi").expect("jieqi").new_match(&created(options), Some(&secret)).expect("a match")
}

/// Actual pieces of the deal, from the same seed: square name to letter.
fn truth(number: u64) -> BTreeMap<String, char> {
    let start = jieqi::Position::start(&jieqi::Rules::default());
    let deal = Deal::draw(&Seed::new(seed(number)), Nonces::default(), &start).expect("a deal");
    deal.reveal().into_iter().map(|(square, piece)| (square.to_string(), piece.letter())).collect()
}

fn play(table: &mut dyn Match, seat: Side, mv: &str) -> Result<Vec<EventKind>, Refusal> {
    let events = table.decide(seat, &Command::Play(mv.to_owned()), 0)?;
    events.iter().for_each(|event| table.apply(event));
    Ok(events.into_iter().map(|event| event.kind).collect())
}

/// Complete content of a view as text.
fn bytes(view: &View) -> String {
    format!("{view:?}")
}

/// Observations of a viewer, computed from the deal and not from the views.
#[derive(Default)]
struct Observed {
    face_down: BTreeMap<String, char>,
    seen: [String; 3],
}

impl Observed {
    fn note(&mut self, mover: Side, mv: &str) {
        let (from, to) = mv.split_at(2);
        let turned = self.face_down.remove(from);
        let captured = self.face_down.remove(to);
        for (viewer, seen) in VIEWERS.iter().zip(&mut self.seen) {
            let known = if *viewer == Viewer::Seat(mover) { captured } else { captured.map(|_| '?') };
            seen.push_str(&format!("{mv} {turned:?} {known:?}; "));
        }
    }
}

#[test]
fn equal_observations_give_identical_views_for_any_deal() {
    // Lines that reveal pieces and capture face-down ones early: cannon captures first, then more of both.
    let scripts = [
        ["b2b9", "h7h0", "a0a1", "i9i8"],
        ["h2h9", "i9h9", "i0h0", "h9h0"],
        ["b0c2", "b7b0", "a0b0", "b9c7"],
        ["c3c4", "c6c5", "c4c5", "g6g5"],
    ];
    let mut compared = 0;
    for moves in scripts {
        let mut shown: [BTreeMap<String, (u64, String)>; 3] = Default::default();
        for number in 0..500 {
            let mut table = open(number, &[]);
            let mut observed = Observed { face_down: truth(number), ..Observed::default() };
            for (ply, mv) in moves.iter().enumerate() {
                let mover = Side::BOTH[ply % 2];
                // A reveal may make the next scripted move illegal.
                if play(table.as_mut(), mover, mv).is_err() {
                    break;
                }
                observed.note(mover, mv);
                for (index, viewer) in VIEWERS.into_iter().enumerate() {
                    let view = bytes(&table.view(viewer, 0));
                    let (other, before) = shown[index]
                        .entry(observed.seen[index].clone())
                        .or_insert_with(|| (number, view.clone()));
                    assert_eq!(*before, view, "{viewer:?}, deals {other} and {number}");
                    compared += usize::from(*other != number);
                }
            }
        }
    }
    assert!(compared > 5000, "only {compared} views could be compared");
}

#[test]
fn only_the_captor_learns_a_piece_captured_face_down() {
    let mut known = [0; 3];
    for number in 0..60 {
        let real = truth(number);
        let mut table = open(number, &[]);
        play(table.as_mut(), Side::First, "b2b9").expect("the cannon jumps");
        let (turned, captured) = (real["b2"], real["b9"]);
        let texts = VIEWERS.map(|viewer| table.view(viewer, 0).moves.join(" "));
        assert_eq!(texts[0], format!("b2b9{turned}{captured}"));
        for (index, text) in texts.iter().enumerate() {
            assert!(text.starts_with(&format!("b2b9{turned}")), "{text}");
            known[index] += usize::from(text.len() == 6 && text.ends_with(captured));
        }
    }
    assert_eq!(known, [60, 0, 0]);
}

#[test]
fn rule_options_reveal_captures_to_everyone_or_no_one() {
    for (value, expected) in [("all", [true, true, true]), ("none", [false, false, false])] {
        let real = truth(5);
        let mut table = open(5, &[("captured", value)]);
        play(table.as_mut(), Side::First, "b2b9").expect("the cannon jumps");
        let known = VIEWERS
            .map(|viewer| table.view(viewer, 0).moves[0] == format!("b2b9{}{}", real["b2"], real["b9"]));
        assert_eq!(known, expected, "{value}");
    }
}

#[test]
fn events_do_not_contain_reveals() {
    let mut table = open(3, &[]);
    let events = play(table.as_mut(), Side::First, "b2b9").expect("the cannon jumps");
    assert_eq!(events, [EventKind::Moved("b2b9".to_owned())]);
}

#[test]
fn a_player_cannot_choose_the_reveal() {
    for number in 0..20 {
        let real = truth(number)["a0"];
        for letter in ['R', 'C', 'P'] {
            let mut table = open(number, &[]);
            play(table.as_mut(), Side::First, &format!("a0a1{letter}"))
                .expect("a legal move, whatever it wishes");
            assert_eq!(table.view(Viewer::Public, 0).moves, [format!("a0a1{real}")]);
        }
    }
}

#[test]
fn a_reveal_cannot_be_taken_back_freely() {
    let mut table = open(1, &[]);
    assert_eq!(table.created().permissions.take_back, Permission::Free);
    play(table.as_mut(), Side::First, "a0a1").expect("a reveal");
    let refused = table.decide(Side::First, &Command::TakeBack(None), 0);
    assert_eq!(refused, Err(Refusal::AlreadySeen));
}

#[test]
fn a_reveal_taken_back_knowingly_stays_known_and_is_noted() {
    let mut table = open(1, &[]);
    play(table.as_mut(), Side::First, "a0a1").expect("a reveal");
    assert!(!table.assistance(Side::First).peeked);
    let events = table.decide(Side::First, &Command::TakeBackSeen(None), 0).expect("knowingly");
    events.iter().for_each(|event| table.apply(event));
    assert_eq!(table.view(Viewer::Public, 0).moves.len(), 0);
    assert_eq!(table.view(Viewer::Seat(Side::First), 0).seen.len(), 1);
    let had = table.assistance(Side::First);
    assert!(had.peeked && had.take_backs == 1 && !table.assistance(Side::Second).peeked);
}

#[test]
fn a_reveal_taken_back_by_consent_stays_known_to_those_who_saw_it() {
    let real = truth(1);
    let secret = Secret { seed: seed(1).to_vec(), nonces: [Vec::new(), Vec::new()] };
    let fair = Created { permissions: Permissions::BY_CONSENT, ..created(&[]) };
    let mut table = games::by_name("jieqi").expect("jieqi").new_match(&fair, Some(&secret)).expect("a match");
    play(table.as_mut(), Side::First, "b2b9").expect("the cannon jumps");
    let fresh = VIEWERS.map(|viewer| table.view(viewer, 0).seen);
    assert!(fresh.iter().all(Vec::is_empty));
    for (seat, command) in
        [(Side::First, Command::TakeBack(None)), (Side::Second, Command::Answer { accept: true })]
    {
        let events = table.decide(seat, &command, 0).expect("both allow it");
        events.iter().for_each(|event| table.apply(event));
    }
    let letter = |square: &str| real[square].to_ascii_uppercase();
    let (b2, b9) = ((2 * 9 + 1, letter("b2")), (9 * 9 + 1, letter("b9")));
    let seen = VIEWERS.map(|viewer| table.view(viewer, 0).seen);
    assert_eq!(seen, [vec![b2, b9], vec![b2], vec![b2]], "the captor alone saw what it captured");
    // The same piece is revealed again; nothing hidden is left on that square.
    play(table.as_mut(), Side::First, "b2b6").expect("the cannon moves");
    assert_eq!(table.view(Viewer::Public, 0).moves, [format!("b2b6{}", real["b2"])]);
    assert_eq!(VIEWERS.map(|viewer| table.view(viewer, 0).seen), [vec![b9], vec![], vec![]]);
}

#[test]
fn a_match_of_jieqi_requires_its_secret() {
    let book = games::by_name("jieqi").expect("jieqi");
    assert_eq!(
        book.new_match(&created(&[]), None).err().map(|error| error.code),
        Some("deal_secret_missing")
    );
    let short = Secret { seed: vec![1; 8], nonces: [Vec::new(), Vec::new()] };
    let refused = book.new_match(&created(&[]), Some(&short)).err().map(|error| error.code);
    assert_eq!(refused, Some("deal_seed_length"));
}
