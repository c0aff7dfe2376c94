//! Matches as events: decisions, views, and replay of the events.

use game::{Random, Reason, Side};
use table::{
    ClockRule, Command, Created, Event, EventKind, Match, Millis, Offer, Outcome, Permission, Permissions,
    Refusal, Rulebook, Secret, Viewer, games,
};

const VIEWERS: [Viewer; 3] = [Viewer::Seat(Side::First), Viewer::Seat(Side::Second), Viewer::Public];

fn created(game: &str, clock: ClockRule, permissions: Permissions) -> Created {
    Created {
        game: game.to_owned(),
        options: Vec::new(),
        setup: None,
        handicap: None,
        seats: ["An".to_owned(), "Bình".to_owned()],
        clock,
        permissions,
        deal: None,
    }
}

/// Secret for games with hidden pieces; the others ignore it.
fn secret() -> Secret {
    Secret { seed: vec![7; 32], nonces: [b"an".to_vec(), b"binh".to_vec()] }
}

/// Match with its event log.
struct Room {
    table: Box<dyn Match>,
    log: Vec<Event>,
    now: Millis,
}

impl Room {
    fn open(created: &Created) -> Room {
        let book = games::by_name(&created.game).expect("a game");
        let table = book.new_match(created, Some(&secret())).expect("a match");
        Room { table, log: Vec::new(), now: 0 }
    }

    fn with(game: &str, permissions: Permissions) -> Room {
        Room::open(&created(game, ClockRule::Off, permissions))
    }

    fn from(game: &str, setup: &str, clock: ClockRule) -> Room {
        let mut created = created(game, clock, Permissions::BY_CONSENT);
        created.setup = Some(setup.to_owned());
        Room::open(&created)
    }

    fn ask(&mut self, seat: Side, command: &Command) -> Result<Vec<EventKind>, Refusal> {
        let events = self.table.decide(seat, command, self.now)?;
        for event in &events {
            self.table.apply(event);
        }
        // Nothing depends on whether the match was packed.
        self.table.pack();
        self.log.extend(events.iter().cloned());
        Ok(events.into_iter().map(|event| event.kind).collect())
    }

    /// Plays moves in turn, each of which must be accepted.
    fn play(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            let turn = self.view(Viewer::Public).turn;
            self.ask(turn, &Command::Play(mv.to_owned()))
                .unwrap_or_else(|refusal| panic!("{mv}: {refusal:?}"));
        }
    }

    fn view(&self, viewer: Viewer) -> table::View {
        self.table.view(viewer, self.now)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.view(Viewer::Public).outcome
    }
}

fn win(winner: Side, reason: Reason) -> Option<Outcome> {
    Some(Outcome::win(winner, reason))
}

#[test]
fn a_move_is_played_by_the_side_whose_move_it_is() {
    let mut room = Room::with("xiangqi", Permissions::BY_CONSENT);
    assert_eq!(room.ask(Side::Second, &Command::Play("h7e7".to_owned())), Err(Refusal::NotYourTurn));
    let illegal = room.ask(Side::First, &Command::Play("h2h1h0".to_owned()));
    assert!(matches!(illegal, Err(Refusal::Move(_))), "{illegal:?}");
    assert_eq!(
        room.ask(Side::First, &Command::Play("H2E2".to_owned())),
        Ok(vec![EventKind::Moved("h2e2".to_owned())])
    );
    let view = room.view(Viewer::Seat(Side::Second));
    assert_eq!(view.moves, ["h2e2"]);
    assert_eq!(view.turn, Side::Second);
    assert!(view.legal.contains(&"h9g7".to_owned()));
    assert!(room.view(Viewer::Seat(Side::First)).legal.is_empty());
    assert!(room.view(Viewer::Public).legal.is_empty());
}

#[test]
fn mate_ends_the_match_with_the_move_that_gives_it() {
    let mut room = Room::with("chess", Permissions::BY_CONSENT);
    room.play("f2f3 e7e5 g2g4");
    let events = room.ask(Side::Second, &Command::Play("d8h4".to_owned())).expect("mate");
    assert_eq!(events[1..], [EventKind::Ended(Outcome::win(Side::Second, Reason::Checkmate))]);
    assert_eq!(room.ask(Side::First, &Command::Resign), Err(Refusal::Over));
}

#[test]
fn resignation_wins_for_the_opponent() {
    let mut room = Room::with("toy", Permissions::BY_CONSENT);
    room.ask(Side::Second, &Command::Resign).expect("giving up is always allowed");
    assert_eq!(room.outcome(), win(Side::First, Reason::Resignation));
}

