//! Properties of a pair that the criteria C9 to C21 count.

use super::field::{Candidate, Field, Float, Strength};
use crate::model::Colour;

/// True if both would get a colour difference beyond two (C10 counts such pairs among topscorers).
pub fn breaks_difference(one: &Candidate, other: &Candidate) -> bool {
    one.has_absolute_difference() && other.has_absolute_difference() && one.preference == other.preference
}

/// True if one of them gets the same colour for the third time in a row (C11).
pub fn breaks_row(one: &Candidate, other: &Candidate) -> bool {
    if !(one.is_absolute() && other.is_absolute() && one.preference == other.preference) {
        return false;
    }
    let (mine, theirs) = (one.difference.abs(), other.difference.abs());
    if mine == theirs {
        one.repeated.is_some() && one.repeated == other.repeated
    } else {
        // The smaller difference yields.
        let yields = if mine > theirs { other } else { one };
        yields.repeated.is_some() && yields.repeated == one.preference.map(Colour::opposite)
    }
}

/// True if one of them does not get the preferred colour (C12).
pub fn breaks_preference(one: &Candidate, other: &Candidate) -> bool {
    one.preference.is_some() && one.preference == other.preference
}

/// True if a strong preference is not granted (C13). Pairs of two absolute preferences are counted by C10 and C11.
pub fn breaks_strong(one: &Candidate, other: &Candidate) -> bool {
    one.strength >= Strength::Strong
        && other.strength >= Strength::Strong
        && !(one.is_absolute() && other.is_absolute())
        && one.preference == other.preference
}

/// True if the lower player repeats an upfloat of `back` rounds ago (C15, C17).
pub fn repeats_upfloat(higher: &Candidate, lower: &Candidate, back: usize) -> bool {
    higher.score > lower.score && lower.floats[back - 1] == Float::Up
}

/// True if a player had a downfloat `back` rounds ago (C14, C16).
pub fn had_downfloat(one: &Candidate, back: usize) -> bool {
    one.floats[back - 1] == Float::Down
}

/// Rule that gave a pair its colours (article 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColourRule {
    /// 5.2.1: both get the colour they prefer, or only one has a preference.
    BothPreferences,
    /// 5.2.2: the stronger preference is granted; of two absolute ones the larger colour difference.
    StrongerPreference,
    /// 5.2.3: colours alternate with the most recent round in which they differed.
    Alternation,
    /// 5.2.4: the preference of the higher ranked player is granted.
    HigherRanked,
    /// 5.2.5: the initial colour, by odd or even pairing number of the higher ranked player.
    InitialColour,
}

/// Colour of `one` against `other`, and the rule that decides it. Positions in the field.
pub fn colour_of(field: &Field, one: usize, other: usize) -> (Colour, ColourRule) {
    let (a, b) = (&field.candidates[one], &field.candidates[other]);
    match (a.preference, b.preference) {
        (Some(mine), None) => return (mine, ColourRule::BothPreferences),
        (None, Some(theirs)) => return (theirs.opposite(), ColourRule::BothPreferences),
        (Some(mine), Some(theirs)) if mine != theirs => return (mine, ColourRule::BothPreferences),
        _ => {}
    }
    let higher_is_one = one < other;
    let (Some(colour), Some(_)) = (a.preference, b.preference) else {
        let higher = if higher_is_one { a } else { b };
        let of_higher = if higher.rank.is_multiple_of(2) {
            field.initial_colour
        } else {
            field.initial_colour.opposite()
        };
        return (if higher_is_one { of_higher } else { of_higher.opposite() }, ColourRule::InitialColour);
    };
    let stronger = match (a.is_absolute(), b.is_absolute()) {
        (true, true) => a.difference.abs().cmp(&b.difference.abs()),
        _ => a.strength.cmp(&b.strength),
    };
    match stronger {
        std::cmp::Ordering::Greater => return (colour, ColourRule::StrongerPreference),
        std::cmp::Ordering::Less => return (colour.opposite(), ColourRule::StrongerPreference),
        std::cmp::Ordering::Equal => {}
    }
    let different = a.colours.iter().rev().zip(b.colours.iter().rev()).find(|(mine, theirs)| mine != theirs);
    if let Some((_, &theirs)) = different {
        return (theirs, ColourRule::Alternation);
    }
    (if higher_is_one { colour } else { colour.opposite() }, ColourRule::HigherRanked)
}
