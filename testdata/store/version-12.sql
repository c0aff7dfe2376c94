-- A database of version 12, as the program left it: rated games (the room of one is deleted), a game by correspondence with spectators behind,
-- a league, a tournament, a block, a report, a ban.
-- A session of An_2003 has the cookie kydai-session=c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3.
BEGIN TRANSACTION;
CREATE TABLE account (
    player TEXT PRIMARY KEY, handle TEXT NOT NULL, skeleton TEXT NOT NULL UNIQUE, password TEXT NOT NULL,
    recovery TEXT NOT NULL, settings TEXT NOT NULL, created_at BIGINT NOT NULL
, is_private BIGINT NOT NULL DEFAULT 0, is_unlisted BIGINT NOT NULL DEFAULT 0);
INSERT INTO "account" VALUES('c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','An_2003','anzoo3','$argon2id$v=19$m=19456,t=2,p=1$ThVTSFjfdFlfmvJhJMJs1A$4Yjvp+KwW/XRIKqkYUKKnjJXXENCg5kyU77Q0ycWHOc','1959e06a88d0339bd38fef1a08df43501ac8e59fbbb7eea393fa890ac6d762de','',1795063231771,0,0);
INSERT INTO "account" VALUES('d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be','Binh99','blnh99','$argon2id$v=19$m=19456,t=2,p=1$rj7rwcoSwEpscqR5EQ+mag$v103EDATFiE9rTMgk3hejK9iwgHXa+MLrnlwgqvZeKc','6426275ff9841d7f963a83ea32a709758a59fd7953fb7d0a3dba97f3b86968f0','',1795063233605,0,0);
INSERT INTO "account" VALUES('1ca865941ff7c0a98683fa81eb9eb033340763822c761133776839741e4f1a26','chau','chau','$argon2id$v=19$m=19456,t=2,p=1$FqNc25mA1q+u5XtaW96xuQ$j9CEKK945RheXbTdGXDXnfjEONXjrJVCGz8o/kO+dys','fff185e2a338c7f0d9569c2de3e4d8f1db4f0ac6f3f6ab61af0d3c0855cf90e3','',1795063235255,0,0);
CREATE TABLE ban (
    player TEXT PRIMARY KEY REFERENCES account (player) ON DELETE CASCADE, scope TEXT NOT NULL, until BIGINT,
    reason TEXT NOT NULL, at BIGINT NOT NULL
);
INSERT INTO "ban" VALUES('1ca865941ff7c0a98683fa81eb9eb033340763822c761133776839741e4f1a26','rated',NULL,'dùng máy',1795063241306);
CREATE TABLE block (
    player TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE,
    blocked TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE, at BIGINT NOT NULL,
    PRIMARY KEY (player, blocked)
);
INSERT INTO "block" VALUES('1ca865941ff7c0a98683fa81eb9eb033340763822c761133776839741e4f1a26','c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30',1795063238784);
CREATE TABLE deadline (
    room TEXT PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE, at INTEGER NOT NULL, since INTEGER NOT NULL,
    credit INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "deadline" VALUES('degnb6ikgsu5esa2',1795322438271,1795063238271,0);
CREATE TABLE deal (
    room TEXT PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE, seed BLOB NOT NULL, first BLOB, second BLOB,
    first_by TEXT, second_by TEXT
) WITHOUT ROWID;
CREATE TABLE device (
    player TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE, key TEXT NOT NULL, used_at BIGINT NOT NULL,
    PRIMARY KEY (player, key)
);
INSERT INTO "device" VALUES('c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','2594f12a14799025b7bfd3f4acf2b754aa7234477cee70c6a25b16a4cb0498e8',1795063231771);
INSERT INTO "device" VALUES('d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be','e078252f695120a294e4751dd7f292e1242bd219c5ead0ef1daedee9691105d2',1795063233605);
INSERT INTO "device" VALUES('1ca865941ff7c0a98683fa81eb9eb033340763822c761133776839741e4f1a26','0fa1e1245dd228a68fc68663045cf50999196506c0338c276a2913695335427b',1795063235255);
CREATE TABLE event (
    room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, seq INTEGER NOT NULL, at INTEGER NOT NULL,
    body TEXT NOT NULL, command TEXT, PRIMARY KEY (room, seq)
) WITHOUT ROWID;
INSERT INTO "event" VALUES('degnb6ikgsu5esa2',1,1795063237968,'{"created":{"version":1,"game":"xiangqi","options":[],"setup":null,"handicap":null,"seats":["person","person"],"clock":{"move":{"allowance":259200000}},"take_back":"asked","give_turn":"asked","pause":"asked","deal":null}}',NULL);
INSERT INTO "event" VALUES('degnb6ikgsu5esa2',2,1795063238036,'{"moved":"h2e2"}','c230d57ca860f36b:x0.01110075696587931');
INSERT INTO "event" VALUES('degnb6ikgsu5esa2',3,1795063238156,'{"moved":"h9g7"}','d7bc76ca694844c2:x0.18834292951568732');
INSERT INTO "event" VALUES('degnb6ikgsu5esa2',4,1795063238271,'{"moved":"h0g2"}','c230d57ca860f36b:x0.8952256094347093');
INSERT INTO "event" VALUES('em7uv2xfyv8eff46',1,1795063235372,'{"created":{"version":1,"game":"xiangqi","options":[],"setup":null,"handicap":null,"seats":["person","person"],"clock":{"game":{"initial":600000,"increment":3000}},"take_back":"never","give_turn":"never","pause":"asked","deal":null}}',NULL);
INSERT INTO "event" VALUES('em7uv2xfyv8eff46',2,1795063235495,'{"moved":"h2e2"}','c230d57ca860f36b:x0.5175368741909415');
INSERT INTO "event" VALUES('em7uv2xfyv8eff46',3,1795063235671,'{"moved":"h9g7"}','d7bc76ca694844c2:x0.28796689211613813');
INSERT INTO "event" VALUES('em7uv2xfyv8eff46',4,1795063235828,'{"moved":"h0g2"}','c230d57ca860f36b:x0.697446127324799');
INSERT INTO "event" VALUES('em7uv2xfyv8eff46',5,1795063236133,'{"moved":"i9h9"}','d7bc76ca694844c2:x0.03244725622295486');
INSERT INTO "event" VALUES('em7uv2xfyv8eff46',6,1795063236299,'{"resigned":"second"}','d7bc76ca694844c2:x0.36955128911702073');
INSERT INTO "event" VALUES('em7uv2xfyv8eff46',7,1795063236299,'{"ended":{"winner":"first","reason":"resignation"}}','d7bc76ca694844c2:x0.36955128911702073');
INSERT INTO "event" VALUES('gj5maf74uyimezry',1,1795063236539,'{"created":{"version":1,"game":"xiangqi","options":[],"setup":null,"handicap":null,"seats":["person","person"],"clock":{"game":{"initial":600000,"increment":3000}},"take_back":"never","give_turn":"never","pause":"asked","deal":null}}',NULL);
INSERT INTO "event" VALUES('gj5maf74uyimezry',2,1795063236822,'{"moved":"h2e2"}','c230d57ca860f36b:x0.08005064078588464');
INSERT INTO "event" VALUES('gj5maf74uyimezry',3,1795063236964,'{"moved":"h9g7"}','d7bc76ca694844c2:x0.2732669421776174');
INSERT INTO "event" VALUES('gj5maf74uyimezry',4,1795063237129,'{"moved":"h0g2"}','c230d57ca860f36b:x0.23499680375167475');
INSERT INTO "event" VALUES('gj5maf74uyimezry',5,1795063237276,'{"resigned":"first"}','c230d57ca860f36b:x0.739422661292272');
INSERT INTO "event" VALUES('gj5maf74uyimezry',6,1795063237276,'{"ended":{"winner":"second","reason":"resignation"}}','c230d57ca860f36b:x0.739422661292272');
CREATE TABLE follow (
    player TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE,
    followed TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE, at BIGINT NOT NULL,
    PRIMARY KEY (player, followed)
);
INSERT INTO "follow" VALUES('c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be',1795063238780);
CREATE TABLE heartbeat (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
INSERT INTO "heartbeat" VALUES(1,1795063242871);
CREATE TABLE invitation (
    token TEXT PRIMARY KEY, room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, side INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "invitation" VALUES('2mvafmeefuhpf6iam7pvwgs58qntnzie','degnb6ikgsu5esa2',1);
INSERT INTO "invitation" VALUES('krhagf7kwefxwtuaiwyxrucibpfjfb6r','em7uv2xfyv8eff46',1);
INSERT INTO "invitation" VALUES('nw2yjk6uw65g4j4ejyb45rdm3y4r59kr','gj5maf74uyimezry',1);
CREATE TABLE job (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL, address TEXT, body TEXT NOT NULL,
    created_at INTEGER NOT NULL, holder TEXT NOT NULL, lease_until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE league (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, body TEXT NOT NULL, created_at BIGINT NOT NULL, stopped BIGINT NOT NULL
);
INSERT INTO "league" VALUES('nrxb2g8fqiaw999m','c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','{"game":"toy","options":{},"engines":[{"name":null,"engine":"random"},{"name":null,"engine":"greedy"}],"games":2,"nodes":null,"seed":3147179784}',1795063238514,0);
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
CREATE TABLE operator_act (
    number BIGINT PRIMARY KEY, at BIGINT NOT NULL, made_by TEXT NOT NULL, kind TEXT NOT NULL, player TEXT, handle TEXT,
    note TEXT NOT NULL
);
INSERT INTO "operator_act" VALUES(1,1795063241306,'terminal','ban','1ca865941ff7c0a98683fa81eb9eb033340763822c761133776839741e4f1a26','chau','rated · dùng máy');
CREATE TABLE player (id TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
INSERT INTO "player" VALUES('1ca865941ff7c0a98683fa81eb9eb033340763822c761133776839741e4f1a26','Châu');
INSERT INTO "player" VALUES('c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','Nguyễn Ân');
INSERT INTO "player" VALUES('d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be','Bình');
CREATE TABLE puzzle (
    player TEXT NOT NULL, collection TEXT NOT NULL, puzzle TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (player, collection, puzzle)
) WITHOUT ROWID;
CREATE TABLE puzzler (
    player TEXT PRIMARY KEY, rating REAL NOT NULL, solved INTEGER NOT NULL, failed INTEGER NOT NULL,
    streak INTEGER NOT NULL, best INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE rated_game (
    room TEXT PRIMARY KEY, number BIGINT NOT NULL UNIQUE, pool TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
    winner TEXT NOT NULL, ended_at BIGINT NOT NULL, plies BIGINT NOT NULL, opening TEXT NOT NULL,
    advantage DOUBLE PRECISION NOT NULL, uncounted TEXT, first_before DOUBLE PRECISION NOT NULL,
    first_after DOUBLE PRECISION NOT NULL, second_before DOUBLE PRECISION NOT NULL, second_after DOUBLE PRECISION NOT NULL
);
INSERT INTO "rated_game" VALUES('em7uv2xfyv8eff46',1,'xiangqi.slow','c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be','first',1795063236299,4,'h2e2 h9g7 h0g2 i9h9',43.0,NULL,1500.0,1649.1283551238232,1500.0,1350.871644876177);
INSERT INTO "rated_game" VALUES('gj5maf74uyimezry',2,'xiangqi.slow','c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be','second',1795063237276,3,'h2e2 h9g7 h0g2',43.0,NULL,1649.1283551238232,1414.8053013786277,1350.871644876177,1585.1946986213725);
INSERT INTO "rated_game" VALUES('qppqpyc9gggt23xn',3,'xiangqi.slow','c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be','first',1795063237824,2,'h2e2 h9g7',43.0,NULL,1414.8053013786277,1562.2574133205658,1585.1946986213725,1437.7425866794345);
CREATE TABLE rating (
    player TEXT NOT NULL, pool TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL, games BIGINT NOT NULL, rated_at BIGINT NOT NULL, PRIMARY KEY (player, pool)
);
INSERT INTO "rating" VALUES('c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','xiangqi.slow',1562.2574133205658,228.53855828835728,0.06000227514072829,3,1795063237824);
INSERT INTO "rating" VALUES('d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be','xiangqi.slow',1437.7425866794345,228.53855828835728,0.06000227514072832,3,1795063237824);
CREATE TABLE registration_code (code TEXT PRIMARY KEY, created_at BIGINT NOT NULL, used_by TEXT);
CREATE TABLE report (
    id TEXT PRIMARY KEY, reporter TEXT NOT NULL, reported TEXT NOT NULL, room TEXT, game TEXT, moves TEXT NOT NULL,
    reason TEXT NOT NULL, note TEXT NOT NULL, at BIGINT NOT NULL, closed_at BIGINT, verdict TEXT
);
INSERT INTO "report" VALUES('y6yjxmxchqw7a4ab','d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be','c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','em7uv2xfyv8eff46','xiangqi','h2e2 h9g7 h0g2 i9h9','cheating','đi như máy',1795063238787,NULL,NULL);
CREATE TABLE room (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, owner TEXT NOT NULL, asked TEXT NOT NULL, created_at INTEGER NOT NULL,
    touched_at INTEGER NOT NULL, live INTEGER NOT NULL, timed INTEGER NOT NULL, plies INTEGER NOT NULL,
    turn INTEGER NOT NULL, position TEXT NOT NULL, position_first TEXT, position_second TEXT, last_move TEXT,
    winner TEXT, reason TEXT, ended_at INTEGER,
    spent_first INTEGER NOT NULL DEFAULT 0, spent_second INTEGER NOT NULL DEFAULT 0,
    moves_first INTEGER NOT NULL DEFAULT 0, moves_second INTEGER NOT NULL DEFAULT 0,
    pace_ms INTEGER NOT NULL, next TEXT
, aids TEXT NOT NULL DEFAULT '', node TEXT, epoch BIGINT NOT NULL DEFAULT 0, pool TEXT, is_listed BIGINT NOT NULL DEFAULT 0) WITHOUT ROWID;
INSERT INTO "room" VALUES('degnb6ikgsu5esa2','xiangqi','c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','{"game":"xiangqi","one":{"kind":"me"},"other":{"kind":"link"},"clock":{"kind":"move","allowance_ms":259200000},"listed":true,"delay":2}',1795063237968,1795063238271,1,1,3,1,'rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2',NULL,NULL,'7 24',NULL,NULL,NULL,183,120,2,1,800,NULL,'','k2d86yu6vf3g6s3e',1,NULL,1);
INSERT INTO "room" VALUES('em7uv2xfyv8eff46','xiangqi','c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','{"game":"xiangqi","one":{"kind":"me"},"other":{"kind":"link"},"clock":{"kind":"game","initial_ms":600000,"increment_ms":3000},"rated":true}',1795063235372,1795063236299,0,1,4,0,'rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 3',NULL,NULL,'89 88','first','resignation',1795063236299,280,481,2,2,800,NULL,'','k2d86yu6vf3g6s3e',1,'xiangqi.slow',1);
INSERT INTO "room" VALUES('gj5maf74uyimezry','xiangqi','c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','{"game":"xiangqi","one":{"kind":"me"},"other":{"kind":"link"},"clock":{"kind":"game","initial_ms":600000,"increment_ms":3000},"rated":true}',1795063236539,1795063237276,0,1,3,1,'rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2',NULL,NULL,'7 24','second','resignation',1795063237276,448,142,2,1,800,NULL,'','k2d86yu6vf3g6s3e',1,'xiangqi.slow',1);
CREATE TABLE seat (
    room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, side INTEGER NOT NULL, kind TEXT NOT NULL,
    player TEXT, name TEXT, level INTEGER, brain TEXT, PRIMARY KEY (room, side)
) WITHOUT ROWID;
INSERT INTO "seat" VALUES('degnb6ikgsu5esa2',0,'person','c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','Nguyễn Ân',NULL,NULL);
INSERT INTO "seat" VALUES('degnb6ikgsu5esa2',1,'person','d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be','Bình',NULL,NULL);
INSERT INTO "seat" VALUES('em7uv2xfyv8eff46',0,'person','c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','Nguyễn Ân',NULL,NULL);
INSERT INTO "seat" VALUES('em7uv2xfyv8eff46',1,'person','d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be','Bình',NULL,NULL);
INSERT INTO "seat" VALUES('gj5maf74uyimezry',0,'person','c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','Nguyễn Ân',NULL,NULL);
INSERT INTO "seat" VALUES('gj5maf74uyimezry',1,'person','d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be','Bình',NULL,NULL);
CREATE TABLE session (
    key TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    player TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE, created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL, agent TEXT NOT NULL
);
INSERT INTO "session" VALUES('1a102d593d13ce35c8897df6d1e41b7b90b23868430ac514513bc931bd791cee','dgnsxm6p5rkrk2qi','c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30',1795063231771,1795063231771,'Chrome · Linux');
INSERT INTO "session" VALUES('c2415fc918ec6151a0cb980d2e0f636f71f9180a61db54e2e714497f08efcf8d','uy4c2awve59jxnt2','d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be',1795063233605,1795063233605,'Chrome · Linux');
INSERT INTO "session" VALUES('aa6d096ae7572049d50ad1ad5b3ce68c1419b603a8302de5c543c1ae6f17c7d4','dgm44bbmt2jcajzp','1ca865941ff7c0a98683fa81eb9eb033340763822c761133776839741e4f1a26',1795063235255,1795063235255,'Chrome · Linux');
CREATE TABLE shelf (
    player TEXT NOT NULL, room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, PRIMARY KEY (player, room)
) WITHOUT ROWID;
INSERT INTO "shelf" VALUES('c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','degnb6ikgsu5esa2');
INSERT INTO "shelf" VALUES('d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be','degnb6ikgsu5esa2');
INSERT INTO "shelf" VALUES('c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','em7uv2xfyv8eff46');
INSERT INTO "shelf" VALUES('d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be','em7uv2xfyv8eff46');
INSERT INTO "shelf" VALUES('c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','gj5maf74uyimezry');
INSERT INTO "shelf" VALUES('d7bc76ca694844c29f03c2c4b72bb80f6d59a0dfda08f2a1cfb6c1ffbeb7d1be','gj5maf74uyimezry');
CREATE TABLE talk (
    room TEXT NOT NULL, number BIGINT NOT NULL, side BIGINT NOT NULL, player TEXT NOT NULL, at BIGINT NOT NULL,
    phrase TEXT, body TEXT, PRIMARY KEY (room, number)
);
INSERT INTO "talk" VALUES('degnb6ikgsu5esa2',1,0,'c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30',1794999175978,'good_luck',NULL);
CREATE TABLE tournament (
    id TEXT PRIMARY KEY, secret TEXT NOT NULL, owner TEXT NOT NULL, name TEXT NOT NULL, place TEXT NOT NULL,
    running BIGINT NOT NULL, touched_at BIGINT NOT NULL
);
INSERT INTO "tournament" VALUES('aqhipbszfykpvesk','gdeev53ra9am2mdjhev63mcbcg4emgi3','c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30','Giải vô địch CLB','Huế',0,1795063238738);
CREATE TABLE tournament_event (
    tournament TEXT NOT NULL REFERENCES tournament (id) ON DELETE CASCADE, seq BIGINT NOT NULL, at BIGINT NOT NULL,
    made_by TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (tournament, seq)
);
INSERT INTO "tournament_event" VALUES('aqhipbszfykpvesk',1,1795063238570,'Nguyễn Ân','{"type":"official","player":"c230d57ca860f36b8308fbcd9a5285d3318fa2e497a6f9bb3b34114e32f1ea30","name":"Nguyễn Ân","role":"organizer"}');
INSERT INTO "tournament_event" VALUES('aqhipbszfykpvesk',2,1795063238570,'Nguyễn Ân','{"type":"describe","name":"Giải vô địch CLB","place":"Huế","notes":""}');
INSERT INTO "tournament_event" VALUES('aqhipbszfykpvesk',3,1795063238570,'Nguyễn Ân','{"type":"section","section":1,"settings":{"name":"","system":"swiss","rounds":7,"points":"standard","tie_breaks":"BH/C1,BH,SB,DE,WON","team_mates":"may_meet","first_side":"first","first_round":"halves","final_of_two":false,"categories":[{"code":"W","name":"Nữ"}]}}');
INSERT INTO "tournament_event" VALUES('aqhipbszfykpvesk',4,1795063238640,'Nguyễn Ân','{"type":"enter","section":1,"players":[{"name":"An","sex":"","title":"","rating":0,"federation":"","identifier":"","birth":"","team":"","categories":[],"engine":""},{"name":"Bình","sex":"","title":"","rating":0,"federation":"","identifier":"","birth":"","team":"","categories":[],"engine":""},{"name":"Châu","sex":"","title":"","rating":0,"federation":"","identifier":"","birth":"","team":"","categories":[],"engine":""},{"name":"Dũng","sex":"","title":"","rating":0,"federation":"","identifier":"","birth":"","team":"","categories":[],"engine":""}]}');
INSERT INTO "tournament_event" VALUES('aqhipbszfykpvesk',5,1795063238669,'Nguyễn Ân','{"type":"pair","section":1,"round":1,"boards":[{"first":1,"second":3},{"first":4,"second":2}],"bye":null,"by_hand":false}');
INSERT INTO "tournament_event" VALUES('aqhipbszfykpvesk',6,1795063238738,'Nguyễn Ân','{"type":"publish","section":1,"round":1,"starts_at":null}');
INSERT INTO "tournament_event" VALUES('aqhipbszfykpvesk',7,1795063238738,'Nguyễn Ân','{"type":"result","section":1,"round":1,"board":1,"result":"first"}');
CREATE INDEX room_live ON room (live, touched_at);
CREATE INDEX invitation_room ON invitation (room);
CREATE INDEX shelf_room ON shelf (room);
CREATE INDEX session_player ON session (player);
CREATE INDEX rating_order ON rating (pool, rating);
CREATE INDEX rated_game_first ON rated_game (first, pool, number);
CREATE INDEX rated_game_second ON rated_game (second, pool, number);
CREATE INDEX league_owner ON league (owner, created_at);
CREATE INDEX tournament_touched ON tournament (touched_at);
CREATE INDEX tournament_owner ON tournament (owner);
CREATE INDEX follow_followed ON follow (followed);
CREATE INDEX seat_player ON seat (player);
CREATE INDEX block_blocked ON block (blocked);
CREATE INDEX talk_player ON talk (player);
CREATE INDEX report_open ON report (closed_at, at);
CREATE INDEX report_reporter ON report (reporter, at);
CREATE INDEX report_reported ON report (reported);
CREATE INDEX report_room ON report (room);
PRAGMA user_version = 12;
COMMIT;
