-- A database of version 7: that of version 6 after the migration of version 7, with accounts and ratings.
-- Its guest came with the cookie kydai=f686c20d41c27c605a74a2623049775725345163256b2b73eb9cd3039ae1c972.
BEGIN TRANSACTION;
CREATE TABLE account (
    player TEXT PRIMARY KEY, handle TEXT NOT NULL, skeleton TEXT NOT NULL UNIQUE, password TEXT NOT NULL,
    recovery TEXT NOT NULL, settings TEXT NOT NULL, created_at BIGINT NOT NULL
);
CREATE TABLE deadline (
    room TEXT PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE, at INTEGER NOT NULL, since INTEGER NOT NULL,
    credit INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE deal (
    room TEXT PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE, seed BLOB NOT NULL, first BLOB, second BLOB,
    first_by TEXT, second_by TEXT
) WITHOUT ROWID;
INSERT INTO "deal" VALUES('cuea2kqyf9zuqu33',X'95B47CE50E05FE0D0AB20A4F8CC5D03AC2AA2BB403508A7C4D1E990C76C1A7DE',X'0AF87274D5E32FE5FF46AE892C255285',X'BD6E580BD455839723694314D6D771A4','house','house');
CREATE TABLE device (
    player TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE, key TEXT NOT NULL, used_at BIGINT NOT NULL,
    PRIMARY KEY (player, key)
);
CREATE TABLE event (
    room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, seq INTEGER NOT NULL, at INTEGER NOT NULL,
    body TEXT NOT NULL, command TEXT, PRIMARY KEY (room, seq)
) WITHOUT ROWID;
INSERT INTO "event" VALUES('cuea2kqyf9zuqu33',1,1794819966869,'{"created":{"version":1,"game":"jieqi","options":[],"setup":null,"handicap":null,"seats":["person","person"],"clock":"off","take_back":"free","give_turn":"free","pause":"free","deal":"cuea2kqyf9zuqu33"}}',NULL);
INSERT INTO "event" VALUES('cuea2kqyf9zuqu33',2,1794819966869,'{"moved":"b2b9"}',NULL);
INSERT INTO "event" VALUES('cuea2kqyf9zuqu33',3,1794819966869,'{"moved":"a9b9"}',NULL);
INSERT INTO "event" VALUES('cuea2kqyf9zuqu33',4,1794819966869,'{"moved":"h2h9"}',NULL);
INSERT INTO "event" VALUES('cuea2kqyf9zuqu33',5,1794819966869,'{"moved":"i9h9"}',NULL);
INSERT INTO "event" VALUES('cuea2kqyf9zuqu33',6,1794819966869,'{"moved":"a3a4"}',NULL);
INSERT INTO "event" VALUES('cuea2kqyf9zuqu33',7,1794819966869,'{"moved":"a6a5"}',NULL);
CREATE TABLE heartbeat (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
INSERT INTO "heartbeat" VALUES(1,1794819967231);
CREATE TABLE invitation (
    token TEXT PRIMARY KEY, room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, side INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE job (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL, address TEXT, body TEXT NOT NULL,
    created_at INTEGER NOT NULL, holder TEXT NOT NULL, lease_until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE player (id TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
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
CREATE TABLE rating (
    player TEXT NOT NULL, pool TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL, games BIGINT NOT NULL, rated_at BIGINT NOT NULL, PRIMARY KEY (player, pool)
);
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
INSERT INTO "room" VALUES('cuea2kqyf9zuqu33','jieqi','43da221a623be792ec83b796c9de8c8e2984e41ad00652fbda5dbbc1e5e82605','{"game":"jieqi","one":{"kind":"me"},"other":{"kind":"here"},"moves":["b2b9","a9b9","h2h9","i9h9","a3a4","a6a5"]}',1794819966869,1794819966869,1,0,6,0,'1pxxkxxb1/9/1x5x1/2x1x1x1x/p8/N8/2X1X1X1X/9/9/XXXXKXXXX w R2A2C1P4N1B2r2a2c2p3n2b1 2 4',NULL,NULL,'54 45',NULL,NULL,NULL,0,0,0,0,800,NULL,'loaded',NULL,0,NULL);
CREATE TABLE seat (
    room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, side INTEGER NOT NULL, kind TEXT NOT NULL,
    player TEXT, name TEXT, level INTEGER, brain TEXT, PRIMARY KEY (room, side)
) WITHOUT ROWID;
INSERT INTO "seat" VALUES('cuea2kqyf9zuqu33',0,'person','43da221a623be792ec83b796c9de8c8e2984e41ad00652fbda5dbbc1e5e82605',NULL,NULL,NULL);
INSERT INTO "seat" VALUES('cuea2kqyf9zuqu33',1,'here','43da221a623be792ec83b796c9de8c8e2984e41ad00652fbda5dbbc1e5e82605',NULL,NULL,NULL);
CREATE TABLE session (
    key TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    player TEXT NOT NULL REFERENCES account (player) ON DELETE CASCADE, created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL, agent TEXT NOT NULL
);
CREATE TABLE shelf (
    player TEXT NOT NULL, room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, PRIMARY KEY (player, room)
) WITHOUT ROWID;
INSERT INTO "shelf" VALUES('43da221a623be792ec83b796c9de8c8e2984e41ad00652fbda5dbbc1e5e82605','cuea2kqyf9zuqu33');
CREATE INDEX room_live ON room (live, touched_at);
CREATE INDEX invitation_room ON invitation (room);
CREATE INDEX shelf_room ON shelf (room);
CREATE INDEX session_player ON session (player);
CREATE INDEX rating_order ON rating (pool, rating);
CREATE INDEX rated_game_first ON rated_game (first, pool, number);
CREATE INDEX rated_game_second ON rated_game (second, pool, number);
PRAGMA user_version = 7;
COMMIT;
