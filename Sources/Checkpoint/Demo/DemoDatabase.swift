/// Where the demo's server keeps its records.
enum DemoDatabase {
    /// - Parameter databaseURL: what `DATABASE_URL` says; with `postgres`, anything but a Postgres URL is an error.
    /// - Returns: a URL that `vitals-server` understands, of a database that is empty, and in words what it is.
    static func prepare(
        postgres: Bool, databaseURL: String?, server: String, root: String, directory: String, in resources: Resources
    ) async throws -> (url: String, words: String) {
        guard postgres else { return ("sqlite:\(directory)/server.sqlite", "SQLite") }
        let prepared: (url: String, words: String)
        if let databaseURL, !databaseURL.isEmpty {
            guard databaseURL.hasPrefix("postgres://") || databaseURL.hasPrefix("postgresql://") else {
                throw CourseError(.failed, "DATABASE_URL is no address of a Postgres; set another one, or unset it.")
            }
            let scratch = try await ScratchDatabase.make(besides: databaseURL, in: resources)
            prepared = (scratch.url, "Postgres, a scratch database of DATABASE_URL")
        } else {
            prepared = (try await ThrowawayPostgres.start(in: resources).url, "Postgres, a throw-away cluster")
        }
        let migrate = DemoServer.command(server, ["migrate"], databaseURL: prepared.url, directory: root)
        let result = try await migrate.capture()
        guard result.succeeded else {
            throw CourseError(
                .failed, "`vitals-server migrate` failed with \(result.ending).",
                lastLines: (result.standardOutput + result.standardError).split(separator: "\n").suffix(12)
                    .map(String.init))
        }
        return prepared
    }
}
