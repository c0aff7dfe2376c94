//! The web app as files inside the program; only this crate's build needs Node.

/// One file of the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asset {
    /// What is in it.
    pub bytes: &'static [u8],
    /// Its kind, as `Content-Type` says it.
    pub mime: &'static str,
    /// A hash of the bytes, for `ETag`.
    pub hash: &'static str,
    /// Whether its name changes with its bytes, so that a browser may keep it for ever.
    pub immutable: bool,
}

type File = (&'static str, &'static [u8], &'static str, &'static str);

/// Sorted by path.
const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The file at a path such as `assets/index-1f2e.js`, without a slash before it.
pub fn asset(path: &str) -> Option<Asset> {
    let found = FILES.binary_search_by_key(&path, |&(name, ..)| name).ok()?;
    let &(name, bytes, mime, hash) = FILES.get(found)?;
    Some(Asset { bytes, mime, hash, immutable: name.starts_with("assets/") })
}

/// The page every address of the app is answered with.
pub fn index() -> Asset {
    asset("index.html").unwrap_or(Asset {
        bytes: b"<!doctype html><title>K\xe1\xbb\xb3 \xc4\x90\xc3\xa0i</title>",
        mime: "text/html; charset=utf-8",
        hash: "0",
        immutable: false,
    })
}

/// The paths of all files, in order.
pub fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|&(name, ..)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_the_page_names_is_embedded() {
        let page = String::from_utf8(index().bytes.to_vec()).unwrap();
        let named: Vec<&str> = page
            .split(['"', '\''])
            .filter_map(|text| text.strip_prefix('/'))
            .filter(|text| text.contains('.'))
            .collect();
        assert!(named.len() >= 3, "{page}");
        for path in named {
            assert!(asset(path).is_some(), "{path} is named and missing");
        }
    }

    #[test]
    fn paths_are_sorted_so_that_each_is_found() {
        assert!(paths().is_sorted());
        assert!(paths().all(|path| asset(path).is_some_and(|file| !file.bytes.is_empty())));
    }

    #[test]
    fn only_files_with_a_hash_in_their_name_may_be_kept_for_ever() {
        assert!(!index().immutable);
        assert!(
            paths().filter(|path| path.starts_with("assets/")).all(|path| asset(path).unwrap().immutable)
        );
    }

    #[test]
    fn a_path_that_is_not_there_is_none_however_it_is_written() {
        for path in ["", "/", "/index.html", "../Cargo.toml", "assets", "assets/", "INDEX.HTML"] {
            assert_eq!(asset(path), None, "{path:?}");
        }
    }

    #[test]
    fn scripts_and_styles_have_their_kinds() {
        let kind = |end: &str| paths().find(|path| path.ends_with(end)).and_then(asset).map(|file| file.mime);
        assert_eq!(kind(".js"), Some("text/javascript; charset=utf-8"));
        assert_eq!(kind(".css"), Some("text/css; charset=utf-8"));
        assert_eq!(kind(".svg"), Some("image/svg+xml"));
        assert_eq!(kind(".woff2"), Some("font/woff2"));
    }
}
