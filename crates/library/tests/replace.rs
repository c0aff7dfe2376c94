//! Replacing a stored game: it is found by its new version and no longer by the old one.

use std::ops::ControlFlow;

use library::{Entry, GameQuery, Library, PendingPositions, Replaced};
use table::{Notation, ReadLimits, ReadOptions, games, position_key, read_file};

fn entry(text: &str) -> Entry {
    let ask = ReadOptions { game: Some("xiangqi"), notation: None, bounds: ReadLimits::LOCAL };
    let mut found = None;
    read_file(text.as_bytes(), &ask, &|| false, &mut |read| {
        assert!(read.errors.is_empty(), "{:?}", read.errors);
        found = Some(Entry::from_record(read.record.as_ref()).expect("an entry"));
        ControlFlow::Break(())
    });
    found.expect("a game")
}

fn key(moves: &[&str]) -> u64 {
    let mut study = games::by_name("xiangqi").expect("a game").open(None, &[]).expect("a study");
    study.play_game(moves, Notation::Uci).expect("legal");
    position_key("xiangqi", &study.position(study.spec().dialects[0]))
}

#[test]
fn a_replaced_game_is_found_by_its_new_version_only() {
    sqlx::test_block_on(async {
        let folder = std::env::temp_dir().join(format!("kydai-library-replace-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let library = Library::open(&folder.join("library.sqlite")).await.expect("a library");
        let owner = library.owner("an").await.expect("a number");
        let stranger = library.owner("ba").await.expect("a number");
        let (before, other) =
            (entry("[Red \"An\"]\n\n1. h2e2 h9g7 *\n"), entry("[Red \"Ba\"]\n\n1. c3c4 *\n"));
        let mut places = PendingPositions::default();
        library.add(owner, "", 1, vec![before.clone(), other.clone()], &mut places).await.expect("kept");
        library.index(&mut places).await.expect("indexed");
        let find = async |player: &str, moves: &[&str]| {
            let key = (!moves.is_empty()).then(|| key(moves));
            let ask = GameQuery {
                owner,
                own: true,
                player: player.to_owned(),
                key,
                count: 9,
                ..GameQuery::default()
            };
            library
                .search(&ask)
                .await
                .expect("found")
                .games
                .into_iter()
                .map(|game| game.id)
                .collect::<Vec<_>>()
        };
        let [id] = find("An", &[]).await[..] else { panic!("one game") };

        let after = entry("[Red \"Ann Bình\"]\n\n1. h2e2 b9c7 {khác} (1... h9g7) 2. h0g2 1-0\n");
        assert_eq!(library.replace(owner, id, after.clone()).await.expect("replaced"), Replaced::Done);
        assert_eq!(find("binh", &[]).await, [id]);
        assert_eq!(find("", &["h2e2", "b9c7"]).await, [id]);
        assert!(find("", &["h2e2", "h9g7"]).await.is_empty(), "the old main line is forgotten");
        let (found, record) = library.game(owner, id).await.expect("read").expect("there");
        assert_eq!((found.plies, found.moves), (3, 4));
        assert_eq!(record.nodes(Notation::Uci, 9).len(), 4);

        // Games of other owners stay unchanged, and no owner has a game twice.
        let strange = library.replace(stranger, id, before).await.expect("answered");
        assert_eq!(strange, Replaced::Missing);
        assert_eq!(library.replace(owner, id, other).await.expect("answered"), Replaced::Known);
        assert_eq!(find("", &["h2e2", "b9c7"]).await, [id]);
        drop(library);
        let _ = std::fs::remove_dir_all(&folder);
    });
}
