//! Tactical queries compared with making the move.

use game::{Game, MoveList, PieceValues, Position as _, Random, Tactics};
use xiangqi::{Piece, Position, Role, Xiangqi};

fn random_positions(seed: u64, games: usize, each: &mut dyn FnMut(&Position)) {
    let mut random = Random::new(seed);
    let rules = Xiangqi::rules(&[]).expect("default rules");
    for _ in 0..games {
        let mut here = Xiangqi::start(&rules);
        for _ in 0..120 {
            let mut moves = MoveList::new();
            here.legal_moves(&mut moves);
            // Captures are preferred half of the time, so that open boards come up too.
            let mut captures = MoveList::new();
            here.noisy_moves(&mut captures);
            let list = if captures.is_empty() || random.below(2) == 0 { &moves } else { &captures };
            let Some(&mv) = random.pick(list) else { break };
            each(&here);
            here.play(mv, (), &mut ());
        }
    }
}

#[test]
fn a_move_gives_check_exactly_when_the_general_is_hit_after_it() {
    let mut checks = 0;
    random_positions(7, 150, &mut |here| {
        let mut moves = MoveList::new();
        here.legal_moves(&mut moves);
        for &mv in &moves {
            let mut after = here.clone();
            after.play(mv, (), &mut ());
            assert_eq!(
                here.gives_check(mv),
                after.in_check(),
                "{mv} in {}",
                Xiangqi::write_position(here, "fen")
            );
            checks += usize::from(after.in_check());
        }
    });
    assert!(checks > 1000, "{checks}");
}

#[test]
fn noisy_and_quiet_moves_together_are_all_moves() {
    random_positions(8, 60, &mut |here| {
        let (mut all, mut parts) = (MoveList::new(), MoveList::new());
        here.legal_moves(&mut all);
        here.noisy_moves(&mut parts);
        assert!(parts.iter().all(|&mv| here.is_capture(mv)));
        here.quiet_moves(&mut parts);
        all.sort_unstable();
        parts.sort_unstable();
        assert_eq!(&all[..], &parts[..]);
    });
}

fn worth() -> PieceValues {
    let mut worth = PieceValues([0; 32]);
    for side in game::Side::BOTH {
        for (role, value) in [(Role::General, 10_000), (Role::Chariot, 900), (Role::Cannon, 450)] {
            worth.0[Piece::new(side, role).index()] = value;
        }
        for (role, value) in
            [(Role::Horse, 400), (Role::Soldier, 100), (Role::Advisor, 200), (Role::Elephant, 200)]
        {
            worth.0[Piece::new(side, role).index()] = value;
        }
    }
    worth
}

/// Returns a test whether the exchange started by a move gains at least a margin.
fn gains(fen: &str, mv: &str) -> impl Fn(i32) -> bool {
    let rules = Xiangqi::rules(&[]).expect("default rules");
    let here = Xiangqi::read_position(fen, &rules).expect(fen).position;
    let (mv, ()) = Xiangqi::read_move(&here, mv).expect(mv);
    move |margin| here.see_ge(mv, margin, &worth())
}

#[test]
fn an_undefended_piece_is_won_whole() {
    let wins = gains("4k4/9/9/9/r8/9/9/9/9/R2K5 w - - 0 1", "a0a5");
    assert!(wins(900) && !wins(901));
}

#[test]
fn a_defended_piece_costs_the_attacker() {
    // The chariot takes a soldier that a chariot behind it protects.
    let wins = gains("3k5/9/9/r8/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5");
    assert!(wins(-800) && !wins(-799));
}

#[test]
fn a_cannon_counts_behind_its_screen_only_while_the_screen_stands() {
    // The horse on e4 is protected by the cannon on e9 over the soldier on e6.
    let wins = gains("3kc4/9/9/4p4/9/R3n4/9/9/9/3A1K3 w - - 0 1", "a4e4");
    assert!(!wins(0), "the cannon recaptures");
    // Without the screen it does not.
    let wins = gains("3kc4/9/9/9/9/R3n4/9/9/9/3A1K3 w - - 0 1", "a4e4");
    assert!(wins(400));
}

#[test]
fn a_cannon_takes_back_over_its_screen() {
    // The horse takes a soldier that a chariot protects; Red's cannon would take the chariot over the soldier on e3.
    let wins = gains("3k5/9/4r4/9/4p4/9/3NP4/4C4/9/5K3 w - - 0 1", "d3e5");
    assert!(wins(100) && !wins(101));
    let wins = gains("3k5/9/4r4/9/4p4/9/3N5/4C4/9/5K3 w - - 0 1", "d3e5");
    assert!(wins(-300) && !wins(-299), "without a screen it would not");
}

#[test]
fn a_horse_protects_only_with_a_free_leg() {
    let free = gains("3k5/9/9/3n5/9/R3p4/9/9/9/5K3 w - - 0 1", "a4e4");
    assert!(!free(0));
    let hobbled = gains("3k5/9/9/3n5/3p5/R3p4/9/9/9/5K3 w - - 0 1", "a4e4");
    assert!(hobbled(100));
}

#[test]
fn a_piece_pinned_by_a_cannon_behind_two_pieces_does_not_take_back() {
    // The advisor on e8 may not leave: the cannon on e6 would hit the general over the elephant on e7.
    let pinned = "4kab2/4a4/4b4/4C4/9/9/9/3R5/9/5K3 w - - 0 1";
    assert!(!gains(pinned, "d2d9")(-899), "the general takes the chariot");
    // With the other general on the file, he may not either.
    let faced = "4kab2/4a4/4b4/4C4/9/9/9/3R5/9/3K5 w - - 0 1";
    assert!(gains(faced, "d2d9")(0));
    // Without the cannon the advisor takes.
    let free = "4kab2/4a4/4b4/9/9/9/9/3R5/9/3K5 w - - 0 1";
    assert!(!gains(free, "d2d9")(-899));
}

#[test]
fn a_general_recaptures_in_its_palace_alone() {
    let wins = gains("3r1k3/9/9/9/9/9/3P5/3K5/9/9 b - - 0 1", "d9d3");
    assert!(wins(100), "the general does not leave its palace");
    let wins = gains("3r1k3/9/9/9/9/9/9/3P5/3K5/9 b - - 0 1", "d9d2");
    assert!(!wins(0), "within it the general takes back");
}
