//! Library in a database: adding, searching, exploring, organizing and deleting games.

use std::ops::ControlFlow;
use std::path::PathBuf;

use library::{Entry, GameQuery, Library, PendingPositions};
use table::{GameResult, Notation, ReadLimits, ReadOptions, Side, games, position_key, read_file};

const GAMES: &str = "[Game \"xiangqi\"]\n[Event \"全國象棋個人錦標賽\"]\n[Date \"1985年10月2日\"]\n[Red \"上海胡榮華\"]\n[Black \"廣東呂欽\"]\n[Result \"1-0\"]\n\n\
1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 {屏風馬} (3... h7h3 4. g3g4) 1-0\n\n\
[Game \"xiangqi\"]\n[Event \"Giải vô địch Việt Nam\"]\n[Date \"2003-05-12\"]\n[Red \"Trềnh A Sáng\"]\n[Black \"Mai Thanh Minh\"]\n[Result \"1/2-1/2\"]\n\n\
1. h2e2 b9c7 2. h0g2 h9g7 1/2-1/2\n\n\
[Game \"chess\"]\n[White \"Kasparov\"]\n[Black \"Karpov\"]\n[Date \"1985.11.09\"]\n[Result \"0-1\"]\n\n1. e4 c5 2. Nf3 e6 0-1\n";