#[test]
fn a_draw_is_agreed_by_offer_and_answer() {
    let mut room = Room::with("chess", Permissions::BY_CONSENT);
    room.play("e2e4");
    assert_eq!(room.ask(Side::Second, &Command::Answer { accept: true }), Err(Refusal::NoOffer));
    room.ask(Side::First, &Command::OfferDraw).expect("an offer");
    assert_eq!(room.ask(Side::First, &Command::Answer { accept: true }), Err(Refusal::NoOffer));
    assert_eq!(room.ask(Side::First, &Command::OfferDraw), Err(Refusal::OfferWaits));
    room.ask(Side::Second, &Command::Answer { accept: false }).expect("a no");
    assert_eq!(room.ask(Side::First, &Command::OfferDraw), Err(Refusal::DeclinedJustNow));
    room.play("e7e5 g1f3");
    room.ask(Side::First, &Command::OfferDraw).expect("the board has changed");
    room.ask(Side::Second, &Command::OfferDraw).expect("offering the same back is a yes");
    assert_eq!(room.outcome(), Some(Outcome::draw(Reason::Agreement)));
}

#[test]
fn playing_on_declines_an_offer() {
    let mut room = Room::with("chess", Permissions::BY_CONSENT);
    room.ask(Side::First, &Command::OfferDraw).expect("an offer with the move");
    room.play("e2e4");
    assert_eq!(room.view(Viewer::Public).offer, Some((Side::First, Offer::Draw)));
    room.play("e7e5");
    assert_eq!(room.view(Viewer::Public).offer, None);
}

#[test]
fn between_people_a_move_is_taken_back_by_consent() {
    let mut room = Room::with("xiangqi", Permissions::BY_CONSENT);
    room.play("h2e2 h9g7");
    assert_eq!(
        room.ask(Side::First, &Command::TakeBack(None)),
        Ok(vec![EventKind::Offered(Side::First, Offer::TakeBack(2))])
    );
    room.ask(Side::Second, &Command::Answer { accept: true }).expect("a yes");
    let view = room.view(Viewer::Public);
    assert_eq!((view.moves.len(), view.undone, view.turn), (0, 2, Side::First));
    assert_eq!(room.ask(Side::First, &Command::TakeBack(None)), Err(Refusal::NothingToTakeBack));
    room.ask(Side::Second, &Command::Redo(2)).expect("an offer");
    room.ask(Side::First, &Command::Answer { accept: true }).expect("a yes");
    assert_eq!(room.view(Viewer::Public).moves, ["h2e2", "h9g7"]);
}

#[test]
fn a_take_back_limit_is_enforced() {
    let permissions = Permissions { take_back: Permission::Limited(1), ..Permissions::BY_CONSENT };
    let mut room = Room::with("xiangqi", permissions);
    room.play("h2e2");
    room.ask(Side::First, &Command::TakeBack(None)).expect("the first is free");
    room.play("h2e2");
    assert_eq!(room.ask(Side::First, &Command::TakeBack(None)), Err(Refusal::UsedUp));
    let mut strict =
        Room::with("xiangqi", Permissions { take_back: Permission::Never, ..Permissions::BY_CONSENT });
    strict.play("h2e2");
    assert_eq!(strict.ask(Side::First, &Command::TakeBack(None)), Err(Refusal::NotAllowed));
}

#[test]
fn against_an_engine_a_mate_may_be_taken_back_but_not_a_resignation() {
    let mut room = Room::with("chess", Permissions::FREE);
    room.play("f2f3 e7e5 g2g4 d8h4");
    room.ask(Side::First, &Command::TakeBack(None)).expect("back before the blunder");
    assert_eq!((room.outcome(), room.view(Viewer::Public).moves.len()), (None, 2));
    room.ask(Side::First, &Command::Redo(2)).expect("and there again");
    assert_eq!(room.outcome(), win(Side::Second, Reason::Checkmate));
    let mut given_up = Room::with("chess", Permissions::FREE);
    given_up.play("e2e4");
    given_up.ask(Side::Second, &Command::Resign).expect("giving up");
    assert_eq!(given_up.ask(Side::Second, &Command::TakeBack(Some(1))), Err(Refusal::Over));
}

