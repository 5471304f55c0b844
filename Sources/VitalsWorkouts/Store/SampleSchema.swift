import Vitals

extension StoreMigration {
    /// The samples of this phone, how far each health source has been read, and what still has to go up.
    static let samples = StoreMigration(
        name: "samples",
        sql: """
            -- What millions of samples have in common, once.
            CREATE TABLE sample_series (
              series INTEGER NOT NULL PRIMARY KEY,
              type   TEXT    NOT NULL,
              unit   TEXT    NOT NULL,
              source TEXT    NOT NULL,
              -- '' where the source says none.
              device TEXT    NOT NULL,
              zone   TEXT    NOT NULL,
              UNIQUE (type, unit, source, device, zone)
            );

            CREATE TABLE sample (
              number INTEGER NOT NULL PRIMARY KEY,
              id     BLOB    NOT NULL UNIQUE,
              series INTEGER NOT NULL,
              value  REAL    NOT NULL,
              start  INTEGER NOT NULL,
              finish INTEGER NOT NULL,
              -- 0 waits to be sent, 1 the server has it, 2 the server refused it.
              state  INTEGER NOT NULL DEFAULT 0,
              -- The batch that it is in; NULL if in none.
              batch  INTEGER,
              -- 1 once it was deleted while in a batch, whose bytes must stay the same.
              gone   INTEGER NOT NULL DEFAULT 0
            );
            CREATE INDEX sample_time ON sample (series, start);
            CREATE INDEX sample_pending ON sample (number) WHERE state = 0 AND batch IS NULL;
            CREATE INDEX sample_batched ON sample (batch) WHERE batch IS NOT NULL;

            -- The source's own id of a sample, where it has one.
            CREATE TABLE sample_link (
              source_id BLOB NOT NULL PRIMARY KEY,
              id        BLOB NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX sample_link_id ON sample_link (id);

            -- The source's own ids that were deleted, also of samples that haven't come yet.
            CREATE TABLE sample_gone (source_id BLOB NOT NULL PRIMARY KEY) WITHOUT ROWID;

            -- The samples that were deleted: they never come back, and the server has to be told.
            CREATE TABLE sample_deletion (
              id    BLOB    NOT NULL PRIMARY KEY,
              -- 0 waits to be sent, 1 the server knows.
              state INTEGER NOT NULL DEFAULT 0,
              batch INTEGER
            ) WITHOUT ROWID;
            CREATE INDEX sample_deletion_pending ON sample_deletion (id) WHERE state = 0;

            CREATE TABLE sample_rejection (
              id     BLOB NOT NULL PRIMARY KEY,
              code   TEXT NOT NULL,
              detail TEXT NOT NULL
            ) WITHOUT ROWID;

            -- Samples or deletions that are sent in one request. It stays until its answer is stored.
            CREATE TABLE sample_batch (
              number     INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
              request_id TEXT    NOT NULL UNIQUE,
              -- 'samples' or 'deletions'.
              content    TEXT    NOT NULL,
              -- Made anew each time that somebody takes the batch to send it.
              lease      TEXT    NOT NULL
            );

            CREATE TABLE sample_lane (
              source    TEXT    NOT NULL,
              type      TEXT    NOT NULL,
              -- The source's mark; NULL before the lanes begin.
              anchor    TEXT,
              marked_at INTEGER,
              -- Everything from here on was read; NULL while nothing was.
              read_from INTEGER,
              -- The start of the source's first sample; NULL if it has none.
              floor     INTEGER,
              span      INTEGER NOT NULL,
              -- Windows in a row without progress.
              stalls    INTEGER NOT NULL,
              PRIMARY KEY (source, type)
            ) WITHOUT ROWID;

            CREATE TABLE sample_state (
              id          INTEGER NOT NULL PRIMARY KEY DEFAULT 0 CHECK (id = 0),
              -- The server and account that have what was sent.
              bound_to    TEXT,
              receipt     TEXT,
              -- The months of samples that this phone keeps; NULL for all.
              keep_months INTEGER
            );
            INSERT INTO sample_state (id, keep_months) VALUES (0, 24);
            """)
}
