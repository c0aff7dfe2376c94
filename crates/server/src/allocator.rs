//! Setting of the system's memory allocator: large blocks go back to the system.

/// Smallest block that is returned to the system when it is freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_BLOCK: i32 = 1 << 20;

/// Makes the allocator return large blocks when they are freed.
///
/// By itself glibc raises its limit with the first large block that is freed and keeps later ones: the hash tables of finished
/// searches then stay with the process. Six finished proofs are 37 MB with this and 111 MB without (docs/reliability.md).
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn return_large_blocks() {
    // SAFETY: sets a number of the allocator, under the allocator's own lock; no memory is passed.
    let accepted = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BLOCK) };
    if accepted == 0 {
        tracing::warn!("the memory allocator did not take its setting");
    }
}

/// Does nothing: other allocators return large blocks by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_large_blocks() {}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use std::process::Command;

    /// Set in the process that measures: there no other test allocates meanwhile.
    const ALONE: &str = "KYDAI_TEST_ALONE";

    #[test]
    fn freed_large_blocks_leave_the_process() {
        if std::env::var_os(ALONE).is_some() {
            return measure();
        }
        let program = std::env::current_exe().expect("the path of the tests");
        let name = "allocator::tests::freed_large_blocks_leave_the_process";
        let run = Command::new(program).args(["--exact", name, "--nocapture"]).env(ALONE, "1").output();
        let output = run.expect("the tests start once more");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains("1 passed"), "{text}");
    }

    fn measure() {
        const BLOCK: usize = 4 << 20;
        super::return_large_blocks();
        // The first freed block would raise glibc's own limit.
        drop(std::hint::black_box(vec![1u8; BLOCK]));
        let before = crate::metrics::resident_bytes();
        let (blocks, pins): (Vec<_>, Vec<_>) = (0..64).map(|_| (vec![1u8; BLOCK], vec![1u8; 2000])).unzip();
        std::hint::black_box((&blocks, &pins));
        let full = crate::metrics::resident_bytes();
        drop(blocks);
        let after = crate::metrics::resident_bytes();
        drop(pins);
        assert!(full >= before + 48 * BLOCK as u64, "the blocks were in use");
        assert!(after < before + 16 * BLOCK as u64, "{before} → {full} → {after}");
    }
}
