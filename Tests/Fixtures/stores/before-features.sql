-- A phone's store, with rows in each of its tables. Frozen: StoreUpgradeTests.swift says how it was made.
PRAGMA application_id = 1447646284;
PRAGMA user_version = 0;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
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
, own INTEGER NOT NULL DEFAULT 0, label TEXT GENERATED ALWAYS AS (
  CASE json_type(nullif(extra, ''), '$.label') WHEN 'text' THEN json_extract(extra, '$.label') END
) VIRTUAL);
CREATE TABLE sync_state (
  id     INTEGER NOT NULL PRIMARY KEY DEFAULT 0 CHECK (id = 0),
  cursor INTEGER NOT NULL DEFAULT 0
, receipt      TEXT, origin       TEXT, account      TEXT, features     TEXT, last_sync_at INTEGER);
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
, own INTEGER NOT NULL DEFAULT 1);
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
CREATE TABLE edited_from (
  id          TEXT    NOT NULL PRIMARY KEY,
  kind        TEXT    NOT NULL,
  value_      REAL    NOT NULL,
  unit        TEXT    NOT NULL,
  recorded_at INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  version     INTEGER NOT NULL,
  extra       TEXT    NOT NULL,
  digest      TEXT,
  -- 1 if that record was an edit made on this device.
  own         INTEGER NOT NULL
);
CREATE TABLE recently_deleted (
  number      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  id          TEXT    NOT NULL,
  kind        TEXT    NOT NULL,
  value_      REAL    NOT NULL,
  unit        TEXT    NOT NULL,
  recorded_at INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  version     INTEGER NOT NULL,
  extra       TEXT    NOT NULL,
  deleted_at  INTEGER NOT NULL
);
CREATE TABLE overwritten (
  id       TEXT NOT NULL PRIMARY KEY,
  versions TEXT NOT NULL
);
CREATE TABLE event_row (id TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE health_sample (
  sample TEXT NOT NULL PRIMARY KEY,
  record TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE health_deletion (
  sample   TEXT    NOT NULL PRIMARY KEY,
  noted_at INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO grdb_migrations (identifier) VALUES ('1 measurements and cursor');
INSERT INTO grdb_migrations (identifier) VALUES ('2 receipts, accounts, refusals, conflicts');
INSERT INTO grdb_migrations (identifier) VALUES ('3 who wrote what was refused');
INSERT INTO grdb_migrations (identifier) VALUES ('4 deletes and overwritten edits');
INSERT INTO grdb_migrations (identifier) VALUES ('5 label');
INSERT INTO grdb_migrations (identifier) VALUES ('6 live');
INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty, own) VALUES ('00000000-0000-4000-8000-000000000001', 'WEIGHT', 61.0, 'KG', 500, 1781940000000, 1, '', 0, 1);
INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty, own) VALUES ('00000000-0000-4000-8000-000000000002', 'WEIGHT', 63.5, 'KG', 500, 1781940600014, 2, '', 1, 1);
INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty, own) VALUES ('00000000-0000-4000-8000-000000000003', 'WEIGHT', 50.0, 'KG', 500, 1781940000000, 9, '', 0, 0);
INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty, own) VALUES ('00000000-0000-4000-8000-000000000004', 'WEIGHT', 0.1, 'KG', 1781940600007, 1781940600007, 2, '{"deleted":true}', 0, 1);
INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty, own) VALUES ('00000000-0000-4000-8000-000000000005', 'WEIGHT', 65.0, 'KG', 500, 1781940000000, 1, '', 0, 1);
INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty, own) VALUES ('00000000-0000-4000-8000-000000000006', 'WEIGHT', 0.1, 'KG', 1781940600015, 1781940600015, 2, '{"deleted":true}', 1, 1);
INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty, own) VALUES ('00000000-0000-4000-8000-000000000007', 'SYMPTOM', 1.0, 'COUNT', 500, 1781940000000, 1, '{"label":"dizzy"}', 0, 1);
INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty, own) VALUES ('00000000-0000-4000-8000-000000000008', 'SYMPTOM', 1.0, 'COUNT', 500, 1781940000000, 1, '{"label":"dizzy","note":"after a run"}', 1, 1);
INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty, own) VALUES ('00000000-0000-4000-8000-000000000009', 'WEIGHT', 72.4, 'KG', 500, 1781940000000, 1, '', 1, 1);
INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty, own) VALUES ('00000000-0000-4000-8000-000000000014', 'MOOD', 3.5, 'ANY', 500, 1781940000000, 1, '{"note":"ok"}', 0, 0);
INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty, own) VALUES ('00000000-0000-4000-8000-000000000015', 'STEPS', 8000.0, 'COUNT', 500, 1781940000000, 1, '', 0, 0);
INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty, own) VALUES ('00000000-0000-4000-8000-000000000016', 'WEIGHT', 81.0, 'KG', 500, 1781940000000, 1, '', 0, 0);
INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty, own) VALUES ('00000000-0000-4000-8000-00000000001f', 'STEPS', 4200.0, 'COUNT', 500, 1781940000000, 1, '', 1, 0);
INSERT INTO sync_state (id, cursor, receipt, origin, account, features, last_sync_at) VALUES (0, 11, '11.3f014b4d8be225f4', 'https://server.test', 'account-1', 'base,deletes,nl-logging,live', 1781940600012);
INSERT INTO base (id, kind, value_, unit, recorded_at, updated_at, version, extra) VALUES ('00000000-0000-4000-8000-000000000002', 'WEIGHT', 62.0, 'KG', 500, 1781940000000, 1, '');
INSERT INTO rejected (number, id, kind, value_, unit, recorded_at, updated_at, version, extra, code, detail, rejected_at, own) VALUES (1, '00000000-0000-4000-8000-000000000005', 'WEIGHT', 0.25, 'KG', 500, 1781940600005, 2, '', 'refused', 'The test refuses this record.', 1781940600010, 1);
INSERT INTO rejected (number, id, kind, value_, unit, recorded_at, updated_at, version, extra, code, detail, rejected_at, own) VALUES (2, '00000000-0000-4000-8000-00000000001e', 'DISTANCE', 0.25, 'KM', 500, 1781940000000, 1, '', 'refused', 'The test refuses this record.', 1781940600011, 0);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES ('conflict', 1);
INSERT INTO sqlite_sequence (name, seq) VALUES ('recently_deleted', 2);
INSERT INTO sqlite_sequence (name, seq) VALUES ('rejected', 2);
INSERT INTO conflict (number, id, kind, value_, unit, recorded_at, updated_at, version, extra, lost_at) VALUES (1, '00000000-0000-4000-8000-000000000003', 'WEIGHT', 99.0, 'KG', 500, 1781940600004, 2, '', 1781940600009);
INSERT INTO health_anchor (source, anchor) VALUES ('DISTANCE', 'anchor-1');
INSERT INTO edited_from (id, kind, value_, unit, recorded_at, updated_at, version, extra, digest, own) VALUES ('00000000-0000-4000-8000-000000000002', 'WEIGHT', 62.0, 'KG', 500, 1781940000000, 1, '', NULL, 1);
INSERT INTO edited_from (id, kind, value_, unit, recorded_at, updated_at, version, extra, digest, own) VALUES ('00000000-0000-4000-8000-000000000006', 'WEIGHT', 0.0, 'KG', 0, 0, 1, '', '64cd9bc2dc0e970a', 1);
INSERT INTO recently_deleted (number, id, kind, value_, unit, recorded_at, updated_at, version, extra, deleted_at) VALUES (1, '00000000-0000-4000-8000-000000000004', 'WEIGHT', 64.0, 'KG', 500, 1781940000000, 1, '', 1781940600008);
INSERT INTO recently_deleted (number, id, kind, value_, unit, recorded_at, updated_at, version, extra, deleted_at) VALUES (2, '00000000-0000-4000-8000-000000000006', 'WEIGHT', 66.0, 'KG', 500, 1781940000000, 1, '', 1781940600016);
INSERT INTO event_row (id) VALUES ('00000000-0000-4000-8000-000000000016');
INSERT INTO health_sample (sample, record) VALUES ('00000000-0000-4000-8000-000000000065', '00000000-0000-4000-8000-00000000001e');
INSERT INTO health_sample (sample, record) VALUES ('00000000-0000-4000-8000-000000000066', '00000000-0000-4000-8000-000000000015');
INSERT INTO health_deletion (sample, noted_at) VALUES ('00000000-0000-4000-8000-000000000067', 1781940600006);
CREATE INDEX measurement_dirty ON measurement (dirty, id);
CREATE INDEX measurement_kind  ON measurement (kind, recorded_at);
CREATE INDEX rejected_id ON rejected (id);
CREATE TRIGGER edited_from_first_edit AFTER UPDATE ON measurement WHEN old.dirty = 0 AND new.dirty = 1 BEGIN
  INSERT OR REPLACE INTO edited_from
    (id, kind, value_, unit, recorded_at, updated_at, version, extra, own)
  VALUES (
    old.id, old.kind, old.value_, old.unit, old.recorded_at, old.updated_at, old.version, old.extra, old.own);
END;
CREATE TRIGGER edited_from_clean AFTER UPDATE ON measurement WHEN new.dirty = 0 BEGIN
  DELETE FROM edited_from WHERE id = new.id;
END;
CREATE TRIGGER edited_from_removed AFTER DELETE ON measurement BEGIN
  DELETE FROM edited_from WHERE id = old.id;
END;
CREATE INDEX recently_deleted_id ON recently_deleted (id);
CREATE VIEW shown_measurement AS
  SELECT * FROM measurement WHERE json_type(nullif(extra, ''), '$.deleted') IS NOT 'true';