#[test]
fn a_turn_can_be_given_away_where_the_game_allows() {
    let mut room = Room::with("xiangqi", Permissions::FREE);
    room.ask(Side::First, &Command::GiveTurn).expect("the turn");
    let view = room.view(Viewer::Public);
    assert_eq!((view.turn, view.moves), (Side::Second, vec!["--".to_owned()]));
    room.play("h9g7");
    room.ask(Side::First, &Command::TakeBack(Some(2))).expect("back to the start");
    room.ask(Side::First, &Command::Redo(1)).expect("the given turn again");
    assert_eq!(room.view(Viewer::Public).turn, Side::Second);
    let mut small = Room::with("toy", Permissions::FREE);
    assert_eq!(small.ask(Side::First, &Command::GiveTurn), Err(Refusal::CannotGiveTurn));
}

#[test]
fn an_expired_clock_ends_the_game_at_the_next_command() {
    let clock = ClockRule::Game { initial: 1000, increment: 0 };
    let mut room = Room::open(&created("xiangqi", clock, Permissions::BY_CONSENT));
    room.now = 60_000;
    room.play("h2e2");
    assert_eq!(room.view(Viewer::Public).clocks, [Some(1000), Some(1000)]);
    room.now += 999;
    assert_eq!(room.ask(Side::First, &Command::Flag), Err(Refusal::TimeLeft));
    room.now += 1;
    let events = room.ask(Side::Second, &Command::Play("h9g7".to_owned())).expect("too late is an end, too");
    assert_eq!(events[0], EventKind::Flagged(Side::Second));
    assert_eq!(room.outcome(), win(Side::First, Reason::TimeForfeit));
}

