/// The database's address and the timeouts for it.
package struct PostgresConfiguration: Sendable {
    /// Anything that libpq accepts: `postgres://…`, `postgresql://…` or `key=value …`. It may hold a password, so it is
    /// never printed.
    package var url: String
    package var connectTimeoutSeconds = 5
    /// The server cancels a statement after this long.
    package var statementTimeoutSeconds = 15
    /// The server stops waiting for a row's lock after this long.
    package var lockTimeoutSeconds = 5
    /// The server ends a transaction whose client is silent for this long, and releases the locks that it held.
    package var idleInTransactionTimeoutSeconds = 15
    /// How long the client waits beyond the statement timeout before it treats the server as dead.
    package var graceSeconds = 5

    package init(url: String) { self.url = url }
}

extension PostgresConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "PostgresConfiguration(url: hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