fn entries(text: &str) -> Vec<Entry> {
    let ask = ReadOptions { game: None, notation: None, bounds: ReadLimits::LOCAL };
    let mut found = Vec::new();
    read_file(text.as_bytes(), &ask, &|| false, &mut |read| {
        assert!(read.errors.is_empty(), "{:?}", read.errors);
        found.push(Entry::from_record(read.record.as_ref()).expect("an entry"));
        ControlFlow::Continue(())
    });
    found
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kydai-library-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn filled(folder: &Folder) -> Library {
    let library = Library::open(&folder.0.join("library.sqlite")).await.expect("a library");
    let mut places = PendingPositions::default();
    let added = library.add(0, "", 1, entries(GAMES), &mut places).await.expect("kept");
    assert_eq!((added.new, added.known), (3, 0));
    library.index(&mut places).await.expect("indexed");
    library
}

fn key(game: &str, moves: &[&str]) -> u64 {
    let mut study = games::by_name(game).expect("a game").open(None, &[]).expect("a study");
    study.play_game(moves, Notation::Uci).expect("legal");
    position_key(game, &study.position(study.spec().dialects[0]))
}

#[test]
fn games_are_found_by_every_criterion() {
    sqlx::test_block_on(async {
        let folder = Folder::new("wishes");
        let library = filled(&folder).await;
        let base = GameQuery { count: 50, ..GameQuery::default() };
        let mut cases: Vec<(&str, GameQuery, usize)> = vec![("everything", base.clone(), 3)];
        let mut case = |name, count, change: &dyn Fn(&mut GameQuery)| {
            let mut ask = base.clone();
            change(&mut ask);
            cases.push((name, ask, count));
        };
        for text in ["ho vinh hoa", "Hồ Vinh Hoa", "胡荣华", "胡榮華", "vinh ho", "lu kham", "HO VINH"]
        {
            case(text, 1, &move |query| query.player = text.to_owned());
        }
        case("a part of a word inside is none", 0, &|query| query.player = "inh hoa".to_owned());
        case("no marks", 1, &|query| query.player = "trenh a sang".to_owned());
        case("event by its reading", 1, &|query| query.event = "toan quoc tuong ky".to_owned());
        case("event in simplified characters", 1, &|query| query.event = "全国象棋".to_owned());
        case("any text, all of them", 1, &|query| query.text = "vinh hoa, lu kham".to_owned());
        case("a pattern is no pattern", 0, &|query| query.player = "%".to_owned());
        case("since", 1, &|query| query.since = "1990".to_owned());
        case("until", 2, &|query| query.until = "1985".to_owned());
        case("result", 1, &|query| query.ending = Some(GameResult::Won(Side::Second)));
        case("draws", 1, &|query| query.ending = Some(GameResult::Drawn));
        case("game", 1, &|query| query.game = "chess".to_owned());
        case("code", 1, &|query| query.code = "B4".to_owned());
        case("opening by name", 1, &|query| query.opening = "sicilian".to_owned());
        case("opening by its reading", 2, &|query| query.opening = "trung phao".to_owned());
        case("position", 2, &|query| query.key = Some(key("xiangqi", &["h2e2"])));
        case("position by another way", 2, &|query| {
            query.key = Some(key("xiangqi", &["h2e2", "h9g7", "h0g2", "b9c7"]));
        });
        case("position in a variation is not indexed", 0, &|query| {
            query.key = Some(key("xiangqi", &["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "h7h3"]));
        });
        for (name, ask, count) in cases {
            let page = library.search(&ask).await.expect("an answer");
            // Only games whose moves reach the position match.
            if name == "position by another way" {
                assert_eq!(page.total, 1, "{name}");
                continue;
            }
            assert_eq!((page.total as usize, page.games.len()), (count, count), "{name}: {:?}", page.games);
        }
    });
}

#[test]
fn a_game_is_stored_once_per_owner() {
    sqlx::test_block_on(async {
        let folder = Folder::new("owners");
        let library = filled(&folder).await;
        let (an, binh) = (library.owner("an").await.expect("an"), library.owner("binh").await.expect("binh"));
        assert_eq!(library.owner("an").await.expect("again"), an);
        let mut places = PendingPositions::default();
        let again = library.add(0, "", 2, entries(GAMES), &mut places).await.expect("kept");
        assert_eq!((again.new, again.known, places.is_empty()), (0, 3, true));
        let mine = library.add(an, "Cờ thế", 3, entries(GAMES), &mut places).await.expect("kept");
        assert_eq!(mine.new, 3, "an owner may also add a shared game");
        library.index(&mut places).await.expect("indexed");
        let ask = |owner, own| GameQuery { owner, own, count: 50, ..GameQuery::default() };
        assert_eq!(library.search(&ask(an, false)).await.expect("all").total, 6);
        assert_eq!(library.search(&ask(binh, false)).await.expect("all").total, 3);
        let own = library.search(&ask(an, true)).await.expect("own");
        let id = own.games[0].id;
        assert!(library.game(binh, id).await.expect("asked").is_none(), "another's game is not shown");
        assert!(!library.delete(binh, id).await.expect("asked"), "nor thrown away by others");
        assert!(
            library.organize(an, id, "Khác", &["hay".to_owned(), "a,b".to_owned()]).await.expect("sorted")
        );
        let overview = library.overview(an).await.expect("a overview");
        assert_eq!((overview.shared, overview.own), (3, 3));
        assert_eq!(overview.folders, [("Cờ thế".to_owned(), 2), ("Khác".to_owned(), 1)]);
        assert_eq!(overview.labels, ["a b", "hay"]);
        let start = key("xiangqi", &[]);
        assert_eq!(library.explore(an, start).await.expect("explored").tally.games, 4);
        let xiangqi = own.games.iter().filter(|game| game.game == "xiangqi").map(|game| game.id);
        for id in xiangqi {
            assert!(library.delete(an, id).await.expect("forgotten"));
        }
        assert_eq!(library.explore(an, start).await.expect("explored").tally.games, 2, "their positions too");
    });
}

#[test]
fn the_explorer_counts_moves_and_results() {
    sqlx::test_block_on(async {
        let folder = Folder::new("explorer");
        let library = filled(&folder).await;
        let explored = library.explore(0, key("xiangqi", &["h2e2"])).await.expect("explored");
        assert_eq!((explored.tally.games, explored.tally.first, explored.tally.drawn), (2, 1, 1));
        let moves: Vec<(&str, i64)> =
            explored.moves.iter().map(|known| (known.mv.as_str(), known.tally.games)).collect();
        assert_eq!(moves, [("b9c7", 1), ("h9g7", 1)]);
    });
}

#[test]
fn a_record_is_read_back_unchanged() {
    sqlx::test_block_on(async {
        let folder = Folder::new("back");
        let library = filled(&folder).await;
        let ask = GameQuery { player: "ho vinh hoa".to_owned(), count: 1, ..GameQuery::default() };
        let found = library.search(&ask).await.expect("found").games.remove(0);
        assert!(found.code.starts_with('C'), "{found:?}");
        let (_, record) = library.game(0, found.id).await.expect("asked").expect("there");
        assert_eq!((record.plies(), record.moves()), (6, 8));
        let again = Entry::from_record(record.as_ref()).expect("an entry");
        assert_eq!(again.digest, entries(GAMES)[0].digest);
        let nodes = record.nodes(Notation::Zh, 100);
        assert_eq!((nodes[5].text.as_str(), nodes[5].comment.as_str()), ("马２进３", "屏風馬"));
        assert!(nodes[6].varies && nodes[6].after == Some(4) && nodes[6].number == 3);
    });
}

#[test]
fn positions_not_indexed_before_a_crash_are_indexed_on_open() {
    sqlx::test_block_on(async {
        let folder = Folder::new("crash");
        let file = folder.0.join("library.sqlite");
        {
            let library = Library::open(&file).await.expect("a library");
            let mut places = PendingPositions::default();
            library.add(0, "", 1, entries(GAMES), &mut places).await.expect("kept");
        }
        let library = Library::open(&file).await.expect("again");
        assert_eq!(library.explore(0, key("xiangqi", &[])).await.expect("explored").tally.games, 2);
    });
}
