import Foundation
import StepSupport

/// A test's own Postgres cluster, which the test may end and start again. It is reached by a Unix socket alone, and stops
/// when its owner is released.
///
/// The cluster of `TestDatabase` won't do, because other tests use it at the same time.
package final class RestartablePostgres: Sendable {
    /// False where the programs of a Postgres server are missing.
    package static let isAvailable = (try? PasswordPostgres.programs()) != nil

    /// The hint for `.enabled(if:_:)`.
    package static let hint = "Install the programs of a Postgres server: initdb and postgres."

    /// The URL of the superuser's database.
    package let url: String
    private let folder: String
    private let programs: String
    private let program: Locked<RunningProgram?>

    /// - Throws: `ProgramError` where the programs of a Postgres server don't work.
    package init() throws {
        programs = try PasswordPostgres.programs()
        // Not in TMPDIR, whose path may be long: a socket's path has room for about a hundred bytes.
        var template = Array("/tmp/vitals-step-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ProgramError("No folder can be made in /tmp.") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        url = "postgres:///postgres?host=\(folder)&user=postgres"
        program = Locked(nil)
        do {
            try Self.giveToServer(folder)
            let made = try RunningProgram(
                path: "/usr/bin/env",
                Self.asServer + [
                    programs + "/initdb", "-D", folder + "/data", "--username=postgres", "--auth=trust",
                    "--encoding=UTF8", "--no-locale", "--no-sync",
                ]
            ).finish(withinSeconds: 120)
            guard made.status == 0 else { throw ProgramError("initdb failed: \(made.errors)") }
            try start()
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Creates a database, and returns its URL.
    ///
    /// - Parameter location: a folder in which all of its files are kept; nil for the cluster's own.
    package func makeDatabase(in location: String? = nil) throws -> String {
        if let location {
            try Self.giveToServer(location)
            try query("CREATE TABLESPACE elsewhere LOCATION '\(location)'")
        }
        try query("CREATE DATABASE vitals" + (location == nil ? "" : " TABLESPACE elsewhere"))
        return "postgres:///vitals?host=\(folder)&user=postgres"
    }

    /// Ends all of its processes at once, which cuts every connection and transaction, and starts it again: what
    /// `pg_ctl restart -m immediate` does. Postgres recovers as after a crash.
    package func restartImmediately() throws {
        stop()
        try start()
    }

    /// Ends all of its processes at once.
    package func stop() {
        program.withLock { program in
            guard let running = program else { return }
            kill(running.processID, SIGQUIT)
            _ = try? running.finish(withinSeconds: 10)
            program = nil
        }
    }

    package func start() throws {
        let started = try RunningProgram(
            path: "/usr/bin/env",
            Self.asServer + [
                programs + "/postgres", "-D", folder + "/data", "-k", folder, "-p", "5432",
                // A crash of a process needs no sync: the system keeps what was written.
                "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=40",
            ])
        program.withLock { $0 = started }
        let deadline = Date(timeIntervalSinceNow: 60)
        while try Psql.run("SELECT 1", at: url).status != 0 {
            guard started.isRunning, Date() < deadline else {
                started.kill()
                throw ProgramError("Postgres did not start: \(try started.finish().errors)")
            }
            usleep(20_000)
        }
    }

    private func query(_ sql: String) throws {
        let run = try Psql.run(sql, at: url)
        guard run.status == 0 else { throw ProgramError(run.errors) }
    }

    /// The account that runs it: Postgres refuses to run as root. Nil where we aren't root.
    private static var account: (user: uid_t, group: gid_t)? {
        guard geteuid() == 0, let user = getpwnam("postgres") ?? getpwnam("nobody") else { return nil }
        return (user.pointee.pw_uid, user.pointee.pw_gid)
    }

    private static var asServer: [String] {
        account.map { ["setpriv", "--reuid=\($0.user)", "--regid=\($0.group)", "--clear-groups"] } ?? []
    }

    private static func giveToServer(_ path: String) throws {
        guard let account else { return }
        guard chown(path, account.user, account.group) == 0 else { throw ProgramError("\(path) can't be given away.") }
    }
}
