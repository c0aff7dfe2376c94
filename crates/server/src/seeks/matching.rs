//! Rules by which two seeks fit each other. Pure.

use std::collections::HashSet;

use crate::wire::{ClockChoice, Color, PersonRating};

/// Person who looks for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seeker {
    /// Identity.
    pub player: String,
    /// Display name.
    pub name: Option<String>,
    /// Handle of the account.
    pub handle: Option<String>,
    /// Rating in the pool of the game that is sought.
    pub rating: Option<PersonRating>,
    /// People whom this person blocks or who block this person.
    pub avoids: HashSet<String>,
}

impl Seeker {
    /// Returns true if one of two people blocks the other.
    pub fn avoids(&self, other: &Seeker) -> bool {
        self.avoids.contains(&other.player) || other.avoids.contains(&self.player)
    }
}

/// Terms of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The game.
    pub game: String,
    /// Time control.
    pub clock: ClockChoice,
    /// True for a rated game.
    pub rated: bool,
}

/// Request for an opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seek {
    /// Identifier.
    pub id: String,
    /// The person.
    pub seeker: Seeker,
    /// Terms.
    pub terms: Terms,
    /// Color of the seeker.
    pub color: Color,
    /// Rating range of the opponent.
    pub range: Option<[i32; 2]>,
    /// True if the opponent's rating must not be provisional.
    pub established: bool,
    /// True if the game may be in the list of running games.
    pub listed: bool,
}

impl Seek {
    /// Returns true if this seek accepts a person as opponent.
    pub fn accepts(&self, other: &Seeker) -> bool {
        if self.seeker.avoids(other) {
            return false;
        }
        let Some(rating) = other.rating else {
            return self.range.is_none() && !self.established && !self.terms.rated;
        };
        let in_range = self.range.is_none_or(|[least, most]| (least..=most).contains(&rating.rating));
        in_range && !(self.established && rating.provisional)
    }

    /// Returns true if two seeks can be paired.
    pub fn fits(&self, other: &Seek) -> bool {
        let colors = match (self.color, other.color) {
            (Color::Random, _) | (_, Color::Random) => true,
            (one, two) => one != two,
        };
        self.seeker.player != other.seeker.player
            && self.terms == other.terms
            && colors
            && self.accepts(&other.seeker)
            && other.accepts(&self.seeker)
    }

    /// Color of this seeker in a game with an opponent who wishes `other`.
    pub fn color_against(&self, other: Color) -> Color {
        match (self.color, other) {
            (Color::Random, Color::First) => Color::Second,
            (Color::Random, Color::Second) => Color::First,
            (own, _) => own,
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Casual seek of a player.
    pub fn seek(player: &str, rating: Option<i32>, provisional: bool) -> Seek {
        let rating = rating.map(|rating| PersonRating { rating, deviation: 60, provisional });
        Seek {
            id: player.to_owned(),
            seeker: Seeker {
                player: player.to_owned(),
                name: None,
                handle: None,
                rating,
                avoids: HashSet::new(),
            },
            terms: Terms {
                game: "game".to_owned(),
                clock: ClockChoice::Game { initial_ms: 300_000, increment_ms: 0 },
                rated: false,
            },
            color: Color::Random,
            range: None,
            established: false,
            listed: true,
        }
    }

    #[test]
    fn equal_terms_fit_and_different_ones_do_not() {
        let (an, binh) = (seek("an", Some(1500), false), seek("binh", None, false));
        assert!(an.fits(&binh) && binh.fits(&an));
        assert!(!an.fits(&an), "nobody plays alone");
        let rated = Seek { terms: Terms { rated: true, ..binh.terms.clone() }, ..binh.clone() };
        assert!(!an.fits(&rated));
        let slower = ClockChoice::Game { initial_ms: 600_000, increment_ms: 0 };
        assert!(!an.fits(&Seek { terms: Terms { clock: slower, ..binh.terms.clone() }, ..binh }));
    }

    #[test]
    fn people_who_block_each_other_are_not_paired() {
        let (mut an, binh, chau) =
            (seek("an", None, false), seek("binh", None, false), seek("chau", None, false));
        an.seeker.avoids.insert("binh".to_owned());
        assert!(!an.fits(&binh) && !binh.fits(&an), "whoever blocks");
        assert!(!an.accepts(&binh.seeker) && !binh.accepts(&an.seeker));
        assert!(an.fits(&chau) && chau.fits(&an));
    }

    #[test]
    fn colors_differ_where_both_wish_one() {
        let (an, binh) = (seek("an", None, false), seek("binh", None, false));
        let with = |seek: &Seek, color| Seek { color, ..seek.clone() };
        assert!(!with(&an, Color::First).fits(&with(&binh, Color::First)));
        assert!(with(&an, Color::First).fits(&with(&binh, Color::Second)));
        assert!(with(&an, Color::First).fits(&binh));
        assert_eq!(an.color_against(Color::First), Color::Second);
        assert_eq!(an.color_against(Color::Random), Color::Random);
        assert_eq!(with(&an, Color::First).color_against(Color::Random), Color::First);
    }

    #[test]
    fn ranges_and_established_hold_in_both_directions() {
        let weak = seek("an", Some(1200), false);
        let strong = Seek { range: Some([1500, 2000]), ..seek("binh", Some(1800), false) };
        assert!(!weak.fits(&strong) && !strong.fits(&weak));
        let middle = seek("chau", Some(1600), true);
        assert!(middle.fits(&strong));
        assert!(!middle.fits(&Seek { established: true, ..strong.clone() }), "a provisional rating");
        assert!(!seek("guest", None, false).fits(&strong), "a guest has no rating");
        assert!(!seek("guest", None, false).fits(&Seek { established: true, range: None, ..strong }));
    }
}
