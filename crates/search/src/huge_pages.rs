//! Huge pages for large tables: fewer TLB misses where the operating system provides them.

/// Advises the operating system to back this memory with huge pages (`madvise(MADV_HUGEPAGE)`).
///
/// Best called before the memory is first written. The advice changes no content: where it is not followed everything
/// works as before, a little slower. Memory that is not yet initialized is passed as `[MaybeUninit<T>]`.
#[cfg(target_os = "linux")]
pub(crate) fn advise_huge_pages<T>(memory: &[T]) {
    /// Size of a huge page on x86-64; a multiple of it or equal to it elsewhere.
    const HUGE_PAGE: usize = 2 << 20;
    let (start, bytes) = (memory.as_ptr() as usize, size_of_val(memory));
    let first = start.next_multiple_of(HUGE_PAGE);
    let end = (start + bytes) / HUGE_PAGE * HUGE_PAGE;
    if first < end {
        // SAFETY: the range lies inside `memory`, which is one live allocation, and this advice changes no content.
        unsafe {
            libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE);
        }
    }
}

/// Does nothing: there is no such advice on this operating system.
#[cfg(not(target_os = "linux"))]
pub(crate) fn advise_huge_pages<T>(_memory: &[T]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_leaves_the_content_of_memory_unchanged() {
        let mut words: Vec<u64> = (0..1 << 20).collect();
        advise_huge_pages(&words);
        words[77] += 1;
        assert!(words.iter().enumerate().all(|(index, &word)| word == index as u64 + u64::from(index == 77)));
        advise_huge_pages(&words[..3]);
        advise_huge_pages::<u64>(&[]);
    }
}
