//! Strategies that may go round: which of their positions lie on a circle, whether the defender may walk it, and how
//! long the whole can last.

/// A position of a strategy, the winner to move.
pub(super) struct Place {
    /// The defender has just given check.
    pub in_check: bool,
    /// The winner's move gives check.
    pub checks: bool,
    /// Where the defender's replies to it lead.
    pub next: Vec<u32>,
}

/// How long a strategy can last.
pub(super) struct Heights {
    /// The winner's moves each place may take at most, a position that comes back being the end of the line.
    pub of: Vec<u32>,
    /// Whether the defender can bring a position back.
    pub go_round: bool,
}

/// How long each place may last. `None` where some circle is not one of checks by the defender alone: such a one proves
/// nothing.
pub(super) fn heights(places: &[Place]) -> Option<Heights> {
    let mut heights = vec![0_u32; places.len()];
    let mut go_round = false;
    let mut component = vec![u32::MAX; places.len()];
    let leads = |place: u32| places[place as usize].next.iter().copied();
    for (number, members) in components(places.len(), leads).into_iter().enumerate() {
        for &member in &members {
            component[member as usize] = number as u32;
        }
        let inside = |place: u32| component[place as usize] == number as u32;
        let goes_round =
            members.len() > 1 || places[members[0] as usize].next.iter().any(|&next| inside(next));
        if goes_round && !is_checked_throughout(places, &members, &inside) {
            return None;
        }
        go_round |= goes_round;
        let exits = members.iter().flat_map(|&member| &places[member as usize].next);
        let further = exits.filter(|&&next| !inside(next)).map(|&next| heights[next as usize]).max();
        let height = further.unwrap_or(0).saturating_add(members.len() as u32);
        for &member in &members {
            heights[member as usize] = height;
        }
    }
    Some(Heights { of: heights, go_round })
}

/// Whether the defender checks all the time on every circle among these places, and the winner does not.
fn is_checked_throughout(places: &[Place], members: &[u32], inside: &dyn Fn(u32) -> bool) -> bool {
    let place = |member: u32| &places[member as usize];
    // Places at which the winner checks too are taken away one by one, each once it leads to no other such place.
    let mut both: Vec<u32> = members.iter().copied().filter(|&member| place(member).checks).collect();
    let mut left = usize::MAX;
    while both.len() < left {
        left = both.len();
        let still = both.clone();
        both.retain(|&member| place(member).next.iter().any(|&next| inside(next) && still.contains(&next)));
    }
    both.is_empty() && members.iter().all(|&member| place(member).in_check)
}

/// The strongly connected components (Tarjan 1972) of so many places and where they lead, without recursion: strategies
/// are deep. Every component comes after all those it leads to.
pub(super) fn components<I: Iterator<Item = u32>>(count: usize, leads: impl Fn(u32) -> I) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let (mut order, mut low) = (vec![UNSEEN; count], vec![0_u32; count]);
    let mut on_stack = vec![false; count];
    let (mut stack, mut found) = (Vec::new(), Vec::new());
    let mut walk: Vec<(u32, I)> = Vec::new();
    let mut entered = 0;
    for start in 0..count as u32 {
        if order[start as usize] != UNSEEN {
            continue;
        }
        let mut enters = Some(start);
        loop {
            if let Some(place) = enters.take() {
                (order[place as usize], low[place as usize]) = (entered, entered);
                entered += 1;
                stack.push(place);
                on_stack[place as usize] = true;
                walk.push((place, leads(place)));
            }
            let Some((place, next)) = walk.last_mut() else { break };
            let here = *place as usize;
            if let Some(child) = next.next() {
                match order[child as usize] {
                    UNSEEN => enters = Some(child),
                    seen if on_stack[child as usize] => low[here] = low[here].min(seen),
                    _ => {}
                }
                continue;
            }
            walk.pop();
            if let Some(&(parent, _)) = walk.last() {
                low[parent as usize] = low[parent as usize].min(low[here]);
            }
            if low[here] == order[here] {
                let from = stack.iter().rposition(|&member| member as usize == here).unwrap_or(0);
                let members = stack.split_off(from);
                members.iter().for_each(|&member| on_stack[member as usize] = false);
                found.push(members);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(in_check: bool, checks: bool, next: &[u32]) -> Place {
        Place { in_check, checks, next: next.to_vec() }
    }

    /// The heights, and whether the strategy goes round.
    fn lengths(places: &[Place]) -> Option<(Vec<u32>, bool)> {
        heights(places).map(|heights| (heights.of, heights.go_round))
    }

    #[test]
    fn a_tree_is_as_high_as_its_longest_line() {
        let places = [
            place(false, true, &[1, 2]),
            place(false, true, &[3]),
            place(false, false, &[]),
            place(false, true, &[2]),
        ];
        assert_eq!(lengths(&places), Some((vec![4, 3, 1, 2], false)));
    }

    #[test]
    fn a_circle_of_checks_counts_each_of_its_places_once() {
        let places = [
            place(false, true, &[1]),
            place(true, false, &[2, 3]),
            place(true, false, &[1]),
            place(false, true, &[]),
        ];
        assert_eq!(lengths(&places), Some((vec![4, 3, 3, 1], true)));
    }

    #[test]
    fn no_other_circle_proves_anything() {
        let quiet = [place(true, false, &[1]), place(false, false, &[0])];
        assert_eq!(lengths(&quiet), None, "a defender who is quiet once may repeat");
        let alone = [place(false, false, &[0])];
        assert_eq!(lengths(&alone), None);
        let both = [place(true, true, &[1]), place(true, true, &[0])];
        assert_eq!(lengths(&both), None, "two who check for ever draw");
        let once = [place(true, true, &[1]), place(true, false, &[0])];
        assert_eq!(lengths(&once), Some((vec![2, 2], true)));
        let inner = [place(true, true, &[1]), place(true, true, &[0, 2]), place(true, false, &[0])];
        assert_eq!(lengths(&inner), None, "a circle within a circle");
    }

    #[test]
    fn a_deep_strategy_needs_no_deep_stack() {
        let many = 300_000;
        let mut places: Vec<Place> = (1..many).map(|next| place(false, false, &[next])).collect();
        places.push(place(false, false, &[]));
        assert_eq!(lengths(&places).map(|(heights, _)| heights[0]), Some(many));
    }
}
