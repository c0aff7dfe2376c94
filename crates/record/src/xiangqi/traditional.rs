//! Moves in traditional notation, independent of language: piece, direction, distance or target file.

use xiangqi::Role;

/// A move in traditional notation: "the front cannon, forward, two".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraditionalMove {
    /// Name of the piece.
    pub name: PieceName,
    /// Selector among the pieces of that name.
    pub selector: PieceSelector,
    /// Direction from the moving side's point of view.
    pub direction: Direction,
    /// Target file, or the number of points moved along the file; 1 to 9.
    pub number: u8,
}

/// Name of a piece. Face-down pieces are named by their nominal role, with a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceName {
    /// The named role.
    pub role: Role,
    /// True if the piece lies face down (jieqi only).
    pub face_down: bool,
}

/// Selector among several pieces of one name: by file, by order on the file, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceSelector {
    /// Origin file, 1 to 9 from its side's right.
    pub file: Option<u8>,
    /// Its place among the pieces of its name on one file.
    pub place: Option<TandemPlace>,
}

/// Place of a piece among those of its name on one file (a tandem).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TandemPlace {
    /// Nearest to the enemy.
    Front,
    /// Neither first nor last.
    Middle,
    /// Nearest to its own side.
    Rear,
    /// Number from the front, from 1.
    Nth(u8),
}

/// Direction of a move from the moving side's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Toward the enemy: 进, tiến, `+`.
    Forward,
    /// Toward home: 退, thoái, `-`.
    Back,
    /// Along its rank: 平, bình, `=`.
    Sideways,
}

/// Reveal suffix of a jieqi move. [`Role::Unknown`] is written as `?`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RevealSuffix {
    /// Role the face-down piece turned up as.
    pub became: Option<Role>,
    /// Role of the piece captured face down.
    pub captured: Option<Role>,
}

/// Result of parsing a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsedMove {
    /// The move.
    pub description: TraditionalMove,
    /// Another role the name may mean: `tuong` without its tones is general or elephant.
    pub alternative_role: Option<Role>,
    /// Stated roles of turned-up and captured pieces.
    pub reveals: RevealSuffix,
}

impl TraditionalMove {
    /// Same move for another role.
    #[must_use]
    pub fn with_role(self, role: Role) -> TraditionalMove {
        TraditionalMove { name: PieceName { role, ..self.name }, ..self }
    }

    /// Same move for a face-down or a face-up piece.
    #[must_use]
    pub fn with_face_down(self, face_down: bool) -> TraditionalMove {
        TraditionalMove { name: PieceName { face_down, ..self.name }, ..self }
    }
}

/// Returns true if a role's last number is always its target file: such pieces change their file with every move.
pub fn always_leaves_file(role: Role) -> bool {
    matches!(role, Role::Advisor | Role::Elephant | Role::Horse)
}
