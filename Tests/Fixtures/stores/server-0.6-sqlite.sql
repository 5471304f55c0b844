-- What vitals-server 0.6 made. ServerUpgradeTests.swift says how.
PRAGMA application_id = 1448301142;
PRAGMA foreign_keys = OFF;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
CREATE TABLE users (
  id    TEXT NOT NULL PRIMARY KEY,
  token TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE measurements (
  user_id     TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  id          TEXT    NOT NULL,
  kind        TEXT    NOT NULL,
  value       REAL    NOT NULL CHECK (value BETWEEN -1.7976931348623157e308 AND 1.7976931348623157e308),
  unit        TEXT    NOT NULL,
  recorded_at INTEGER NOT NULL CHECK (recorded_at BETWEEN -62135596800000 AND 253402300799999),
  updated_at  INTEGER NOT NULL CHECK (updated_at BETWEEN -62135596800000 AND 253402300799999),
  version     INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
  extra       TEXT    NOT NULL DEFAULT '',
  seq         INTEGER NOT NULL, label TEXT GENERATED ALWAYS AS (
  CASE json_type(nullif(extra, ''), '$.label') WHEN 'text' THEN json_extract(extra, '$.label') END
) VIRTUAL,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE UNIQUE INDEX measurements_user_seq ON measurements (user_id, seq);
CREATE TABLE sync_log (
  seq        INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  record_id  TEXT    NOT NULL,
  version    INTEGER NOT NULL,
  applied_at INTEGER NOT NULL
, tag INTEGER) STRICT;
CREATE INDEX sync_log_user_seq ON sync_log (user_id, seq);
CREATE TABLE pairing_codes (
  hash       TEXT    NOT NULL PRIMARY KEY,
  user_id    TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE TABLE device_tokens (
  id           TEXT NOT NULL PRIMARY KEY,
  hash         TEXT NOT NULL UNIQUE,
  user_id      TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  name         TEXT NOT NULL,
  created_on   TEXT NOT NULL,
  last_used_on TEXT
) STRICT;
CREATE INDEX device_tokens_user ON device_tokens (user_id);
CREATE TABLE overwritten (
  user_id   TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  record_id TEXT NOT NULL,
  versions  TEXT NOT NULL,
  PRIMARY KEY (user_id, record_id)
) STRICT;
CREATE TABLE compacted (
  user_id TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  range   INTEGER NOT NULL,
  tags    TEXT    NOT NULL,
  PRIMARY KEY (user_id, range)
) STRICT;
CREATE TABLE insights (
  user_id  TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  question TEXT    NOT NULL,
  state    TEXT    NOT NULL,
  insight  TEXT,
  until    INTEGER NOT NULL,
  PRIMARY KEY (user_id, question)
) STRICT;
CREATE INDEX measurements_user_time ON measurements (user_id, recorded_at);
CREATE TABLE push_subscriptions (
  id          TEXT    NOT NULL PRIMARY KEY,
  user_id     TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  token_hash  TEXT    NOT NULL,
  device_hash TEXT    REFERENCES device_tokens(hash) ON DELETE CASCADE,
  endpoint    TEXT    NOT NULL,
  p256dh      TEXT    NOT NULL,
  auth        TEXT    NOT NULL,
  refusals    INTEGER NOT NULL DEFAULT 0,
  renewed_at  INTEGER NOT NULL,
  UNIQUE (user_id, endpoint)
) STRICT;
CREATE INDEX push_subscriptions_device ON push_subscriptions (device_hash);
CREATE TABLE push_keys (
  name        TEXT NOT NULL PRIMARY KEY,
  private_key TEXT NOT NULL
) STRICT;
CREATE TABLE access_tokens (
  hash       TEXT    NOT NULL PRIMARY KEY,
  device_id  TEXT    NOT NULL REFERENCES device_tokens(id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX access_tokens_device ON access_tokens (device_id, expires_at);
CREATE INDEX access_tokens_expiry ON access_tokens (expires_at);
INSERT INTO access_tokens (hash, device_id, expires_at) VALUES ('06cfe1d098ea2e04258ce8bb5538c593b3f34763a3ec8984853d27af1dd4e178', '5773d10c-697f-42d4-b95d-b604ba338eaf', 32472144000123);
INSERT INTO compacted (user_id, range, tags) VALUES ('50477690-2a0f-4c92-a915-9113400497a6', 0, '0001877b7e79849ffb5f0003f8782203cbc2bcc0');
INSERT INTO device_tokens (id, hash, user_id, name, created_on, last_used_on) VALUES ('5773d10c-697f-42d4-b95d-b604ba338eaf', '4e7749071d38ad2567d3a7c87ec7d5562182088d96ce0455f342fb9e57ff7091', '50477690-2a0f-4c92-a915-9113400497a6', 'Anna’s "old" phone\', '2026-06-20', '2026-06-20');
INSERT INTO grdb_migrations (identifier) VALUES ('1 users, measurements, sync_log');
INSERT INTO grdb_migrations (identifier) VALUES ('9 tags of log rows');
INSERT INTO grdb_migrations (identifier) VALUES ('2 pairing_codes, device_tokens');
INSERT INTO grdb_migrations (identifier) VALUES ('3 overwritten');
INSERT INTO grdb_migrations (identifier) VALUES ('4 compacted');
INSERT INTO grdb_migrations (identifier) VALUES ('5 label');
INSERT INTO grdb_migrations (identifier) VALUES ('6 insights');
INSERT INTO grdb_migrations (identifier) VALUES ('7 push_subscriptions, push_keys');
INSERT INTO grdb_migrations (identifier) VALUES ('8 access_tokens');
INSERT INTO insights (user_id, question, state, insight, until) VALUES ('50477690-2a0f-4c92-a915-9113400497a6', 'what-was-asked', 'answered', 'You walked more than in the week before.', 32472144000123);
INSERT INTO insights (user_id, question, state, insight, until) VALUES ('50477690-2a0f-4c92-a915-9113400497a6', 'what-is-being-asked', 'asked', NULL, 32472144000123);
INSERT INTO measurements (user_id, id, kind, value, unit, recorded_at, updated_at, version, extra, seq) VALUES ('50477690-2a0f-4c92-a915-9113400497a6', '78c8ff6b-28bc-4979-a1aa-377557d2bf61', 'WEIGHT', 71.0625, 'KG', 1781940600000, 1781940660000, 2, '{"note":"after the run, \"tired\", it''s 5°"}', 2);
INSERT INTO measurements (user_id, id, kind, value, unit, recorded_at, updated_at, version, extra, seq) VALUES ('50477690-2a0f-4c92-a915-9113400497a6', '712e3773-25a8-4b39-a0b4-1563138e3473', 'WEIGHT', 0.1, 'KG', 1781940660000, 1781940660000, 2, '{"deleted":true}', 4);
INSERT INTO measurements (user_id, id, kind, value, unit, recorded_at, updated_at, version, extra, seq) VALUES ('50477690-2a0f-4c92-a915-9113400497a6', 'a04e39b2-5604-4fc9-9d15-3946042996f5', 'STEPS', 12345.0, 'COUNT', -62135596800000, 1781940660000, 1, '', 5);
INSERT INTO measurements (user_id, id, kind, value, unit, recorded_at, updated_at, version, extra, seq) VALUES ('50477690-2a0f-4c92-a915-9113400497a6', '7c93717d-d34e-42f2-bbe5-f82dfa13d54e', 'WEIGHT', 72.5, 'KG', 253402300799999, 1781940660000, 9007199254740991, '{"label":"along the river"}', 6);
INSERT INTO measurements (user_id, id, kind, value, unit, recorded_at, updated_at, version, extra, seq) VALUES ('00000000-0000-0000-0000-000000000001', '578c06fe-8841-47d3-8832-ae91be36c7ae', 'WEIGHT', 0.001, 'KG', 1781940600000, 1781940660000, 7, '', 7);
INSERT INTO overwritten (user_id, record_id, versions) VALUES ('50477690-2a0f-4c92-a915-9113400497a6', '78c8ff6b-28bc-4979-a1aa-377557d2bf61', '{"copies":[{"digest":"edc9ec9de94cd3ad","version":1}]}');
INSERT INTO overwritten (user_id, record_id, versions) VALUES ('50477690-2a0f-4c92-a915-9113400497a6', '712e3773-25a8-4b39-a0b4-1563138e3473', '{"through":1}');
INSERT INTO pairing_codes (hash, user_id, expires_at) VALUES ('20e1f580036c7a3a61b5408d527a0c262e47d5b5c1db5c70cc68b83ad6e5990a', '50477690-2a0f-4c92-a915-9113400497a6', 32472144000123);
INSERT INTO push_keys (name, private_key) VALUES ('vapid', 'RJXkjAe64aUDyDannoZjvuNOxz-yqkNH9jgns8Qq8TE');
INSERT INTO push_subscriptions (id, user_id, token_hash, device_hash, endpoint, p256dh, auth, refusals, renewed_at) VALUES ('edc1933d-d69e-4b1f-b4b3-46634962fbca', '50477690-2a0f-4c92-a915-9113400497a6', '4e7749071d38ad2567d3a7c87ec7d5562182088d96ce0455f342fb9e57ff7091', '4e7749071d38ad2567d3a7c87ec7d5562182088d96ce0455f342fb9e57ff7091', 'https://push.example.org/a-browser', 'BD42qL1BT4PrPAA1CZjHRLrZNSZP-eSeSdq9kyJ7mDRrHzctzaMvKn26qmXMLPYLso1PBPS04aBGTvqrpCvLco4', 'wVqwUja0URDK82J17vaHew', 0, 1781940600123);
INSERT INTO push_subscriptions (id, user_id, token_hash, device_hash, endpoint, p256dh, auth, refusals, renewed_at) VALUES ('7129bf3a-4725-4a4e-864d-aa2c082d39e6', '50477690-2a0f-4c92-a915-9113400497a6', '4ac93f577e1168a82b2cb02c6288b500b9aa02f6b5506ad997bbc48cef8fecd1', NULL, 'https://push.example.org/a-browser-at-home', 'BKlVqtNDnAgAJw2fBnKODlbxICN7o-v-FVKB7Klc2R-ER7yp1s9-IuyQnSrGGjMEbrShYAeG36_eKJVOXupEE2Y', 'ENJlNLln_1XCrO8oiGd18Q', 0, 1781940600123);
INSERT INTO sqlite_sequence (name, seq) VALUES ('sync_log', 7);
INSERT INTO sync_log (seq, user_id, record_id, version, applied_at, tag) VALUES (2, '50477690-2a0f-4c92-a915-9113400497a6', '78c8ff6b-28bc-4979-a1aa-377557d2bf61', 2, 1795883646245252, -538715244969939828);
INSERT INTO sync_log (seq, user_id, record_id, version, applied_at, tag) VALUES (4, '50477690-2a0f-4c92-a915-9113400497a6', '712e3773-25a8-4b39-a0b4-1563138e3473', 2, 1795883646247374, 5716635717816420350);
INSERT INTO sync_log (seq, user_id, record_id, version, applied_at, tag) VALUES (5, '50477690-2a0f-4c92-a915-9113400497a6', 'a04e39b2-5604-4fc9-9d15-3946042996f5', 1, 1795883646248088, 6599658055065115336);
INSERT INTO sync_log (seq, user_id, record_id, version, applied_at, tag) VALUES (6, '50477690-2a0f-4c92-a915-9113400497a6', '7c93717d-d34e-42f2-bbe5-f82dfa13d54e', 9007199254740991, 1795883646248627, -3942148555883445827);
INSERT INTO sync_log (seq, user_id, record_id, version, applied_at, tag) VALUES (7, '00000000-0000-0000-0000-000000000001', '578c06fe-8841-47d3-8832-ae91be36c7ae', 7, 1795883646249222, -4514009310468282502);
INSERT INTO users (id, token) VALUES ('00000000-0000-0000-0000-000000000001', 'dev-token');
INSERT INTO users (id, token) VALUES ('50477690-2a0f-4c92-a915-9113400497a6', 'a-token-of-a-person');
