-- A phone's store from before chapter 18, as the first three migrations made it, with records in every state.
PRAGMA application_id = 0x5649544C;
CREATE TABLE measurement (
  id          TEXT    NOT NULL PRIMARY KEY,
  kind        TEXT    NOT NULL,
  value_      REAL    NOT NULL,
  unit        TEXT    NOT NULL,
  recorded_at INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  version     INTEGER NOT NULL,
  extra       TEXT    NOT NULL DEFAULT '',
  dirty       INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX measurement_dirty ON measurement (dirty, id);
CREATE INDEX measurement_kind  ON measurement (kind, recorded_at);

CREATE TABLE sync_state (
  id     INTEGER NOT NULL PRIMARY KEY DEFAULT 0 CHECK (id = 0),
  cursor INTEGER NOT NULL DEFAULT 0
);
INSERT INTO sync_state (id, cursor) VALUES (0, 0);

ALTER TABLE sync_state ADD COLUMN receipt      TEXT;
ALTER TABLE sync_state ADD COLUMN origin       TEXT;
ALTER TABLE sync_state ADD COLUMN account      TEXT;
ALTER TABLE sync_state ADD COLUMN features     TEXT;
ALTER TABLE sync_state ADD COLUMN last_sync_at INTEGER;

-- 1 while the row is an edit made on this device, also once the server has it.
ALTER TABLE measurement ADD COLUMN own INTEGER NOT NULL DEFAULT 0;
-- The last record exchanged with the server, for rows that differ from it.
CREATE TABLE base (
  id          TEXT    NOT NULL PRIMARY KEY,
  kind        TEXT    NOT NULL,
  value_      REAL    NOT NULL,
  unit        TEXT    NOT NULL,
  recorded_at INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  version     INTEGER NOT NULL,
  extra       TEXT    NOT NULL
);
-- Copies that the server refused, until they are edited.
CREATE TABLE rejected (
  number      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  id          TEXT    NOT NULL,
  kind        TEXT    NOT NULL,
  value_      REAL    NOT NULL,
  unit        TEXT    NOT NULL,
  recorded_at INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  version     INTEGER NOT NULL,
  extra       TEXT    NOT NULL,
  code        TEXT    NOT NULL,
  detail      TEXT    NOT NULL,
  rejected_at INTEGER NOT NULL
);
CREATE INDEX rejected_id ON rejected (id);
-- Local edits that lost, until they are restored or dismissed.
CREATE TABLE conflict (
  number         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  id             TEXT    NOT NULL,
  kind           TEXT    NOT NULL,
  value_         REAL    NOT NULL,
  unit           TEXT    NOT NULL,
  recorded_at    INTEGER NOT NULL,
  updated_at     INTEGER NOT NULL,
  version        INTEGER NOT NULL,
  extra          TEXT    NOT NULL,
  lost_at        INTEGER NOT NULL
);
CREATE TABLE health_anchor (
  source TEXT NOT NULL PRIMARY KEY,
  anchor TEXT NOT NULL
);
ALTER TABLE rejected ADD COLUMN own INTEGER NOT NULL DEFAULT 1;

CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES ('1 measurements and cursor'), ('2 receipts, accounts, refusals, conflicts'),
  ('3 who wrote what was refused');

INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty, own) VALUES
  -- new, never sent
  ('6f1c2a34-0000-4000-8000-000000000001', 'WEIGHT', 72.5, 'KG', 1781940000001, 1781940060001, 1, '', 1, 1),
  -- edited, not sent
  ('6f1c2a34-0000-4000-8000-000000000002', 'WEIGHT', 71.0, 'KG', 1781940000002, 1781940060002, 3, '', 1, 1),
  -- sent
  ('6f1c2a34-0000-4000-8000-000000000003', 'STEPS', 8500.0, 'COUNT', 1781940000003, 1781940060003, 1, '', 0, 0),
  -- with a member that this build did not know
  ('6f1c2a34-0000-4000-8000-000000000004', 'DISTANCE', 5.0, 'KM', 1781940000004, 1781940060004, 2, '{"label":"along the river","note":"wet"}', 1, 1),
  -- pulled from a newer phone
  ('6f1c2a34-0000-4000-8000-000000000005', 'SYMPTOM', 4.0, 'COUNT', 1781940000005, 1781940060005, 1, '{"label":"dizzy"}', 0, 0),
  -- a label that is none
  ('6f1c2a34-0000-4000-8000-000000000006', 'WEIGHT', 70.0, 'KG', 1781940000006, 1781940060006, 1, '{"label":7}', 0, 0);
INSERT INTO base (id, kind, value_, unit, recorded_at, updated_at, version, extra) VALUES
  ('6f1c2a34-0000-4000-8000-000000000002', 'WEIGHT', 70.5, 'KG', 1781940000002, 1781940050000, 2, '');
UPDATE sync_state SET cursor = 12, receipt = '12.0123456789abcdef', origin = 'http://an-older-server.test',
  features = 'base';
