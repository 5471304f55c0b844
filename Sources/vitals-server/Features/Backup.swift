import ArgumentParser
import Foundation
import VitalsServer

/// Saves a server's SQLite file.
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy the SQLite file, while the server runs or not.",
        discussion: """
            The copy shows one moment, is checked after it was written, and needs no other file. It holds everyone's values and
            tokens. A database on PostgreSQL is saved with pg_dump; docs/operations.md has the commands.

            EXAMPLE
              vitals-server backup /backups/vitals-2026-11-29.sqlite
            """)

    @OptionGroup var store: StoreOptions

    @Argument(help: "The file to write")
    var file: String

    @Flag(help: "Replace the file if it's there")
    var overwrite = false

    @Flag(help: "Print JSON, and no progress")
    var json = false

    func run() throws {
        let path = try store.sqlitePath(or: "is saved with pg_dump")
        let line = FileProgress("backup", isShown: !json)
        defer { line.end() }
        do {
            let contents = try SQLiteBackup.make(of: path, at: file, overwrites: overwrite, progress: line.show)
            line.end()
            if json { try printJSON(contents) } else { print("saved \(contents.text) in \(file)") }
        } catch {
            throw Failure(error, while: "The backup failed")
        }
    }
}

extension StoreOptions {
    /// The path of the SQLite file.
    ///
    /// - Throws: `Failure` for PostgreSQL, which has programs of its own.
    func sqlitePath(or instead: String) throws -> String {
        guard case .sqlite(let path) = try location() else {
            throw Failure(
                "This command is for SQLite. A database on PostgreSQL \(instead): docs/operations.md has the commands, below Backups."
            )
        }
        return path
    }
}

/// The line on a terminal that says how much of a large file is done.
final class FileProgress {
    /// A smaller file is done before the line could be read.
    private static let leastBytes: Int64 = 64 << 20

    private let what: String
    private let isShown: Bool
    private var percent: Int64 = -1

    init(_ what: String, isShown: Bool) {
        self.what = what
        self.isShown = isShown && isatty(STDERR_FILENO) == 1
    }

    func show(_ done: Int64, _ total: Int64) {
        guard isShown, total >= Self.leastBytes, done * 100 / total != percent else { return }
        percent = done * 100 / total
        write("\r\(what): \(percent) % of \(total >> 20) MiB")
    }

    /// Takes the line away.
    func end() {
        if percent >= 0 { write("\r\u{1B}[K") }
        percent = -1
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
