//! The natural limit: a maximum number of plies without a capture, to which only some checks count.

use game::{Line, Side};

use crate::movegen;
use crate::{Rules, XiangqiVariant};

/// Returns true if the game is drawn because nothing was captured for too long.
pub(super) fn is_reached<P: XiangqiVariant>(line: &Line<P>, rules: &Rules) -> bool {
    // Excluded plies only make the number smaller, so the plain counter decides most of the time.
    rules.no_progress > 0
        && line.here().plies_since_capture() >= rules.no_progress
        && counted(line, rules.check_cap) >= u32::from(rules.no_progress)
}

/// Plies since the last capture, without each side's checks beyond the cap and the replies to them.
///
/// Plies before the line's root are known only by their number and all count.
fn counted<P: XiangqiVariant>(line: &Line<P>, check_cap: u16) -> u32 {
    let start = (0..=line.ply()).rev().find(|&ply| line.at(ply).plies_since_capture() == 0).unwrap_or(0);
    let mut count = u32::from(line.at(start).plies_since_capture());
    let mut checks = [0; 2];
    let mut answering = false;
    for ply in start..line.ply() {
        let side: Side = line.at(ply).turn();
        let mut idle = answering;
        answering = false;
        if movegen::in_check(line.at(ply + 1)) {
            checks[side.index()] += 1;
            if checks[side.index()] > check_cap {
                idle = true;
                answering = true;
            }
        }
        count += u32::from(!idle);
    }
    count
}
