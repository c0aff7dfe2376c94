//! Limits that an operator can set, each by its name: `kydai serve --limit NAME=VALUE`. docs/admin.md describes them.

use std::collections::HashMap;
use std::time::Duration;

use game::Message;

use crate::scheduler::{Class, QueueLimits, Rules};

macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $name:ident = $usual:literal,)+) => {
        /// Limits of the server. A number of tasks counts those that wait and those that run.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct ServerLimits {
            $($(#[doc = $doc])+ pub $name: u32,)+
        }

        impl Default for ServerLimits {
            fn default() -> Self {
                ServerLimits { $($name: $usual,)+ }
            }
        }

        impl ServerLimits {
            /// Names with their defaults, in the order of the documentation.
            pub const ALL: &[(&str, u32)] = &[$((stringify!($name), $usual),)+];

            fn field(&mut self, name: &str) -> Option<&mut u32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

limits! {
    /// Maximum thinking time of a machine for one move, in milliseconds, whatever a visitor asks for.
    think_ms = 10_000,
    /// Unfinished games of one guest.
    rooms_per_guest = 500,
    /// Seconds for the first move of each side in quick games that are rated or begin in the lobby, twice as many in slow
    /// ones; then the game is aborted. 0 for no limit.
    first_move_s = 30,
    /// Machine moves of one guest's games; a game beyond the limit waits for its turn.
    moves_per_guest = 50,
    /// Machine moves of one network's games.
    moves_per_address = 250,
    /// Machine moves in total.
    moves_total = 2_000,
    /// Moves of one guest's matches between machines.
    exhibitions_per_guest = 8,
    /// Moves of one network's matches between machines.
    exhibitions_per_address = 40,
    /// Moves of matches between machines in total.
    exhibitions_total = 400,
    /// Hints, puzzle replies, uploaded files and searches of one guest.
    questions_per_guest = 4,
    /// Hints, puzzle replies, uploaded files and searches of one network.
    questions_per_address = 20,
    /// Hints, puzzle replies, uploaded files and searches in total.
    questions_total = 100,
    /// Seconds for which a question waits at most; then the answer is 503.
    question_wait_s = 20,
    /// Live analyses of one guest.
    analyses_per_guest = 2,
    /// Live analyses of one network.
    analyses_per_address = 10,
    /// Live analyses in total.
    analyses_total = 64,
    /// Solver searches of one guest; a new one replaces the old one.
    solves_per_guest = 1,
    /// Solver searches of one network.
    solves_per_address = 10,
    /// Solver searches in total.
    solves_total = 200,
    /// Reviews of one guest; a new one replaces the old one.
    reviews_per_guest = 1,
    /// Reviews of one network.
    reviews_per_address = 10,
    /// Reviews in total.
    reviews_total = 100,
    /// Experiments of the Lab of one guest; a new one replaces the old one.
    labs_per_guest = 1,
    /// Experiments of the Lab of one network.
    labs_per_address = 10,
    /// Experiments of the Lab in total.
    labs_total = 50,
    /// Positions that one search of the Lab may visit by its estimate.
    lab_nodes = 5_000_000,
    /// Games of one guest's league that are played at once.
    leagues_per_guest = 1,
    /// Games of one network's leagues, waiting and played.
    leagues_per_address = 5,
    /// Games of leagues in total, waiting and played.
    leagues_total = 20,
    /// File imports into the library of one guest.
    imports_per_guest = 1,
    /// File imports into the library of one network.
    imports_per_address = 5,
    /// File imports into the library in total.
    imports_total = 20,
    /// Seconds of recent processor time from which a guest's games no longer go before everything else.
    heavy_use_s = 15,
    /// Words of a library search.
    search_words = 8,
    /// Messages and pings of one socket within 20 seconds.
    socket_messages = 100,
    /// Seconds for the head of a request, also for the next one on an open connection.
    header_s = 30,
    /// Seconds for the body of a request.
    body_s = 30,
    /// Seconds of silence after which a connection is closed.
    idle_s = 75,
}

impl ServerLimits {
    /// Sets a limit from `name=value`; dashes and underscores are the same.
    pub fn set(&mut self, setting: &str) -> Result<(), Message> {
        let known = || {
            let names: Vec<String> =
                ServerLimits::ALL.iter().map(|(name, _)| name.replace('_', "-")).collect();
            Message::new("serve_limit").text("limit", setting).text("known", names.join(", "))
        };
        let (name, value) = setting.split_once('=').ok_or_else(known)?;
        let value: u32 = value.trim().parse().map_err(|_| known())?;
        *self.field(&name.trim().replace('-', "_")).ok_or_else(known)? = value;
        Ok(())
    }

    /// Rules of the scheduler with this number of slots.
    pub fn rules(&self, slots: usize) -> Rules {
        let queue = |per_guest: u32, per_address: u32, total: u32| QueueLimits {
            per_guest: per_guest as usize,
            per_address: per_address as usize,
            total: total as usize,
        };
        let moves = queue(self.moves_per_guest, self.moves_per_address, self.moves_total);
        let queues = Class::ALL.map(|class| {
            let limits = match class {
                // A game has one evaluation at a time beside its move.
                Class::Move | Class::Evaluation => moves,
                Class::Exhibition => {
                    queue(self.exhibitions_per_guest, self.exhibitions_per_address, self.exhibitions_total)
                }
                Class::Question => {
                    queue(self.questions_per_guest, self.questions_per_address, self.questions_total)
                }
                Class::Analysis => {
                    queue(self.analyses_per_guest, self.analyses_per_address, self.analyses_total)
                }
                Class::Solve => queue(self.solves_per_guest, self.solves_per_address, self.solves_total),
                Class::Review => queue(self.reviews_per_guest, self.reviews_per_address, self.reviews_total),
                Class::Lab => queue(self.labs_per_guest, self.labs_per_address, self.labs_total),
                Class::League => queue(self.leagues_per_guest, self.leagues_per_address, self.leagues_total),
                Class::Import => queue(self.imports_per_guest, self.imports_per_address, self.imports_total),
            };
            (class, limits)
        });
        let heavy = Duration::from_secs(u64::from(self.heavy_use_s));
        Rules { slots, queues: HashMap::from(queues), heavy }
    }

    /// Maximum waiting time of a question.
    pub fn question_wait(&self) -> Duration {
        Duration::from_secs(u64::from(self.question_wait_s))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_is_set_by_its_name_and_described_in_the_documentation() {
        let page = include_str!("../../../docs/admin.md");
        let mut limits = ServerLimits::default();
        for (name, usual) in ServerLimits::ALL {
            let shown = name.replace('_', "-");
            limits.set(&format!("{shown}={}", usual + 1)).unwrap();
            assert!(
                page.contains(&format!("| `{shown}` | {usual} |")),
                "{shown} = {usual} is not in docs/admin.md"
            );
        }
        for (name, usual) in ServerLimits::ALL {
            assert_eq!(limits.field(name).map(|value| *value), Some(usual + 1));
        }
    }

    #[test]
    fn an_unknown_limit_is_an_error_that_names_the_known_ones() {
        let mut limits = ServerLimits::default();
        for wrong in ["solves", "solves=1", "solves-per-guest=many", "solves-per-guest", "=1", ""] {
            let error = limits.set(wrong).unwrap_err();
            assert_eq!(error.code, "serve_limit");
        }
        assert_eq!(limits, ServerLimits::default());
    }
}
