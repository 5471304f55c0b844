extension StoreMigration {
    /// The tables of deletes and overwritten edits.
    ///
    /// Triggers keep `edited_from`, so that no write can forget it: an edit by hand, an import, a healed record and a lost
    /// history all make a clean row dirty.
    static let deletes = StoreMigration(
        name: "4 deletes and overwritten edits",
        sql: """
            -- The exchanged record on which the first unsent edit of a row was made. A dirty row without an entry is new.
            -- When the record is deleted, the digest takes the place of the content.
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
            INSERT INTO edited_from (id, kind, value_, unit, recorded_at, updated_at, version, extra, own)
              SELECT base.*, measurement.own FROM base JOIN measurement USING (id) WHERE dirty = 1;
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

            -- The content of deleted records, for 30 days.
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
            CREATE INDEX recently_deleted_id ON recently_deleted (id);

            -- What the response that is being applied says of overwritten versions. Empty between two transactions.
            CREATE TABLE overwritten (
              id       TEXT NOT NULL PRIMARY KEY,
              versions TEXT NOT NULL
            );

            -- The records that a person sees.
            CREATE VIEW shown_measurement AS
              SELECT * FROM measurement WHERE json_type(nullif(extra, ''), '$.deleted') IS NOT 'true';
            """)
}