#[test]
fn time_out_against_a_bare_king_is_a_draw() {
    let clock = ClockRule::Game { initial: 1000, increment: 0 };
    let mut room = Room::from("chess", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", clock);
    room.play("e8e7");
    room.now = 5000;
    room.ask(Side::Second, &Command::Flag).expect("the flag");
    assert_eq!(room.outcome(), Some(Outcome::draw(Reason::TimeWithoutMaterial)));
}

#[test]
fn clocks_stand_still_while_the_match_is_paused() {
    let clock = ClockRule::Game { initial: 10_000, increment: 0 };
    let mut room = Room::open(&created("chess", clock, Permissions::FREE));
    room.play("e2e4");
    room.now = 1000;
    room.ask(Side::First, &Command::Pause).expect("a pause");
    room.now = 500_000;
    assert_eq!(room.ask(Side::Second, &Command::Play("e7e5".to_owned())), Err(Refusal::Paused));
    room.ask(Side::Second, &Command::Resume).expect("on");
    room.now += 500;
    assert_eq!(room.view(Viewer::Public).clocks, [Some(10_000), Some(8_500)]);
    assert_eq!(room.ask(Side::First, &Command::Resume), Err(Refusal::NotPaused));
}

#[test]
fn a_draw_is_claimed_in_the_position_or_with_the_next_move() {
    let back_and_forth = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let mut room = Room::with("chess", Permissions::BY_CONSENT);
    room.play(back_and_forth);
    assert_eq!(room.ask(Side::Second, &Command::ClaimDraw(None)), Err(Refusal::NoClaim));
    room.ask(Side::Second, &Command::ClaimDraw(Some("f6g8".to_owned()))).expect("the third time");
    assert_eq!(room.outcome(), Some(Outcome::draw(Reason::OfGame(chess::THREEFOLD))));
    let mut later = Room::with("chess", Permissions::BY_CONSENT);
    later.play(back_and_forth);
    later.play("f6g8");
    later.ask(Side::First, &Command::ClaimDraw(None)).expect("the third time");
    assert_eq!(later.outcome(), Some(Outcome::draw(Reason::OfGame(chess::THREEFOLD))));
}

#[test]
fn a_match_is_aborted_only_before_both_sides_have_moved() {
    let mut room = Room::with("chess", Permissions::BY_CONSENT);
    room.play("e2e4");
    room.ask(Side::Second, &Command::Abort).expect("nothing is lost yet");
    assert_eq!(room.outcome(), Some(Outcome::draw(Reason::Aborted)));
    let mut begun = Room::with("chess", Permissions::BY_CONSENT);
    begun.play("e2e4 e7e5");
    assert_eq!(begun.ask(Side::First, &Command::Abort), Err(Refusal::TooLateToAbort));
}

#[test]
fn an_invalid_setup_is_refused() {
    let mut created = created("xiangqi", ClockRule::Off, Permissions::BY_CONSENT);
    created.setup = Some("nonsense".to_owned());
    let book = games::by_name("xiangqi").expect("xiangqi");
    assert!(book.new_match(&created, None).is_err());
    created.setup = None;
    created.options = vec![("no_such_option".to_owned(), "1".to_owned())];
    assert!(book.new_match(&created, None).is_err());
}

fn random_manners(random: &mut Random) -> Permissions {
    let all = [Permission::Never, Permission::ByConsent, Permission::Free, Permission::Limited(2)];
    let mut pick = || all[random.below(all.len())];
    Permissions { take_back: pick(), give_turn: pick(), pause: pick() }
}

fn random_clock(random: &mut Random) -> ClockRule {
    match random.below(4) {
        0 => ClockRule::Game { initial: 60_000, increment: 2000 },
        1 => ClockRule::Move { allowance: 30_000 },
        2 => ClockRule::Game { initial: Millis::MAX, increment: Millis::MAX },
        _ => ClockRule::Off,
    }
}

fn random_command(random: &mut Random, room: &Room, seat: Side) -> Command {
    let legal = room.view(Viewer::Seat(seat)).legal;
    match random.below(26) {
        0 => Command::GiveTurn,
        1 => Command::TakeBack(None),
        2 => Command::TakeBack(Some(random.below(5))),
        3 => Command::Redo(random.below(4)),
        4 => Command::OfferDraw,
        5 => Command::ClaimDraw(random.pick(&legal).cloned()),
        6 => Command::Answer { accept: random.below(8) == 0 },
        7 if random.below(20) == 0 => Command::Resign,
        8 => Command::Flag,
        9 => Command::Pause,
        10 | 11 => Command::Resume,
        12 => Command::Abort,
        13 => Command::Play("a0a0 nonsense".to_owned()),
        14 => Command::TakeBackSeen(Some(random.below(5))),
        _ => Command::Play(random.pick(&legal).cloned().unwrap_or_default()),
    }
}

fn random_what(random: &mut Random) -> EventKind {
    let side = Side::BOTH[random.below(2)];
    match random.below(14) {
        0 => EventKind::TurnGiven,
        11 => EventKind::Computed(random.below(900) as i64 - 100),
        12 => EventKind::Hinted(side),
        1 => EventKind::TakenBack(side, random.below(9)),
        2 => EventKind::Redone(side, random.below(9)),
        3 => EventKind::Offered(side, Offer::Redo(random.below(9))),
        4 => EventKind::Offered(side, Offer::GiveTurn),
        5 => EventKind::Answered(side, random.below(2) == 0),
        6 => EventKind::Flagged(side),
        7 => EventKind::Resigned(side),
        8 => EventKind::Paused(side),
        9 => EventKind::Resumed(side),
        10 => EventKind::Ended(Outcome::draw(Reason::Agreement)),
        _ => EventKind::Moved("b0c2".to_owned()),
    }
}

fn random_match(book: &dyn Rulebook, seed: u64, commands: usize) -> (Created, Room) {
    let mut random = Random::new(seed);
    let created = created(book.spec().name, random_clock(&mut random), random_manners(&mut random));
    let mut room = Room::open(&created);
    for _ in 0..commands {
        room.now += random.below(3000) as Millis;
        let seat = Side::BOTH[random.below(2)];
        let command = random_command(&mut random, &room, seat);
        // A refusal must leave the match unchanged.
        let before = room.view(Viewer::Public);
        if room.ask(seat, &command).is_err() {
            assert_eq!(room.view(Viewer::Public), before);
        }
    }
    (created, room)
}

#[test]
fn replaying_the_events_gives_the_same_views() {
    for book in games::ALL {
        let mut plies = 0;
        for seed in 0..40 {
            let (created, room) = random_match(*book, seed, 150);
            let mut again = book.new_match(&created, Some(&secret())).expect("the same match");
            room.log.iter().for_each(|event| again.apply(event));
            for viewer in VIEWERS {
                assert_eq!(again.view(viewer, room.now), room.view(viewer), "{} {seed}", created.game);
            }
            plies += room.view(Viewer::Public).moves.len();
        }
        assert!(plies > 100, "{}: the random matches hardly began", book.spec().name);
    }
}

#[test]
fn nonsensical_events_are_harmless() {
    for book in games::ALL {
        for seed in 0..40 {
            let (_, mut room) = random_match(*book, seed, 30);
            let mut random = Random::new(seed ^ 0xABCD);
            for _ in 0..60 {
                room.now += random.below(3000) as Millis - 1000;
                let what = random_what(&mut random);
                room.table.apply(&Event { at: room.now, kind: what });
                let seat = Side::BOTH[random.below(2)];
                let command = random_command(&mut random, &room, seat);
                let _ = room.ask(seat, &command);
                VIEWERS.iter().for_each(|viewer| drop(room.view(*viewer)));
            }
        }
    }
}
