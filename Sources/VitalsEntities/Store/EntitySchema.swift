import Vitals

extension StoreMigration {
    /// The rows that the server gave (`entity_shadow`), the person's edits since (`entity_outbox`), and the view: the second on
    /// top of the first, kept ready in `entity_view`.
    static let entities = StoreMigration(
        name: "entities",
        sql: """
            CREATE TABLE entity_shadow (
              id      TEXT    NOT NULL PRIMARY KEY,
              type    TEXT    NOT NULL,
              version INTEGER NOT NULL,
              seq     INTEGER NOT NULL,
              deleted INTEGER NOT NULL,
              fields  TEXT    NOT NULL,
              stamps  TEXT    NOT NULL
            ) WITHOUT ROWID;

            -- In the order in which they were made. A row is only ever marked, never rewritten.
            CREATE TABLE entity_outbox (
              number     INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
              request_id TEXT    NOT NULL UNIQUE,
              op         TEXT    NOT NULL,
              type       TEXT    NOT NULL,
              id         TEXT    NOT NULL,
              fields     TEXT    NOT NULL,
              updated_at INTEGER NOT NULL,
              sent       INTEGER NOT NULL DEFAULT 0,
              -- Of the answer; NULL while there is none.
              seq        INTEGER,
              -- How often the server failed on it alone.
              failures   INTEGER NOT NULL DEFAULT 0,
              -- All fields that were shown when a pull brought the entity's deletion; else NULL. It's never sent.
              shown      TEXT,
              -- 1 after the server said that the account may not make it now: it isn't sent again in this sync.
              held       INTEGER NOT NULL DEFAULT 0
            );
            CREATE INDEX entity_outbox_id ON entity_outbox (id, number);
            CREATE INDEX entity_outbox_pending ON entity_outbox (number) WHERE seq IS NULL;
            CREATE INDEX entity_outbox_held ON entity_outbox (id, number) WHERE held = 1;
            CREATE INDEX entity_outbox_answered ON entity_outbox (seq) WHERE seq IS NOT NULL;

            -- Ids of this phone that another identity stands for.
            CREATE TABLE entity_map (id TEXT NOT NULL PRIMARY KEY, survivor TEXT NOT NULL) WITHOUT ROWID;
            CREATE INDEX entity_map_survivor ON entity_map (survivor);

            CREATE TABLE entity_cursor (type TEXT NOT NULL PRIMARY KEY, cursor INTEGER NOT NULL) WITHOUT ROWID;
            CREATE TABLE entity_state (
              id           INTEGER NOT NULL PRIMARY KEY DEFAULT 0 CHECK (id = 0),
              receipt      TEXT,
              -- The server and account that the rest is about.
              bound_to     TEXT,
              -- How often the history was lost.
              era          INTEGER NOT NULL DEFAULT 0,
              restating    INTEGER NOT NULL DEFAULT 0,
              -- 1 after the server failed on a batch: one command at a time until one passes.
              single       INTEGER NOT NULL DEFAULT 0,
              -- The types that the server announced; NULL before it did.
              server_types TEXT
            );
            INSERT INTO entity_state (id) VALUES (0);

            CREATE TABLE entity_conflict (
              number     INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
              request_id TEXT,
              id         TEXT    NOT NULL,
              type       TEXT    NOT NULL,
              code       TEXT    NOT NULL,
              fields     TEXT    NOT NULL,
              lost_at    INTEGER NOT NULL
            );
            CREATE TABLE entity_dead (
              number      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
              request_id  TEXT    NOT NULL,
              op          TEXT    NOT NULL,
              type        TEXT    NOT NULL,
              id          TEXT    NOT NULL,
              fields      TEXT    NOT NULL,
              updated_at  INTEGER NOT NULL,
              code        TEXT    NOT NULL,
              path        TEXT,
              detail      TEXT,
              rejected_at INTEGER NOT NULL
            );

            -- What a person sees, before the gate: made of the tables above, in the transaction that changes them.
            CREATE TABLE entity_view (
              id     TEXT    NOT NULL PRIMARY KEY,
              type   TEXT    NOT NULL,
              -- By which a list is sorted.
              name   TEXT    NOT NULL,
              -- The entity that this one can't be shown without.
              parent TEXT,
              fields TEXT    NOT NULL,
              -- 1 while an edit of it waits for the server.
              waits  INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX entity_view_name ON entity_view (type, name, id);
            CREATE TABLE entity_link (target TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (target, source)) WITHOUT ROWID;
            CREATE INDEX entity_link_source ON entity_link (source);
            """)
}
