-- 1: Rooms, their moves, what is said and noted there, who sits where, and people.
CREATE TABLE rooms (
    id VARCHAR(32) NOT NULL PRIMARY KEY, code VARCHAR(24) NOT NULL, game VARCHAR(64) NOT NULL,
    rules INTEGER NOT NULL, seats INTEGER NOT NULL, options TEXT NOT NULL, parts TEXT, seed VARCHAR(64) NOT NULL,
    state TEXT NOT NULL, listed INTEGER NOT NULL, phase INTEGER NOT NULL, created INTEGER NOT NULL,
    changed INTEGER NOT NULL);
CREATE INDEX rooms_by_code ON rooms (code);
CREATE INDEX rooms_in_lobby ON rooms (listed, phase, changed);
CREATE TABLE moves (
    room VARCHAR(32) NOT NULL, number INTEGER NOT NULL, who INTEGER NOT NULL, action BLOB NOT NULL,
    PRIMARY KEY (room, number));
CREATE TABLE lines (
    room VARCHAR(32) NOT NULL, number INTEGER NOT NULL, guest VARCHAR(32), line TEXT NOT NULL,
    PRIMARY KEY (room, number));
CREATE TABLE notes (
    room VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, guest VARCHAR(32) NOT NULL, marks BLOB NOT NULL,
    PRIMARY KEY (room, seat));
CREATE TABLE sitters (
    guest VARCHAR(32) NOT NULL, room VARCHAR(32) NOT NULL, PRIMARY KEY (guest, room));
CREATE INDEX sitters_by_room ON sitters (room);
CREATE TABLE guests (id VARCHAR(32) NOT NULL PRIMARY KEY, name VARCHAR(64) NOT NULL, seen INTEGER NOT NULL);

-- 2: Notes belong to whoever wrote them, not to whoever sits there now; and some facts about the server itself.
CREATE TABLE own_notes (
    room VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, guest VARCHAR(64) NOT NULL, marks BLOB NOT NULL,
    PRIMARY KEY (room, seat, guest));
INSERT INTO own_notes SELECT room, seat, guest, marks FROM notes;
DROP TABLE notes;
ALTER TABLE own_notes RENAME TO notes;
CREATE TABLE facts (name VARCHAR(16) NOT NULL PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE unplayed (room VARCHAR(32) NOT NULL PRIMARY KEY, changed INTEGER NOT NULL, since INTEGER NOT NULL);

-- 3: Whose move it is, and the clocks: times are milliseconds that the server has run.
CREATE TABLE turns (
    room VARCHAR(32) NOT NULL PRIMARY KEY, waiting VARCHAR(64) NOT NULL, due BIGINT, stamp BIGINT NOT NULL,
    clocks TEXT);
CREATE INDEX turns_by_due ON turns (due);
CREATE INDEX turns_by_stamp ON turns (stamp);

-- 4: Browsers that are called when it is somebody's move.
CREATE TABLE subscriptions (
    number INTEGER NOT NULL PRIMARY KEY, endpoint VARCHAR(1000) NOT NULL UNIQUE, guest VARCHAR(32) NOT NULL,
    p256dh VARCHAR(200) NOT NULL, auth VARCHAR(200) NOT NULL, language VARCHAR(2) NOT NULL);
CREATE INDEX subscriptions_by_guest ON subscriptions (guest);

-- 5: How each game ended, seat by seat, so that a history opens no table; reviews, language-free; and the devices
-- that share a person: each holds a secret of its own, of which only a hash, its id, is kept.
CREATE TABLE results (
    room VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, game VARCHAR(64) NOT NULL, ended BIGINT NOT NULL,
    seats INTEGER NOT NULL, sides INTEGER NOT NULL, device VARCHAR(32), person INTEGER NOT NULL,
    name VARCHAR(64) NOT NULL, bot VARCHAR(64), place INTEGER NOT NULL, score BIGINT NOT NULL,
    PRIMARY KEY (room, seat));
CREATE INDEX results_by_device ON results (device, ended, room);
CREATE TABLE reviews (
    room VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, version VARCHAR(32) NOT NULL, unit VARCHAR(8) NOT NULL,
    summed INTEGER NOT NULL, luck BIGINT NOT NULL, play BIGINT NOT NULL, marks TEXT NOT NULL, review BLOB NOT NULL,
    PRIMARY KEY (room, seat));
CREATE TABLE devices (
    id VARCHAR(32) NOT NULL PRIMARY KEY, guest VARCHAR(32) NOT NULL, before VARCHAR(80) NOT NULL,
    label VARCHAR(64) NOT NULL, added BIGINT NOT NULL, revoked INTEGER NOT NULL);
CREATE INDEX devices_by_guest ON devices (guest);
CREATE TABLE device_links (
    guest VARCHAR(32) NOT NULL PRIMARY KEY, hash VARCHAR(64) NOT NULL, made BIGINT NOT NULL);
CREATE UNIQUE INDEX device_links_by_hash ON device_links (hash);
ALTER TABLE subscriptions ADD COLUMN device VARCHAR(32) NOT NULL DEFAULT '';

-- 6: Whoever changes a room says which version of it they know; and notes are kept in an order of their own.
ALTER TABLE rooms ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE notes ADD COLUMN number INTEGER NOT NULL DEFAULT 0;

-- 7: Chance that several tables share: of a day, of a round of an evening; and those tables, each once for its mark.
CREATE TABLE series (
    id VARCHAR(100) NOT NULL PRIMARY KEY, kind VARCHAR(8) NOT NULL, game VARCHAR(64) NOT NULL,
    seed VARCHAR(64) NOT NULL, opened BIGINT NOT NULL, published BIGINT NOT NULL);
CREATE INDEX series_by_published ON series (published);
CREATE TABLE series_tables (
    room VARCHAR(32) NOT NULL PRIMARY KEY, series VARCHAR(100) NOT NULL, mark VARCHAR(32) NOT NULL);
CREATE UNIQUE INDEX series_tables_by_mark ON series_tables (series, mark);
CREATE TABLE evenings (code VARCHAR(24) NOT NULL PRIMARY KEY, state TEXT NOT NULL, changed BIGINT NOT NULL);

-- 8: A table lives in one process at a time (PostgreSQL): which processes live, and which of them has which table. A
-- process of an older Tepui, which would not ask, cannot change a room any more.
CREATE TABLE processes (id VARCHAR(16) NOT NULL PRIMARY KEY, address VARCHAR(300) NOT NULL, until BIGINT NOT NULL);
CREATE TABLE owners (room VARCHAR(32) NOT NULL PRIMARY KEY, process VARCHAR(16) NOT NULL, epoch BIGINT NOT NULL);
CREATE INDEX owners_by_process ON owners (process);
ALTER TABLE rooms DROP COLUMN version;

-- 9: How others did at the puzzle of a day: so many people needed so many tries, 0: they had it shown. No one is named.
CREATE TABLE puzzle_tries (
    puzzle VARCHAR(100) NOT NULL, tries INTEGER NOT NULL, people INTEGER NOT NULL, PRIMARY KEY (puzzle, tries));
