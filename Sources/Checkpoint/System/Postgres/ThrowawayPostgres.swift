internal import Foundation

/// A temporary Postgres cluster of our own for the duration of a command: a Unix socket in a folder, no network, no
/// password.
///
/// It runs with `fsync=off`, because its data needn't survive a power cut; `synchronous_commit` and everything else
/// that a client can see keep their defaults. Its default collation isn't C, so that a test notices a comparison of
/// text without `COLLATE "C"`. Postgres refuses to run as root, so root runs it as `postgres` or `nobody`.
///
/// Where Linux has room in memory, its data is there. A new database is 300 files, and each test has one of its own: on
/// a disk they take four times as long.
package struct ThrowawayPostgres: Sendable {
    /// `postgres:///postgres?host=DIR&user=postgres`
    package let url: String
    package let process: RunningProcess

    /// Creates and starts a cluster that `resources` stops and removes.
    ///
    /// - Parameter sandbox: confines the cluster if untrusted code uses it, because the owner of a cluster can make it
    ///   start any program.
    package static func start(in resources: Resources, sandbox: Sandbox? = nil) async throws -> ThrowawayPostgres {
        let binaries = try PostgresBinaries.find()
        let user = SystemUser.unprivileged()
        // A sandbox has a `/dev/shm` of its own.
        let parent = sandbox == nil ? memoryFolder() : nil
        let folder = try await resources.makeDirectory("vitals-pg", owner: user, in: parent)
        try await initialise(folder: folder, binaries: binaries, user: user)

        var command = Command(
            binaries.folder + "/postgres",
            [
                "-D", folder + "/data", "-k", folder, "-p", "5432",
                "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=200",
                "-c", "max_wal_size=\(logMebibytes)MB",
            ])
        if sandbox != nil {
            // Where `initdb` runs there may be no `/dev/shm` to write to, and it chooses System V memory, which the sandbox
            // refuses.
            command.arguments += ["-c", "dynamic_shared_memory_type=posix"]
        }
        command.user = user
        command.directory = folder
        command.sandbox = sandbox?.opening(writable: [folder])
        // SIGINT requests a fast shutdown; after SIGTERM it would wait for clients to disconnect.
        let process = try await resources.start(
            command, name: "The throw-away Postgres", logPath: folder + "/postgres.log", stopSignal: SIGINT)
        try await process.whileRunning {
            try await withTimeout(seconds: 60, "The start of the throw-away Postgres") {
                while !isReady(folder: folder) { try await Task.sleep(for: .milliseconds(20)) }
            }
        }
        return ThrowawayPostgres(url: "postgres:///postgres?host=\(folder)&user=postgres", process: process)
    }

    /// Size of the write-ahead log, in MiB, at which Postgres begins to reuse it: less than its default of 1 GiB, because
    /// the log may be in memory.
    private static let logMebibytes = 256

    /// The folder in memory for a cluster; nil where there is none, or not enough room for the databases of many tests.
    private static func memoryFolder() -> String? {
        #if os(Linux)
        let folder = "/dev/shm"
        var room = statvfs()
        guard FileManager.default.isWritableFile(atPath: folder), statvfs(folder, &room) == 0 else { return nil }
        return Int(room.f_bavail) * Int(room.f_frsize) >= neededBytes ? folder : nil
        #else
        return nil
        #endif
    }

    /// Room that a cluster in memory needs. By default `/dev/shm` may hold half of the machine's memory.
    private static let neededBytes = 4 << 30

    /// Returns the folder of a cluster's socket, from its URL; nil for a server on the network.
    package static func folder(ofURL url: String) -> String? {
        let host = URLComponents(string: url)?.queryItems?.first { $0.name == "host" }?.value
        return host.flatMap { $0.pathBegins(with: "/") ? $0 : nil }
    }

    /// Locales to try, the best first: some builds lack ICU, and some systems lack `C.UTF-8`.
    private static let locales = [
        ["--locale-provider=icu", "--icu-locale=en", "--locale=C.UTF-8"],
        ["--locale-provider=icu", "--icu-locale=en", "--no-locale"],
        ["--locale=en_US.UTF-8"],
        ["--locale=C.UTF-8"],
        ["--no-locale"],
    ]

    private static func initialise(folder: String, binaries: PostgresBinaries, user: SystemUser?) async throws {
        var message = ""
        for locale in locales {
            var command = Command(
                binaries.folder + "/initdb",
                ["-D", folder + "/data", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"] + locale
            )
            command.user = user
            command.directory = folder
            command.timeoutSeconds = 120
            let result = try await command.capture()
            if result.succeeded { return }
            message = result.standardError
            try? FileManager.default.removeItem(atPath: folder + "/data")
        }
        throw CourseError(
            .failed, "initdb couldn't create a throw-away cluster in \(folder). " + PostgresBinaries.advice,
            lastLines: message.split(separator: "\n").suffix(12).map(String.init))
    }

    /// Returns true once connections are accepted: the eighth line of `postmaster.pid` then says `ready`, which
    /// `pg_ctl` reads, too.
    private static func isReady(folder: String) -> Bool {
        guard let text = try? String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8) else {
            return false
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.count > 7 && lines[7].hasPrefix("ready")
    }
}
