//! Laws (to come).
