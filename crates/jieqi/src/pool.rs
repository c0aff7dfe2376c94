//! Multisets of hidden pieces by role.

use xiangqi::Role;

/// Number of pieces of each role: six 4-bit counts. Generals are never hidden and have no count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pool(u32);

impl Pool {
    /// Roles in the order in which pools are written and dealt.
    pub const ROLES: [Role; 6] =
        [Role::Chariot, Role::Advisor, Role::Cannon, Role::Soldier, Role::Horse, Role::Elephant];

    /// No pieces.
    pub const EMPTY: Pool = Pool(0);

    /// The fifteen hidden pieces of a side.
    pub const FULL: Pool = {
        let mut bits = 0;
        let mut slot = 0;
        while slot < Self::ROLES.len() {
            bits |= (Self::ROLES[slot].per_side() as u32) << (4 * slot);
            slot += 1;
        }
        Pool(bits)
    };

    #[inline]
    const fn shift(role: Role) -> Option<u32> {
        Some(match role {
            Role::Chariot => 0,
            Role::Advisor => 4,
            Role::Cannon => 8,
            Role::Soldier => 12,
            Role::Horse => 16,
            Role::Elephant => 20,
            Role::General | Role::Unknown => return None,
        })
    }

    /// Number of pieces of this role.
    #[inline]
    pub const fn count(self, role: Role) -> usize {
        match Self::shift(role) {
            Some(shift) => (self.0 >> shift & 0xF) as usize,
            None => 0,
        }
    }

    /// Total number of pieces.
    #[inline]
    pub fn total(self) -> usize {
        Self::ROLES.into_iter().map(|role| self.count(role)).sum()
    }

    /// Roles present, with their counts.
    pub fn pieces(self) -> impl Iterator<Item = (Role, usize)> {
        Self::ROLES.into_iter().map(move |role| (role, self.count(role))).filter(|&(_, count)| count > 0)
    }

    /// Adds a piece; returns false and changes nothing if that is impossible.
    pub fn add(&mut self, role: Role) -> bool {
        match Self::shift(role) {
            Some(shift) if self.count(role) < 0xF => {
                self.0 += 1 << shift;
                true
            }
            _ => false,
        }
    }

    /// Removes a piece; returns false and changes nothing if there is none.
    #[inline]
    pub fn take(&mut self, role: Role) -> bool {
        match Self::shift(role) {
            Some(shift) if self.count(role) > 0 => {
                self.0 -= 1 << shift;
                true
            }
            _ => false,
        }
    }

    /// Difference of two pools; `None` if the other has more of some role.
    #[must_use]
    pub fn minus(self, other: Pool) -> Option<Pool> {
        let enough = Self::ROLES.into_iter().all(|role| self.count(role) >= other.count(role));
        enough.then(|| Pool(self.0 - other.0))
    }

    /// The counts as one number, for hash keys.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.pieces().try_for_each(|(role, count)| write!(f, "{}{count}", role.letter()))
    }
}
