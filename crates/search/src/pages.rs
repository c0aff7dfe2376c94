//! Large tables on large pages of memory, where the system has them: fewer look-ups of where a page lies.

/// Asks the system to back these words by large pages. Best done before they are first written.
///
/// A wish, not a need: where it is not granted everything works as before, a little slower.
#[cfg(target_os = "linux")]
pub(crate) fn wish_large<T>(start: *const T, count: usize) {
    /// The size of a large page on the machines that have one, or a multiple of it.
    const LARGE: usize = 2 << 20;
    let (from, bytes) = (start as usize, count * size_of::<T>());
    let first = from.next_multiple_of(LARGE);
    let end = (from + bytes) / LARGE * LARGE;
    if first < end {
        // SAFETY: the range lies inside one live allocation, and this advice changes no content of memory.
        unsafe {
            libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE);
        }
    }
}

/// Elsewhere pages are as they are.
#[cfg(not(target_os = "linux"))]
pub(crate) fn wish_large<T>(_start: *const T, _count: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_keeps_what_it_holds_when_large_pages_are_wished_for() {
        let mut words: Vec<u64> = (0..1 << 20).collect();
        wish_large(words.as_ptr(), words.len());
        words[77] += 1;
        assert!(words.iter().enumerate().all(|(index, &word)| word == index as u64 + u64::from(index == 77)));
        wish_large(words.as_ptr(), 3);
        wish_large::<u64>(std::ptr::null(), 0);
    }
}
