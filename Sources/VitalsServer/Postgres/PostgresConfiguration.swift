/// Where the database is, and how long to wait for it.
package struct PostgresConfiguration: Sendable {
    /// Anything that libpq takes: `postgres://…`, `postgresql://…` or `key=value …`. May hold a password: never printed.
    package var url: String
    package var connectTimeoutSeconds = 5
    /// The server gives up a statement after this long.
    package var statementTimeoutSeconds = 15
    /// The server gives up waiting for a row's lock after this long.
    package var lockTimeoutSeconds = 5
    /// The server ends a transaction whose client went silent, and with it the locks that it held.
    package var idleInTransactionTimeoutSeconds = 15
    /// How much longer than a statement may take the client listens, before it holds the server for dead.
    package var graceSeconds = 5

    package init(url: String) { self.url = url }
}

extension PostgresConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "PostgresConfiguration(url: hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
