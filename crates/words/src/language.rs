//! Supported languages and their tags.

/// A language of the catalogues.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// Vietnamese.
    Vi,
    /// English.
    En,
    /// Chinese in simplified characters.
    ZhHans,
    /// Chinese in traditional characters.
    ZhHant,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 4] = [Language::Vi, Language::En, Language::ZhHans, Language::ZhHant];

    /// Name in commands, files and links.
    pub const fn name(self) -> &'static str {
        match self {
            Language::Vi => "vi",
            Language::En => "en",
            Language::ZhHans => "zh-Hans",
            Language::ZhHant => "zh-Hant",
        }
    }

    /// Parses a language tag or locale name: `vi`, `en_US.UTF-8`, `zh-TW`, `zh_Hant_HK`.
    ///
    /// `None` for an unsupported language, and for `C` and `POSIX`, which name none.
    pub fn parse(tag: &str) -> Option<Self> {
        // A locale may have an encoding and a modifier after the name: `vi_VN.UTF-8@phonetic`.
        let tag = tag.split(['.', '@']).next()?.to_ascii_lowercase();
        let mut parts = tag.split(['-', '_']);
        match parts.next()? {
            "vi" => Some(Language::Vi),
            "en" => Some(Language::En),
            "zh" => {
                let traditional = parts.any(|part| matches!(part, "hant" | "tw" | "hk" | "mo"));
                Some(if traditional { Language::ZhHant } else { Language::ZhHans })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn locales_are_mapped_to_languages() {
        let cases = [
            ("vi", Some(Language::Vi)),
            ("vi_VN.UTF-8", Some(Language::Vi)),
            ("en_US.UTF-8", Some(Language::En)),
            ("EN", Some(Language::En)),
            ("zh", Some(Language::ZhHans)),
            ("zh_CN.GB18030", Some(Language::ZhHans)),
            ("zh-TW", Some(Language::ZhHant)),
            ("zh_HK.UTF-8", Some(Language::ZhHant)),
            ("zh-Hant-MO", Some(Language::ZhHant)),
            ("zh-Hans-SG", Some(Language::ZhHans)),
            ("C.UTF-8", None),
            ("POSIX", None),
            ("fr_FR", None),
            ("", None),
        ];
        for (tag, expected) in cases {
            assert_eq!(Language::parse(tag), expected, "{tag}");
        }
    }

    #[test]
    fn every_language_parses_its_own_name() {
        for language in Language::ALL {
            assert_eq!(Language::parse(language.name()), Some(language));
        }
    }
}
