import Foundation

/// A learner's SQL file, and what Postgres makes of it.
package struct SchemaFile: Sendable {
    /// Path relative to the package's root.
    package let path: String

    package static let server = SchemaFile(path: "db/schema.sql")

    package init(path: String) { self.path = path }

    /// Applies the file with plain `psql`, and returns the result.
    ///
    /// - Throws: `StillToDo` when the file itself reports that a part of it isn't written yet.
    package func run(
        _ options: [String], on database: TestDatabase, environment: [String: String] = [:]
    ) throws -> Run {
        let run = try Psql.run(
            file: PackageFiles.url(path).path, options: options, at: database.url, environment: environment)
        try throwIfUnwritten(run)
        return run
    }

    /// Creates a database with the file applied.
    ///
    /// - Throws: `Failure` with the error from Postgres.
    package func database(environment: [String: String] = [:]) throws -> TestDatabase {
        let database = try TestDatabase()
        let run = try run(["-v", "ON_ERROR_STOP=1", "-1"], on: database, environment: environment)
        guard run.status == 0 else {
            throw TestDatabase.Failure("\(path) doesn't apply to an empty database: \(messages(run))")
        }
        return database
    }

    /// The errors from Postgres, with their place in the learner's file and without warnings.
    package func messages(_ run: Run) -> String {
        let lines = run.errors.replacing("psql:" + PackageFiles.url(path).path, with: path).split(separator: "\n")
        return lines.filter { !$0.contains("WARNING:") }.prefix(6).joined(separator: "\n")
    }

    /// The starter raises an error `@@todo STEP TASK` where a part is missing; psql puts the file and line before it.
    private func throwIfUnwritten(_ run: Run) throws {
        for line in run.errors.split(separator: "\n") {
            guard let match = line.firstMatch(of: /:(\d+): ERROR: +@@todo (\d+) (.+)$/) else { continue }
            throw StillToDo("@@todo \(match.2) \(path):\(match.1) \(match.3)")
        }
    }
}
