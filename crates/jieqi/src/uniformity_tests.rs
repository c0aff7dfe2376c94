//! Statistical tests over a million deals: every piece is equally likely on every point, and points are independent
//! apart from drawing without replacement.

use game::{Random, Side};
use xiangqi::Role;

use crate::deal_scheme::{Nonces, Seed};
use crate::{Deal, Pool, Position, Rules, start_points};

const DEALS: u32 = 1_000_000;
/// Start points of a side.
const POINTS: usize = 15;
const KINDS: [(Role, f64); 6] = [
    (Role::Chariot, 2.0),
    (Role::Advisor, 2.0),
    (Role::Cannon, 2.0),
    (Role::Soldier, 5.0),
    (Role::Horse, 2.0),
    (Role::Elephant, 2.0),
];
/// Significance level of the whole test: a fair shuffle fails once in a thousand runs.
const ERROR: f64 = 0.001;

fn kind(role: Role) -> usize {
    KINDS.iter().position(|(known, _)| *known == role).expect("a role that is dealt")
}

/// Upper tail of the chi-squared distribution: Q(freedom / 2, value / 2), by the series for the lower part or Lentz's
/// continued fraction.
fn tail(value: f64, freedom: f64) -> f64 {
    let (a, x) = (freedom / 2.0, value / 2.0);
    let scale = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-15 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return 1.0 - scale * sum;
    }
    let (mut b, mut c) = (x + 1.0 - a, f64::INFINITY);
    let (mut d, mut h) = (1.0 / b, 1.0 / b);
    for i in 1..10_000 {
        let an = -f64::from(i) * (f64::from(i) - a);
        b += 2.0;
        d = 1.0 / (an * d + b);
        c = b + an / c;
        h *= d * c;
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    scale * h
}

/// Stirling's series, after shifting the argument to where it converges.
fn ln_gamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < 10.0 {
        shift -= x.ln();
        x += 1.0;
    }
    let inverse = 1.0 / (x * x);
    let series = (1.0 / 12.0 - inverse * (1.0 / 360.0 - inverse / 1260.0)) / x;
    shift + (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series
}

/// Roles on the points of both sides, in the order of the points.
type Pieces = [[Role; POINTS]; 2];

/// Bonferroni-corrected p-value: smallest p-value of all tables times the number of tables.
fn worst(deals: u32, mut deal: impl FnMut(u32) -> Pieces) -> f64 {
    let mut single = vec![[0u32; 6]; 2 * POINTS];
    let mut pairs = vec![[[0u32; 6]; 6]; 2 * (POINTS - 1)];
    let mut across = vec![[[0u32; 6]; 6]; POINTS];
    for number in 0..deals {
        let pieces = deal(number).map(|side| side.map(kind));
        for (side, own) in pieces.iter().enumerate() {
            for (point, &piece) in own.iter().enumerate() {
                single[side * POINTS + point][piece] += 1;
            }
            for (point, pair) in own.windows(2).enumerate() {
                pairs[side * (POINTS - 1) + point][pair[0]][pair[1]] += 1;
            }
        }
        for point in 0..POINTS {
            across[point][pieces[0][point]][pieces[1][point]] += 1;
        }
    }
    let total = f64::from(deals);
    let part = |seen: u32, expected: f64| (f64::from(seen) - expected).powi(2) / expected;
    let mut least = 1.0f64;
    let tables = single.len() + pairs.len() + across.len();
    for table in &single {
        let value: f64 =
            table.iter().zip(KINDS).map(|(&seen, (_, count))| part(seen, total * count / 15.0)).sum();
        least = least.min(tail(value, 5.0));
    }
    let mut joint = |tables: &[[[u32; 6]; 6]], chance: &dyn Fn(usize, usize) -> f64| {
        for table in tables {
            let cells = (0..36).map(|cell| (cell / 6, cell % 6));
            let value: f64 = cells.map(|(one, two)| part(table[one][two], total * chance(one, two))).sum();
            least = least.min(tail(value, 35.0));
        }
    };
    let count = |index: usize| KINDS[index].1;
    joint(&pairs, &|one, two| count(one) * (count(two) - f64::from(u8::from(one == two))) / 210.0);
    joint(&across, &|one, two| count(one) * count(two) / 225.0);
    least * tables as f64
}

