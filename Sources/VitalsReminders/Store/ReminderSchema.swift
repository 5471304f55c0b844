import Vitals

extension StoreMigration {
    /// The state that only this phone knows: the alarms that it has told the system and those that have rung, and the server's last answer
    /// about the account. Neither is ever sent. The reminders themselves are entities.
    static let reminders = StoreMigration(
        name: "reminders",
        sql: """
            CREATE TABLE reminder_ring (
              reminder   TEXT    NOT NULL,
              occurrence TEXT    NOT NULL,
              -- The alarm of the future; NULL if there is none.
              at         INTEGER,
              title      TEXT,
              cause      TEXT,
              -- 1 while it's on the screen.
              shown      INTEGER NOT NULL,
              -- 1 once it has come back after a stop.
              returned   INTEGER NOT NULL,
              -- The causes for which it has rung, as a list in JSON.
              rung       TEXT    NOT NULL,
              -- The last time that it was written.
              noted_at   INTEGER NOT NULL,
              PRIMARY KEY (reminder, occurrence)
            ) WITHOUT ROWID;

            CREATE TABLE reminder_account (
              id          INTEGER NOT NULL PRIMARY KEY DEFAULT 0 CHECK (id = 0),
              -- The server and account that the answer is about.
              bound_to    TEXT    NOT NULL,
              answer      TEXT    NOT NULL,
              answered_at INTEGER NOT NULL
            );
            """)
}
