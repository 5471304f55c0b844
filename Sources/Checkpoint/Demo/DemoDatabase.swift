internal import CheckpointSystem
internal import Foundation

/// The database for the demo's server.
enum DemoDatabase {
    /// - Parameter databaseURL: the value of `DATABASE_URL`; with `postgres`, it's an error unless it is a Postgres
    ///   URL.
    /// - Returns: the URL of an empty database, as `vitals-server` takes it, and a description for people.
    static func prepare(
        postgres: Bool, databaseURL: String?, server: String, root: String, directory: String, in resources: Resources
    ) async throws -> (url: String, description: String) {
        guard postgres else { return ("sqlite:\(directory)/server.sqlite", "SQLite") }
        let prepared: (url: String, description: String)
        if let databaseURL, !databaseURL.isEmpty {
            guard databaseURL.hasPrefix("postgres://") || databaseURL.hasPrefix("postgresql://") else {
                throw CourseError(
                    .failed, "DATABASE_URL isn't the URL of a Postgres database; set another one, or unset it.")
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

    /// Copies a database that no server has open.
    ///
    /// - Returns: the URL of the copy.
    static func backUp(_ url: String, in resources: Resources) async throws -> String {
        let scheme = "sqlite:"
        guard url.hasPrefix(scheme) else {
            return try await ScratchDatabase.make(copying: url, in: resources).url
        }
        let path = String(url.dropFirst(scheme.count))
        // Content may be in the log beside the file.
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: path + ".backup" + suffix)
        }
        return url + ".backup"
    }
}
