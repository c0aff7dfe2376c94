//! Analysis clock that throttles the search while engines compute moves for running games: play has priority.

use std::sync::Arc;
use std::time::Duration;

use table::{Clock, WallClock};

use crate::engine_pool::EnginePool;

/// Pause per clock reading while the engine pool is busy. The search reads the clock about once per millisecond, so an
/// analysis then keeps only a small share of its core.
const YIELD_TIME: Duration = Duration::from_millis(3);

/// Wall clock that sleeps while at least half of the cores serve running games.
pub(super) struct YieldingClock {
    clock: WallClock,
    engine_pool: EnginePool,
    cores: usize,
}

impl YieldingClock {
    pub fn start(engine_pool: EnginePool) -> Arc<YieldingClock> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::new(YieldingClock { clock: WallClock::start(), engine_pool, cores })
    }
}

impl Clock for YieldingClock {
    fn micros(&self) -> u64 {
        if self.engine_pool.running() >= self.cores.div_ceil(2) {
            std::thread::sleep(YIELD_TIME);
        }
        self.clock.micros()
    }
}
