extension PostgresError {
    /// The error that callers of the store get; nil for an unforeseen one.
    var syncStoreError: SyncStoreError? {
        switch code {
        case .unreachable, .connectionLost, .timedOut, .poolClosed, .poolExhausted: .busy(description)
        case .invalidURL, .refused: .unusable(description)
        case .unexpectedResult: nil
        case .server: sqlState.flatMap(Self.meaning)
        }
    }

    /// Maps the codes of PostgreSQL's appendix A that have a remedy.
    private static func meaning(ofSQLState state: String) -> SyncStoreError? {
        switch state {
        case "40001", "40P01":
            .busy("The database rolled this request back because of a conflict with another one; try again.")
        case "55P03": .busy("Another request of this user is being written; try again.")
        case "57014", "25P03", "57P05": .busy("The database didn't respond in time; try again.")
        case "53300", "53400": .busy("The database has no connection left; try again.")
        case "53200": .busy("The database is short of memory; try again.")
        case "53100": .unusable("The database's disk is full; free some space. This request wrote nothing.")
        case "57P01", "57P02", "57P03": .busy("The database is restarting; try again.")
        case "25006": .unusable("The database is read-only; point DATABASE_URL at the primary.")
        case "42P01", "42703": .unusable(PostgresSchema.missing)
        case "3F000": .unusable(PostgresSchema.noSearchPath)
        case "42501":
            .unusable(
                "The database's role lacks a permission: to use the tables or, for migrate, CREATE on the schema.")
        case _ where state.hasPrefix("08"): .busy("The connection to the database broke; try again.")
        default: nil
        }
    }
}

/// Runs `body`, and translates its errors into those of `SyncStore`.
func withSyncStoreErrors<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async throws -> Result {
    do {
        return try await body()
    } catch let error as PostgresError {
        throw error.syncStoreError ?? error
    } catch SemaphoreError.timedOut {
        throw SyncStoreError.busy("This user's requests queue up; try again.")
    } catch SemaphoreError.closed {
        throw SyncStoreError.busy("The server is shutting down; try again.")
    }
}
