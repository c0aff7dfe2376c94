//! Web app files embedded in the program; only this crate's build needs Node.

/// File of the web app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Content.
    pub bytes: &'static [u8],
    /// MIME type.
    pub mime: &'static str,
    /// Hash of the content, for `ETag`.
    pub hash: &'static str,
    /// True if the name changes with the content, so that browsers may cache it forever.
    pub immutable: bool,
}

type File = (&'static str, &'static [u8], &'static str, &'static str);

/// All files, sorted by path.
const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Returns the file at a path such as `assets/index-1f2e.js`, without a leading slash.
pub fn asset(path: &str) -> Option<Asset> {
    let found = FILES.binary_search_by_key(&path, |&(name, ..)| name).ok()?;
    let &(name, bytes, mime, hash) = FILES.get(found)?;
    Some(Asset { bytes, mime, hash, immutable: name.starts_with("assets/") })
}

/// Returns the page that all routes of the app get.
pub fn index() -> Asset {
    asset("index.html").unwrap_or(Asset {
        bytes: b"<!doctype html><title>K\xe1\xbb\xb3 \xc4\x90\xc3\xa0i</title>",
        mime: "text/html; charset=utf-8",
        hash: "0",
        immutable: false,
    })
}

/// Paths of all files, sorted.
pub fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|&(name, ..)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_the_page_refers_to_is_embedded() {
        let page = String::from_utf8(index().bytes.to_vec()).unwrap();
        let named: Vec<&str> = page
            .split(['"', '\''])
            .filter_map(|text| text.strip_prefix('/'))
            .filter(|text| text.contains('.'))
            .collect();
        assert!(named.len() >= 3, "{page}");
        for path in named {
            assert!(asset(path).is_some(), "{path} is missing");
        }
    }

    #[test]
    fn paths_are_sorted_for_binary_search() {
        assert!(paths().is_sorted());
        assert!(paths().all(|path| asset(path).is_some_and(|file| !file.bytes.is_empty())));
    }

    #[test]
    fn only_files_with_a_hash_in_their_name_are_immutable() {
        assert!(!index().immutable);
        assert!(
            paths().filter(|path| path.starts_with("assets/")).all(|path| asset(path).unwrap().immutable)
        );
    }

    #[test]
    fn unknown_paths_are_not_found() {
        for path in ["", "/", "/index.html", "../Cargo.toml", "assets", "assets/", "INDEX.HTML"] {
            assert_eq!(asset(path), None, "{path:?}");
        }
    }

    #[test]
    fn files_have_their_mime_types() {
        let kind = |end: &str| paths().find(|path| path.ends_with(end)).and_then(asset).map(|file| file.mime);
        assert_eq!(kind(".js"), Some("text/javascript; charset=utf-8"));
        assert_eq!(kind(".css"), Some("text/css; charset=utf-8"));
        assert_eq!(kind(".svg"), Some("image/svg+xml"));
        assert_eq!(kind(".woff2"), Some("font/woff2"));
    }
}
