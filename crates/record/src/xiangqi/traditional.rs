//! A move as players say it, before any tongue spells it: which piece, which way, how far.

use xiangqi::Role;

/// What players say of a move: "the front cannon, forward, two".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraditionalMove {
    /// The piece's name.
    pub name: PieceName,
    /// PieceSelector of the pieces of that name.
    pub which: PieceSelector,
    /// PieceSelector way it goes, as its own side sees it.
    pub way: Direction,
    /// The file it lands on, or how many points it goes along its file; 1 to 9.
    pub number: u8,
}

/// What a piece is called. Face-down pieces are called by their square, with a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceName {
    /// The role its name says.
    pub role: Role,
    /// True if it lies face down (jieqi only).
    pub veiled: bool,
}

/// PieceSelector of several pieces of one name: by their file, by their order on it, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceSelector {
    /// The file it stands on, 1 to 9 from its side's right hand.
    pub file: Option<u8>,
    /// Its place among the pieces of its name on one file.
    pub place: Option<TandemPlace>,
}

/// The place of a piece among those of its name on one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TandemPlace {
    /// The one nearest to the enemy.
    Front,
    /// Neither the first nor the last.
    Middle,
    /// The one nearest to home.
    Rear,
    /// Counted from the front, from 1.
    Nth(u8),
}

/// PieceSelector way a piece goes, as its own side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Toward the enemy: 进, tiến, `+`.
    Forward,
    /// Toward home: 退, thoái, `-`.
    Back,
    /// Along its rank: 平, bình, `=`.
    Sideways,
}

/// What chance added, said after a move of jieqi. [`Role::Unknown`] is said as `?`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RevealSuffix {
    /// What the face-down piece turned out to be.
    pub became: Option<Role>,
    /// What the captured face-down piece was.
    pub captured: Option<Role>,
}

/// What a reader understood of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsedMove {
    /// The move.
    pub phrase: TraditionalMove,
    /// Another role the name may stand for: `tuong`, without its tones, is general or elephant.
    pub alternative_role: Option<Role>,
    /// What was said of turned-up and captured pieces.
    pub tail: RevealSuffix,
}

impl TraditionalMove {
    /// The same said of a piece of another role.
    #[must_use]
    pub fn with_role(self, role: Role) -> TraditionalMove {
        TraditionalMove { name: PieceName { role, ..self.name }, ..self }
    }

    /// The same said of a face-down piece, or of an open one.
    #[must_use]
    pub fn with_face_down(self, veiled: bool) -> TraditionalMove {
        TraditionalMove { name: PieceName { veiled, ..self.name }, ..self }
    }
}

/// Returns true if a role's last number is always the file it lands on: such pieces leave their file with every move.
pub fn always_leaves_file(role: Role) -> bool {
    matches!(role, Role::Advisor | Role::Elephant | Role::Horse)
}
