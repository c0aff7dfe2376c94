//! Talk of two players: who may say what, how often, and which words the operator refuses.

mod words;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use game::Message;

use crate::player_name::clean_line;
use crate::wire::{Phrase, TalkRule};

pub use words::WordList;

/// Maximum length of a text, in characters.
pub const MAX_TEXT: usize = 200;
/// Lines of a game that are kept in memory and shown, and maximum number of lines of a game.
pub const SHOWN_LINES: usize = 100;
pub const MAX_LINES: u32 = 500;
/// Lines that a player may say at once, and the time after which another one is allowed.
const BURST: f64 = 5.0;
const REFILL: Duration = Duration::from_secs(3);
/// Number of players above which those who were silent are forgotten.
const SWEEP_AT: usize = 10_000;

/// Line that somebody wants to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Utterance {
    /// Fixed phrase.
    Phrase(Phrase),
    /// Free text.
    Text(String),
}

/// Reads a request to say something under a rule.
pub fn read_utterance(
    phrase: Option<Phrase>,
    text: Option<&str>,
    rule: TalkRule,
    refused: &WordList,
) -> Result<Utterance, Message> {
    match (rule, phrase, text) {
        (TalkRule::Off, ..) => Err(Message::new("talk_off")),
        (_, Some(phrase), None) => Ok(Utterance::Phrase(phrase)),
        (TalkRule::Phrases, None, Some(_)) => Err(Message::new("talk_phrases_only")),
        (TalkRule::Text, None, Some(text)) => {
            let text = clean_line(text);
            if text.is_empty() {
                return Err(Message::new("talk_empty"));
            }
            if text.chars().count() > MAX_TEXT {
                return Err(Message::new("talk_long").number("most", MAX_TEXT));
            }
            if refused.is_in(&text) {
                return Err(Message::new("talk_word"));
            }
            Ok(Utterance::Text(text))
        }
        _ => Err(Message::new("talk_empty")),
    }
}

/// Limits how often each player may say something, over all games.
#[derive(Default)]
pub struct TalkLimiter {
    spoken: Mutex<HashMap<String, (f64, Instant)>>,
}

impl TalkLimiter {
    /// Takes one line from a player's bucket, or returns false.
    pub fn try_acquire(&self, player: &str, now: Instant) -> bool {
        let mut spoken = self.spoken.lock().unwrap_or_else(PoisonError::into_inner);
        let left = |(used, at): (f64, Instant)| {
            let refilled = now.saturating_duration_since(at).as_secs_f64() / REFILL.as_secs_f64();
            (used - refilled).max(0.0)
        };
        if spoken.len() >= SWEEP_AT {
            spoken.retain(|_, bucket| left(*bucket) > 0.0);
        }
        let used = spoken.get(player).map_or(0.0, |bucket| left(*bucket));
        if used + 1.0 > BURST {
            return false;
        }
        spoken.insert(player.to_owned(), (used + 1.0, now));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(phrase: Option<Phrase>, text: Option<&str>, rule: TalkRule) -> Result<Utterance, &'static str> {
        let refused = WordList::read("xấu tính\n");
        read_utterance(phrase, text, rule, &refused).map_err(|message| message.code)
    }

    #[test]
    fn the_rule_decides_what_may_be_said() {
        let phrase = Some(Phrase::WellPlayed);
        assert_eq!(read(phrase, None, TalkRule::Off), Err("talk_off"));
        assert_eq!(read(phrase, None, TalkRule::Phrases), Ok(Utterance::Phrase(Phrase::WellPlayed)));
        assert_eq!(read(None, Some("chào"), TalkRule::Phrases), Err("talk_phrases_only"));
        assert_eq!(
            read(None, Some(" chào \n bạn "), TalkRule::Text),
            Ok(Utterance::Text("chào bạn".to_owned()))
        );
        assert_eq!(read(None, Some(" \u{200b}\u{202e}\t"), TalkRule::Text), Err("talk_empty"));
        assert_eq!(read(None, None, TalkRule::Text), Err("talk_empty"));
        assert_eq!(read(phrase, Some("cả hai"), TalkRule::Text), Err("talk_empty"));
        assert_eq!(read(None, Some(&"á".repeat(201)), TalkRule::Text), Err("talk_long"));
        assert!(read(None, Some(&"á".repeat(200)), TalkRule::Text).is_ok());
        assert_eq!(read(None, Some("Đồ XẤU TÍNH!"), TalkRule::Text), Err("talk_word"));
    }

    #[test]
    fn a_player_says_five_lines_at_once_and_then_one_every_three_seconds() {
        let (limiter, start) = (TalkLimiter::default(), Instant::now());
        let said =
            |player: &str, seconds: u64| limiter.try_acquire(player, start + Duration::from_secs(seconds));
        assert_eq!((0..7).filter(|_| said("an", 0)).count(), 5);
        assert!(said("binh", 0), "everybody has a bucket");
        assert!(!said("an", 2));
        assert!(said("an", 3) && !said("an", 3));
        assert_eq!((0..20).filter(|_| said("an", 3600)).count(), 5);
    }

    #[test]
    fn the_number_of_buckets_is_bounded() {
        let (limiter, start) = (TalkLimiter::default(), Instant::now());
        for number in 0..30_000_u64 {
            assert!(limiter.try_acquire(&number.to_string(), start + Duration::from_millis(number)));
        }
        assert!(limiter.spoken.lock().expect("not poisoned").len() <= SWEEP_AT + 1);
    }
}
