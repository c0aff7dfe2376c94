-- A database of version 9: that of version 8, and a tournament of An_2003 in its first round.
-- A session of An_2003 has the cookie kydai-session=c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3.
BEGIN TRANSACTION;
CREATE TABLE account (
    player TEXT PRIMARY KEY, handle TEXT NOT NULL, skeleton TEXT NOT NULL UNIQUE, password TEXT NOT NULL,
    recovery TEXT NOT NULL, settings TEXT NOT NULL, created_at BIGINT NOT NULL
);
INSERT INTO "account" VALUES('3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','An_2003','anzoo3','$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA','2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881','',1794999200000);
INSERT INTO "account" VALUES('92e18130ebb234a4757b877d7ba5bdc1a973140fe662a9bff9751c7ca38b5b2f','Binh99','blnh99','$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA','a1fce4363854ff888cff4b8e7875d600c2682390412a8cf79b37d0b11148b0fa','',1794999201000);
CREATE TABLE deadline (
    room TEXT PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE, at INTEGER NOT NULL, since INTEGER NOT NULL,
    credit INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "deadline" VALUES('4sxwiajxtbusnrfk',1795085575858,1794999175858,0);
CREATE TABLE deal (
    room TEXT PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE, seed BLOB NOT NULL, first BLOB, second BLOB,
    first_by TEXT, second_by TEXT
) WITHOUT ROWID;
INSERT INTO "deal" VALUES('fi7y8k9mzf9b58s9',X'E9F1E8AC258D533F73A2A779100FB7D6AB104025F0740F4EA11EA6F1B1ECA3E5',NULL,X'4B329E062B7E8394222981C56B02CA0E74388C75F38593BDCBEDFA147B85B71E',NULL,'house');
CREATE TABLE device (
    player TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE, key TEXT NOT NULL, used_at BIGINT NOT NULL,
    PRIMARY KEY (player, key)
);
CREATE TABLE event (
    room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, seq INTEGER NOT NULL, at INTEGER NOT NULL,
    body TEXT NOT NULL, command TEXT, PRIMARY KEY (room, seq)
) WITHOUT ROWID;
INSERT INTO "event" VALUES('4sxwiajxtbusnrfk',1,1794999175858,'{"created":{"version":1,"game":"xiangqi","options":[],"setup":null,"handicap":null,"seats":["person","person"],"clock":{"game":{"initial":86400000,"increment":0}},"take_back":"asked","give_turn":"asked","pause":"asked","deal":null}}',NULL);
INSERT INTO "event" VALUES('4sxwiajxtbusnrfk',2,1794999175858,'{"moved":"h2e2"}',NULL);
INSERT INTO "event" VALUES('4sxwiajxtbusnrfk',3,1794999175858,'{"moved":"h9g7"}',NULL);
INSERT INTO "event" VALUES('4sxwiajxtbusnrfk',4,1794999175858,'{"moved":"h0g2"}',NULL);
INSERT INTO "event" VALUES('8ddzsfecazw47dun',1,1794999175935,'{"created":{"version":1,"game":"chess","options":[],"setup":null,"handicap":null,"seats":["person","person"],"clock":"off","take_back":"free","give_turn":"free","pause":"free","deal":null}}',NULL);
INSERT INTO "event" VALUES('8ddzsfecazw47dun',2,1794999175935,'{"moved":"f2f3"}',NULL);
INSERT INTO "event" VALUES('8ddzsfecazw47dun',3,1794999175935,'{"moved":"e7e5"}',NULL);
INSERT INTO "event" VALUES('8ddzsfecazw47dun',4,1794999175935,'{"moved":"g2g4"}',NULL);
INSERT INTO "event" VALUES('8ddzsfecazw47dun',5,1794999175935,'{"moved":"d8h4"}',NULL);
INSERT INTO "event" VALUES('8ddzsfecazw47dun',6,1794999175935,'{"ended":{"winner":"second","reason":"checkmate"}}',NULL);
INSERT INTO "event" VALUES('fi7y8k9mzf9b58s9',1,1794999175978,'{"created":{"version":1,"game":"jieqi","options":[],"setup":null,"handicap":null,"seats":["person","champion:level=1"],"clock":"off","take_back":"free","give_turn":"free","pause":"free","deal":"fi7y8k9mzf9b58s9"}}',NULL);
CREATE TABLE heartbeat (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
INSERT INTO "heartbeat" VALUES(1,1794999193179);
CREATE TABLE invitation (
    token TEXT PRIMARY KEY, room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, side INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "invitation" VALUES('hr3kra9yi2tudyaeyamgm9bfzw67dtyu','4sxwiajxtbusnrfk',1);
CREATE TABLE job (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL, address TEXT, body TEXT NOT NULL,
    created_at INTEGER NOT NULL, holder TEXT NOT NULL, lease_until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE league (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, body TEXT NOT NULL, created_at BIGINT NOT NULL, stopped BIGINT NOT NULL
);
INSERT INTO "league" VALUES('nrxb2g8fqiaw999m','3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','{"game":"toy","options":{},"engines":[{"name":null,"engine":"random"},{"name":null,"engine":"greedy"}],"games":2,"nodes":null,"seed":3147179784}',1795063238514,0);
CREATE TABLE league_game (
    league TEXT NOT NULL REFERENCES league (id) ON DELETE CASCADE, number BIGINT NOT NULL, winner TEXT NOT NULL,
    cause TEXT NOT NULL, plies BIGINT NOT NULL, setup TEXT, moves TEXT NOT NULL, pgn TEXT NOT NULL,
    PRIMARY KEY (league, number)
);
INSERT INTO "league_game" VALUES('nrxb2g8fqiaw999m',0,'first','three_in_a_row',9,NULL,'c3 c1 a3 a2 c2 b2 c3b3 c1b1 c2c3','[Game "toy"]
[Event "Kỳ Đài arena"]
[Round "1"]
[White "random"]
[Black "greedy"]
[TimeControl "nodes=20000"]
[Termination "three_in_a_row"]
[Result "1-0"]

1. c3 {+0.00/0 30ms} 1... c1 {+0.00/1 0ms} 2. a3 {+0.00/0 0ms} 2... a2 {+0.00/1
0ms} 3. c2 {+0.00/0 0ms} 3... b2 {+0.00/1 0ms} 4. c3b3 {+0.00/0 0ms} 4... c1b1
{+0.00/1 0ms} 5. c2c3 {+0.00/0 0ms} 1-0

');
INSERT INTO "league_game" VALUES('nrxb2g8fqiaw999m',1,'first','three_in_a_row',5,NULL,'b2 c2 c1 a1 a3','[Game "toy"]
[Event "Kỳ Đài arena"]
[Round "2"]
[White "greedy"]
[Black "random"]
[TimeControl "nodes=20000"]
[Termination "three_in_a_row"]
[Result "1-0"]

1. b2 {+0.00/1 0ms} 1... c2 {+0.00/0 0ms} 2. c1 {+0.00/1 0ms} 2... a1 {+0.00/0
0ms} 3. a3 {+M1/1 0ms} 1-0

');
CREATE TABLE library_game (
    id INTEGER PRIMARY KEY, owner INTEGER NOT NULL REFERENCES library_owner (id), game TEXT NOT NULL,
    first INTEGER NOT NULL REFERENCES library_name (id), second INTEGER NOT NULL REFERENCES library_name (id),
    event INTEGER NOT NULL REFERENCES library_name (id), site INTEGER NOT NULL REFERENCES library_name (id),
    date TEXT NOT NULL, result INTEGER NOT NULL, code TEXT NOT NULL, plies INTEGER NOT NULL, moves INTEGER NOT NULL,
    folder TEXT NOT NULL, labels TEXT NOT NULL, added_at INTEGER NOT NULL, digest INTEGER NOT NULL,
    indexed INTEGER NOT NULL
);
INSERT INTO "library_game" VALUES(1,1,'xiangqi',1,2,3,4,'',1,'C00',3,3,'','',1794999192085,1620434919503519185,1);
CREATE TABLE library_import (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE library_name (
    id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, plain TEXT NOT NULL, folded TEXT NOT NULL
);
INSERT INTO "library_name" VALUES(1,'Ân','ân',' an');
INSERT INTO "library_name" VALUES(2,'Bình','bình',' binh');
INSERT INTO "library_name" VALUES(3,'Giải làng','giảilàng',' giai lang');
INSERT INTO "library_name" VALUES(4,'','',' ');
CREATE TABLE library_owner (id INTEGER PRIMARY KEY, player TEXT NOT NULL UNIQUE);
INSERT INTO "library_owner" VALUES(0,'');
INSERT INTO "library_owner" VALUES(1,'3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295');
CREATE TABLE library_position (
    key INTEGER NOT NULL, owner INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL, mv TEXT NOT NULL,
    result INTEGER NOT NULL, PRIMARY KEY (key, owner, game, ply)
) WITHOUT ROWID;
INSERT INTO "library_position" VALUES(-2508609895799099761,1,1,1,'h9g7',1);
INSERT INTO "library_position" VALUES(470295361832803225,1,1,0,'h2e2',1);
INSERT INTO "library_position" VALUES(4251137161261749570,1,1,3,'',1);
INSERT INTO "library_position" VALUES(9182929141004130038,1,1,2,'h0g2',1);
CREATE TABLE library_record (
    game INTEGER PRIMARY KEY REFERENCES library_game (id) ON DELETE CASCADE, pgn TEXT NOT NULL
);
INSERT INTO "library_record" VALUES(1,'[Event "Giải làng"]
[Red "Ân"]
[Black "Bình"]
[Variant "xiangqi"]
[Result "1-0"]

1. h2e2 h9g7 2. h0g2 1-0

');
CREATE TABLE library_version (one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL);
INSERT INTO "library_version" VALUES(1,2);
CREATE TABLE player (id TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
INSERT INTO "player" VALUES('3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','Nguyễn Ân');
INSERT INTO "player" VALUES('92e18130ebb234a4757b877d7ba5bdc1a973140fe662a9bff9751c7ca38b5b2f','Bình');
CREATE TABLE puzzle (
    player TEXT NOT NULL, collection TEXT NOT NULL, puzzle TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (player, collection, puzzle)
) WITHOUT ROWID;
INSERT INTO "puzzle" VALUES('3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','games','0','solved',1794999180000);
CREATE TABLE puzzler (
    player TEXT PRIMARY KEY, rating REAL NOT NULL, solved INTEGER NOT NULL, failed INTEGER NOT NULL,
    streak INTEGER NOT NULL, best INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "puzzler" VALUES('3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295',1219.2,1,0,1,1);
CREATE TABLE rated_game (
    room TEXT PRIMARY KEY, number BIGINT NOT NULL UNIQUE, pool TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
    winner TEXT NOT NULL, ended_at BIGINT NOT NULL, plies BIGINT NOT NULL, opening TEXT NOT NULL,
    advantage DOUBLE PRECISION NOT NULL, uncounted TEXT, first_before DOUBLE PRECISION NOT NULL,
    first_after DOUBLE PRECISION NOT NULL, second_before DOUBLE PRECISION NOT NULL, second_after DOUBLE PRECISION NOT NULL
);
INSERT INTO "rated_game" VALUES('ratedroomgone222',1,'xiangqi.quick','3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','92e18130ebb234a4757b877d7ba5bdc1a973140fe662a9bff9751c7ca38b5b2f','first',1794999300000,34,'h2e2 h9g7 h0g2 i9h9',43.0,NULL,1500.0,1662.0,1500.0,1338.0);
CREATE TABLE rating (
    player TEXT NOT NULL, pool TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL, games BIGINT NOT NULL, rated_at BIGINT NOT NULL, PRIMARY KEY (player, pool)
);
INSERT INTO "rating" VALUES('3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','xiangqi.quick',1662.0,290.0,0.06,1,1794999300000);
INSERT INTO "rating" VALUES('92e18130ebb234a4757b877d7ba5bdc1a973140fe662a9bff9751c7ca38b5b2f','xiangqi.quick',1338.0,290.0,0.06,1,1794999300000);
CREATE TABLE registration_code (code TEXT PRIMARY KEY, created_at BIGINT NOT NULL, used_by TEXT);
CREATE TABLE room (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, owner TEXT NOT NULL, asked TEXT NOT NULL, created_at INTEGER NOT NULL,
    touched_at INTEGER NOT NULL, live INTEGER NOT NULL, timed INTEGER NOT NULL, plies INTEGER NOT NULL,
    turn INTEGER NOT NULL, position TEXT NOT NULL, position_first TEXT, position_second TEXT, last_move TEXT,
    winner TEXT, reason TEXT, ended_at INTEGER,
    spent_first INTEGER NOT NULL DEFAULT 0, spent_second INTEGER NOT NULL DEFAULT 0,
    moves_first INTEGER NOT NULL DEFAULT 0, moves_second INTEGER NOT NULL DEFAULT 0,
    pace_ms INTEGER NOT NULL, next TEXT
, aids TEXT NOT NULL DEFAULT '', node TEXT, epoch BIGINT NOT NULL DEFAULT 0, pool TEXT) WITHOUT ROWID;
INSERT INTO "room" VALUES('4sxwiajxtbusnrfk','xiangqi','3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','{"game":"xiangqi","one":{"kind":"me"},"other":{"kind":"link"},"clock":{"kind":"game","initial_ms":86400000,"increment_ms":0},"moves":["h2e2","h9g7","h0g2"]}',1794999175858,1794999175858,1,1,3,1,'rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2',NULL,NULL,'7 24',NULL,NULL,NULL,0,0,0,0,800,NULL,'loaded',NULL,0,NULL);
INSERT INTO "room" VALUES('8ddzsfecazw47dun','chess','3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','{"game":"chess","one":{"kind":"me"},"other":{"kind":"here"},"moves":["f2f3","e7e5","g2g4","d8h4"]}',1794999175935,1794999175935,0,0,4,0,'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3',NULL,NULL,'59 31','second','checkmate',1794999175935,0,0,0,0,800,NULL,'loaded',NULL,0,NULL);
INSERT INTO "room" VALUES('fi7y8k9mzf9b58s9','jieqi','3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','{"game":"jieqi","one":{"kind":"me"},"other":{"kind":"level","level":1}}',1794999175978,1794999175978,1,0,0,0,'xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1',NULL,NULL,NULL,NULL,NULL,NULL,0,0,0,0,800,NULL,'',NULL,0,NULL);
CREATE TABLE seat (
    room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, side INTEGER NOT NULL, kind TEXT NOT NULL,
    player TEXT, name TEXT, level INTEGER, brain TEXT, PRIMARY KEY (room, side)
) WITHOUT ROWID;
INSERT INTO "seat" VALUES('4sxwiajxtbusnrfk',0,'person','3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','Nguyễn Ân',NULL,NULL);
INSERT INTO "seat" VALUES('4sxwiajxtbusnrfk',1,'person','92e18130ebb234a4757b877d7ba5bdc1a973140fe662a9bff9751c7ca38b5b2f','Bình',NULL,NULL);
INSERT INTO "seat" VALUES('8ddzsfecazw47dun',0,'person','3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','Nguyễn Ân',NULL,NULL);
INSERT INTO "seat" VALUES('8ddzsfecazw47dun',1,'here','3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295',NULL,NULL,NULL);
INSERT INTO "seat" VALUES('fi7y8k9mzf9b58s9',0,'person','3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','Nguyễn Ân',NULL,NULL);
INSERT INTO "seat" VALUES('fi7y8k9mzf9b58s9',1,'machine',NULL,NULL,1,'champion:level=1');
CREATE TABLE session (
    key TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    player TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE, created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL, agent TEXT NOT NULL
);
INSERT INTO "session" VALUES('1a102d593d13ce35c8897df6d1e41b7b90b23868430ac514513bc931bd791cee','s1','3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295',1794999200000,1794999200000,'Firefox');
CREATE TABLE shelf (
    player TEXT NOT NULL, room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, PRIMARY KEY (player, room)
) WITHOUT ROWID;
INSERT INTO "shelf" VALUES('3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','4sxwiajxtbusnrfk');
INSERT INTO "shelf" VALUES('92e18130ebb234a4757b877d7ba5bdc1a973140fe662a9bff9751c7ca38b5b2f','4sxwiajxtbusnrfk');
INSERT INTO "shelf" VALUES('3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','8ddzsfecazw47dun');
INSERT INTO "shelf" VALUES('3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','fi7y8k9mzf9b58s9');
CREATE TABLE tournament (
    id TEXT PRIMARY KEY, secret TEXT NOT NULL, owner TEXT NOT NULL, name TEXT NOT NULL, place TEXT NOT NULL,
    running BIGINT NOT NULL, touched_at BIGINT NOT NULL
);
INSERT INTO "tournament" VALUES('aqhipbszfykpvesk','gdeev53ra9am2mdjhev63mcbcg4emgi3','3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295','Giải vô địch CLB','Huế',0,1795063238738);
CREATE TABLE tournament_event (
    tournament TEXT NOT NULL REFERENCES tournament (id) ON DELETE CASCADE, seq BIGINT NOT NULL, at BIGINT NOT NULL,
    made_by TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (tournament, seq)
);
INSERT INTO "tournament_event" VALUES('aqhipbszfykpvesk',1,1795063238570,'Nguyễn Ân','{"type":"official","player":"3490f80401886d12f3861ec190f5c16419b26345497a92bc4530e22f5d8b4295","name":"Nguyễn Ân","role":"organizer"}');
INSERT INTO "tournament_event" VALUES('aqhipbszfykpvesk',2,1795063238570,'Nguyễn Ân','{"type":"describe","name":"Giải vô địch CLB","place":"Huế","notes":""}');
INSERT INTO "tournament_event" VALUES('aqhipbszfykpvesk',3,1795063238570,'Nguyễn Ân','{"type":"section","section":1,"settings":{"name":"","system":"swiss","rounds":7,"points":"standard","tie_breaks":"BH/C1,BH,SB,DE,WON","team_mates":"may_meet","first_side":"first","first_round":"halves","final_of_two":false,"categories":[{"code":"W","name":"Nữ"}]}}');
INSERT INTO "tournament_event" VALUES('aqhipbszfykpvesk',4,1795063238640,'Nguyễn Ân','{"type":"enter","section":1,"players":[{"name":"An","sex":"","title":"","rating":0,"federation":"","identifier":"","birth":"","team":"","categories":[],"engine":""},{"name":"Bình","sex":"","title":"","rating":0,"federation":"","identifier":"","birth":"","team":"","categories":[],"engine":""},{"name":"Châu","sex":"","title":"","rating":0,"federation":"","identifier":"","birth":"","team":"","categories":[],"engine":""},{"name":"Dũng","sex":"","title":"","rating":0,"federation":"","identifier":"","birth":"","team":"","categories":[],"engine":""}]}');
INSERT INTO "tournament_event" VALUES('aqhipbszfykpvesk',5,1795063238669,'Nguyễn Ân','{"type":"pair","section":1,"round":1,"boards":[{"first":1,"second":3},{"first":4,"second":2}],"bye":null,"by_hand":false}');
INSERT INTO "tournament_event" VALUES('aqhipbszfykpvesk',6,1795063238738,'Nguyễn Ân','{"type":"publish","section":1,"round":1,"starts_at":null}');
INSERT INTO "tournament_event" VALUES('aqhipbszfykpvesk',7,1795063238738,'Nguyễn Ân','{"type":"result","section":1,"round":1,"board":1,"result":"first"}');
CREATE INDEX room_live ON room (live, touched_at);
CREATE INDEX invitation_room ON invitation (room);
CREATE INDEX shelf_room ON shelf (room);
CREATE UNIQUE INDEX library_game_digest ON library_game (owner, digest);
CREATE INDEX library_game_date ON library_game (owner, date);
CREATE INDEX library_game_first ON library_game (first);
CREATE INDEX library_game_second ON library_game (second);
CREATE INDEX library_game_event ON library_game (event);
CREATE INDEX library_game_folder ON library_game (owner, folder);
CREATE INDEX library_game_waiting ON library_game (indexed) WHERE indexed = 0;
CREATE INDEX session_player ON session (player);
CREATE INDEX rating_order ON rating (pool, rating);
CREATE INDEX rated_game_first ON rated_game (first, pool, number);
CREATE INDEX rated_game_second ON rated_game (second, pool, number);
CREATE INDEX league_owner ON league (owner, created_at);
CREATE INDEX tournament_touched ON tournament (touched_at);
CREATE INDEX tournament_owner ON tournament (owner);
PRAGMA user_version = 9;
COMMIT;
