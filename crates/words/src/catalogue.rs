//! Message catalogues, parsed once from the embedded JSON files.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::Language;

type Catalogue = BTreeMap<String, String>;

const VI: &str = include_str!("../../../messages/vi.json");
const EN: &str = include_str!("../../../messages/en.json");
const ZH_HANS: &str = include_str!("../../../messages/zh-Hans.json");
const ZH_HANT: &str = include_str!("../../../messages/zh-Hant.json");

/// Sentence of a key, with placeholders.
pub fn sentence(key: &str, language: Language) -> Option<&'static str> {
    catalogue(language).get(key).map(String::as_str)
}

/// Every key of a language's catalogue, in alphabetical order.
pub fn keys(language: Language) -> impl Iterator<Item = &'static str> {
    catalogue(language).keys().map(String::as_str)
}

fn catalogue(language: Language) -> &'static Catalogue {
    static READ: [OnceLock<Catalogue>; 4] = [const { OnceLock::new() }; 4];
    READ[language as usize].get_or_init(|| {
        // A catalogue that does not parse fails the tests; at run time message codes are shown instead.
        serde_json::from_str(text(language)).unwrap_or_default()
    })
}

fn text(language: Language) -> &'static str {
    match language {
        Language::Vi => VI,
        Language::En => EN,
        Language::ZhHans => ZH_HANS,
        Language::ZhHant => ZH_HANT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_catalogue_is_a_flat_table_of_sentences() {
        for language in Language::ALL {
            let read: Result<Catalogue, _> = serde_json::from_str(text(language));
            let read = read.unwrap_or_else(|error| panic!("{}: {error}", language.name()));
            assert!(read.len() > 50, "{} is nearly empty", language.name());
            for (key, sentence) in &read {
                assert!(!sentence.trim().is_empty(), "{key} is empty in {}", language.name());
            }
        }
    }

    #[test]
    fn no_key_is_written_twice() {
        for language in Language::ALL {
            let lines = text(language).lines().filter(|line| line.trim_start().starts_with('"')).count();
            assert_eq!(lines, keys(language).count(), "{}: one key, one line", language.name());
        }
    }
}
