//! Performance from FIDE's rating tables (B.02).

/// Rating difference for a score of 50 to 100 percent.
const DIFFERENCE: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175,
    184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444,
    470, 501, 538, 589, 677, 800,
];

/// Largest rating difference with the expectation 50, 51, … 99 percent; above the last it is 100.
const EXPECTED: [i64; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179,
    188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456,
    484, 517, 559, 619, 735,
];

fn rounded_division(sum: i64, count: i64) -> i64 {
    (2 * sum + count).div_euclid(2 * count)
}

/// Average rating, rounded half up.
pub fn average(ratings: &[i64]) -> Option<i64> {
    let count = i64::try_from(ratings.len()).ok().filter(|&count| count > 0)?;
    Some(rounded_division(ratings.iter().sum(), count))
}

/// Performance: average rating of the opponents and the difference of the table. `halves` is the score in half points.
pub fn performance(halves: i64, ratings: &[i64]) -> Option<i64> {
    let count = i64::try_from(ratings.len()).ok()?;
    let average = average(ratings)?;
    let percent = usize::try_from(rounded_division(halves * 50, count).clamp(0, 100)).ok()?;
    let difference = if percent >= 50 { DIFFERENCE[percent - 50] } else { -DIFFERENCE[50 - percent] };
    Some(average + difference)
}

/// Expected score in percent of a game against a rating `difference` points lower.
fn expected(difference: i64) -> i64 {
    let strong = EXPECTED.iter().position(|&limit| difference.abs() <= limit).unwrap_or(50);
    let strong = 50 + i64::try_from(strong).unwrap_or(50);
    if difference >= 0 { strong } else { 100 - strong }
}

/// Perfect performance: the lowest rating whose expected score is at least the score.
pub fn perfect_performance(halves: i64, ratings: &[i64]) -> Option<i64> {
    let (lowest, highest) = (*ratings.iter().min()?, *ratings.iter().max()?);
    if halves == 0 {
        return Some(lowest - 800);
    }
    let reaches =
        |rating: i64| ratings.iter().map(|&other| expected(rating - other)).sum::<i64>() >= halves * 50;
    if !reaches(highest + 800) {
        return Some(highest + 800);
    }
    let (mut low, mut high) = (lowest - 801, highest + 800);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if reaches(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn performance_follows_the_table() {
        assert_eq!(performance(9, &[2000, 2100, 2200, 2300, 2400, 2500]), Some(2250 + 193));
        assert_eq!(performance(0, &[2000]), Some(1200));
        assert_eq!(performance(2, &[2000]), Some(2800));
        assert_eq!(performance(1, &[]), None);
        assert_eq!(perfect_performance(0, &[2000, 1900]), Some(1100));
        assert_eq!(perfect_performance(1, &[2000]), Some(1997));
    }
}
