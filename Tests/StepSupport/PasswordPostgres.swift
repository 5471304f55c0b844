import Foundation

/// A test's own Postgres that requires a password and is reached only by a Unix socket. It stops when its owner is
/// released.
///
/// The server of `TestDatabase` won't do, because a test must not change if it requires passwords.
package final class PasswordPostgres: Sendable {
    /// The folder of the socket. Named as the connector of Cloud SQL names it, with colons.
    package let socketFolder: String
    private let folder: String
    private let superuserURL: String
    private let program: RunningProgram

    /// - Throws: `ProgramError` where the programs of a Postgres server are missing or don't work.
    package init(connectionName: String) throws {
        let programs = try Self.programs()
        // Not in TMPDIR, whose path may be long: a socket's path has room for about a hundred bytes.
        var template = Array("/tmp/vitals-step-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ProgramError("Can't create a folder in /tmp.") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        socketFolder = folder + "/" + connectionName
        let password = UUID().uuidString
        superuserURL = "postgres://postgres:\(password)@/postgres?host=\(socketFolder)"
        do {
            try FileManager.default.createDirectory(atPath: socketFolder, withIntermediateDirectories: true)
            try Data(password.utf8).write(to: URL(filePath: folder + "/password"))
            // Postgres refuses to run as root.
            let user = geteuid() == 0 ? getpwnam("postgres") ?? getpwnam("nobody") : nil
            var through: [String] = []
            if let user = user?.pointee {
                for name in ["", "/password", "/" + connectionName] { chown(folder + name, user.pw_uid, user.pw_gid) }
                through = ["setpriv", "--reuid=\(user.pw_uid)", "--regid=\(user.pw_gid)", "--clear-groups"]
            }
            let made = try RunningProgram(
                path: "/usr/bin/env",
                through + [
                    programs + "/initdb", "-D", folder + "/data", "--username=postgres", "--auth=scram-sha-256",
                    "--pwfile=" + folder + "/password", "--encoding=UTF8", "--no-locale", "--no-sync",
                ]
            ).finish(withinSeconds: 60)
            guard made.status == 0 else { throw ProgramError("initdb failed: \(made.errors)") }
            program = try RunningProgram(
                path: "/usr/bin/env",
                through + [
                    programs + "/postgres", "-D", folder + "/data", "-k", socketFolder, "-p", "5432",
                    "-c", "listen_addresses=", "-c", "fsync=off",
                ])
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
        try waitUntilReady()
    }

    deinit {
        // SIGQUIT is Postgres's immediate shutdown, which doesn't wait for sessions.
        Foundation.kill(program.processID, SIGQUIT)
        _ = try? program.finish(withinSeconds: 5)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Creates a role that may log in, and a database for it.
    package func makeRole(_ name: String, password: String, database: String) throws {
        func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
        func identifier(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }
        for sql in [
            "CREATE ROLE \(identifier(name)) LOGIN PASSWORD \(literal(password))",
            "CREATE DATABASE \(identifier(database)) OWNER \(identifier(name))",
        ] {
            let run = try Psql.run(sql, at: superuserURL)
            guard run.status == 0 else { throw ProgramError(run.errors) }
        }
    }

    private func waitUntilReady() throws {
        let deadline = Date(timeIntervalSinceNow: 30)
        while try Psql.run("SELECT 1", at: superuserURL).status != 0 {
            guard program.isRunning, Date() < deadline else {
                program.kill()
                throw ProgramError("Postgres didn't start: \(try program.finish().errors)")
            }
            usleep(20_000)
        }
    }

    /// The folder with `initdb` and `postgres`: on `PATH`, or where Debian and Homebrew install them outside it.
    package static func programs() throws -> String {
        let manager = FileManager.default
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let installed = ["/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap { root in
            ((try? manager.contentsOfDirectory(atPath: root)) ?? []).sorted().reversed().map { "\(root)/\($0)/bin" }
        }
        let folders = path + installed + ["/Applications/Postgres.app/Contents/Versions/latest/bin"]
        let found = folders.first { folder in
            ["initdb", "postgres"].allSatisfy { manager.isExecutableFile(atPath: folder + "/" + $0) }
        }
        guard let found else {
            throw ProgramError(
                "This test starts a Postgres that asks for passwords, and its programs (initdb, postgres) are not here. "
                    + "Debian, Ubuntu: apt-get install postgresql. macOS: brew install postgresql@16.")
        }
        return found
    }
}
