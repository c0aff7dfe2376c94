//! A clock that slows an analysis down while machines at boards think: whoever plays comes first.

use std::sync::Arc;
use std::time::Duration;

use table::{Clock, WallClock};

use crate::think::Engines;

/// How long an analysis waits each time it looks at the clock while somebody's move is thought about. It looks about
/// every millisecond, so it keeps a small share of its core.
const POLITE: Duration = Duration::from_millis(3);

/// The clock of an analysis.
pub(super) struct PoliteClock {
    clock: WallClock,
    engines: Engines,
    cores: usize,
}

impl PoliteClock {
    pub fn start(engines: Engines) -> Arc<PoliteClock> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::new(PoliteClock { clock: WallClock::start(), engines, cores })
    }
}

impl Clock for PoliteClock {
    fn micros(&self) -> u64 {
        if self.engines.running() >= self.cores.div_ceil(2) {
            std::thread::sleep(POLITE);
        }
        self.clock.micros()
    }
}
