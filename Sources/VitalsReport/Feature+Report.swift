package import Vitals

extension Feature {
    /// A look inside: the last exchanges with the server, and a report to copy. It reads what the features `entities` and
    /// `workouts` keep, where the device has them.
    package static let report = Feature(name: "report") {
        $0.migrations = [.report]
        $0.exchangeObserver = { ExchangeLog() }
    }
}

extension StoreMigration {
    /// The last exchanges, and what a look at the account's devices found.
    static let report = StoreMigration(
        name: "report",
        sql: """
            -- No value, name, token or address is in it.
            CREATE TABLE report_exchange (
              number         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
              at             INTEGER NOT NULL,
              -- The method and the path with {id} in place of what names something, such as 'POST /sync/push'.
              route          TEXT    NOT NULL,
              sent           INTEGER NOT NULL,
              sent_bytes     INTEGER NOT NULL,
              received       INTEGER NOT NULL,
              received_bytes INTEGER NOT NULL,
              milliseconds   INTEGER NOT NULL,
              -- A status such as '200', or why there was no response.
              outcome        TEXT    NOT NULL,
              -- The id under which the server has logged the request.
              request_id     TEXT,
              -- The server's clock less this phone's, to the second; NULL where the server said no time.
              ahead_seconds  INTEGER
            );
            CREATE TABLE report_state (
              id           INTEGER NOT NULL PRIMARY KEY DEFAULT 0 CHECK (id = 0),
              -- The devices of the account, as a list last had them.
              device_count INTEGER
            );
            INSERT INTO report_state (id) VALUES (0);
            """)
}
