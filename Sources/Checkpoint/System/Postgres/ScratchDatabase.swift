internal import Foundation

/// A temporary database on a Postgres server that others use too, dropped when the resources are released.
package struct ScratchDatabase: Sendable {
    package let url: String

    /// Creates a database beside the one that `url` names, with the same credentials.
    ///
    /// - Throws: `CourseError` if the server can't be reached or doesn't let us create a database.
    package static func make(besides url: String, in resources: Resources) async throws -> ScratchDatabase {
        try await make(besides: url, options: "", in: resources)
    }

    private static func make(
        besides url: String, options: String, in resources: Resources
    ) async throws -> ScratchDatabase {
        var components = try server(url)
        let name = "vitals_scratch_" + UUID().uuidString.lowercased().replacing("-", with: "")
        try await execute("CREATE DATABASE \(name)\(options)", at: components)
        let server = components
        await resources.atRelease { try? await execute("DROP DATABASE IF EXISTS \(name) WITH (FORCE)", at: server) }
        components.path = "/" + name
        return ScratchDatabase(url: components.string ?? url)
    }

    /// Creates a copy of the database that `url` names, to which nobody may be connected.
    ///
    /// - Throws: `CourseError` if the server can't be reached or doesn't let us create a database.
    package static func make(copying url: String, in resources: Resources) async throws -> ScratchDatabase {
        let original = try server(url).path.dropFirst().replacing("\"", with: "\"\"")
        return try await make(besides: url, options: " TEMPLATE \"\(original)\"", in: resources)
    }

    /// Makes sure that the server which `DATABASE_URL` names can be used, before anything is judged by it.
    ///
    /// - Throws: `CourseError.missingDependency` if it can't.
    package static func validate(_ url: String) async throws {
        do {
            try await execute("SELECT 1", at: try server(url))
        } catch let error as CourseError where error.code == .failed {
            throw CourseError(
                .missingDependency,
                "DATABASE_URL names a Postgres that can't be used now. Start it again, or `unset DATABASE_URL`; then a "
                    + "check starts one of its own.",
                lastLines: error.lastLines)
        }
    }

    /// Drops every database whose name begins with the prefix, even if clients are still connected.
    package static func drop(namesBeginningWith prefix: String, besides url: String) async throws {
        try await execute(
            """
            SELECT format('DROP DATABASE IF EXISTS %I WITH (FORCE)', datname) FROM pg_database
            WHERE starts_with(datname, '\(prefix)') \\gexec
            """,
            at: try server(url))
    }

    private static func server(_ url: String) throws -> URLComponents {
        if let components = URLComponents(string: url) { return components }
        throw CourseError(.failed, "DATABASE_URL is not a URL. Write it like postgres://user@host:5432/name.")
    }

    /// Runs SQL in the database.
    package func execute(_ statement: String) async throws {
        guard let components = URLComponents(string: url) else { return }
        try await Self.execute(statement, at: components)
    }

    private static func execute(_ script: String, at components: URLComponents) async throws {
        // The password goes through the environment, because every user of the machine can read a command's arguments.
        var withoutPassword = components
        withoutPassword.password = nil
        var command = Command(
            try PostgresBinaries.psql(),
            ["--no-psqlrc", "--quiet", "--no-password", "--set", "ON_ERROR_STOP=1", withoutPassword.string ?? ""])
        command.input = script + "\n"
        command.environment["PGCONNECT_TIMEOUT"] = "10"
        if let password = components.password { command.environment["PGPASSWORD"] = password }
        let result = try await command.capture()
        guard result.succeeded else {
            throw CourseError(
                .failed,
                "The server that DATABASE_URL names refused a command. Is it running, and may this user create databases?",
                lastLines: result.standardError.split(separator: "\n").suffix(4).map(String.init))
        }
    }
}