fn dealt(number: u32) -> Pieces {
    let root = Position::start(&Rules::default());
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&number.to_le_bytes());
    let deal =
        Deal::draw(&Seed::new(bytes), Nonces { first: b"red", second: b"black" }, &root).expect("a deal");
    let mut pieces = [[Role::Unknown; POINTS]; 2];
    let mut next = [0; 2];
    for (_, piece) in deal.reveal() {
        let side = piece.side().index();
        pieces[side][next[side]] = piece.role();
        next[side] += 1;
    }
    assert_eq!(next, [POINTS; 2]);
    pieces
}

#[test]
fn a_million_deals_are_uniform_over_points_and_pieces() {
    let found = worst(DEALS, dealt);
    assert!(found > ERROR, "the least likely of the tables is {found} likely");
}

#[test]
fn chi_squared_matches_printed_tables() {
    // Upper points from printed tables: 5 degrees 11.0705 (5 %) and 20.515 (0.1 %), 35 degrees 49.802 and 66.619.
    for (value, freedom, wanted) in
        [(11.0705, 5.0, 0.05), (20.515, 5.0, 0.001), (49.802, 35.0, 0.05), (66.619, 35.0, 0.001)]
    {
        let found = tail(value, freedom);
        assert!((found / wanted - 1.0).abs() < 0.002, "{found} instead of {wanted}");
    }
}

/// Typical shuffling bugs.
#[test]
fn planted_biases_are_detected() {
    let pool: Vec<Role> =
        Pool::FULL.pieces().flat_map(|(role, count)| std::iter::repeat_n(role, count)).collect();
    let full = || -> [Role; POINTS] { pool.clone().try_into().expect("fifteen pieces") };
    let mut random = Random::new(1);
    let mut found = |name: &str, shuffle: &dyn Fn(&mut [Role], &mut Random)| {
        let unlikely = worst(DEALS / 4, |_| {
            Side::BOTH.map(|_| {
                let mut pieces = full();
                shuffle(&mut pieces, &mut random);
                pieces
            })
        });
        (name.to_owned(), unlikely)
    };
    let fair = found("fair", &|pieces, random| {
        for last in (1..pieces.len()).rev() {
            pieces.swap(last, random.below(last + 1));
        }
    });
    assert!(fair.1 > ERROR, "{fair:?}");
    let biased = [
        found("any place swapped with any", &|pieces, random| {
            for place in 0..pieces.len() {
                pieces.swap(place, random.below(POINTS));
            }
        }),
        found("no piece stays in place", &|pieces, random| {
            for last in (1..pieces.len()).rev() {
                pieces.swap(last, random.below(last));
            }
        }),
        found("the rest of a byte", &|pieces, random| {
            for last in (1..pieces.len()).rev() {
                pieces.swap(last, (random.bits() & 0xff) as usize % (last + 1));
            }
        }),
        found("one deal in a hundred is changed", &|pieces, random| {
            for last in (1..pieces.len()).rev() {
                pieces.swap(last, random.below(last + 1));
            }
            if random.below(100) == 0
                && let Some(at) = pieces.iter().position(|role| *role == Role::Chariot)
            {
                pieces.swap(0, at);
            }
        }),
    ];
    for (name, unlikely) in biased {
        assert!(unlikely < ERROR, "{name} was not found: {unlikely}");
    }
    // Both sides dealt identically: each is uniform, together they are not.
    let alike = worst(DEALS / 4, |number| {
        let [one, _] = dealt(number);
        [one, one]
    });
    assert!(alike < ERROR);
    assert_eq!(start_points::START_POINTS[0].len(), POINTS);
}
