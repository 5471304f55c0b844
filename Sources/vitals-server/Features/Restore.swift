import ArgumentParser
import Foundation
import Vitals
import VitalsServer

/// Goes back to a backup of a SQLite file.
struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a backup in the place of the SQLite file. Stop the server first.",
        discussion: """
            The backup is checked before anything is changed, and the file that it replaces is kept beside it. Phones notice
            at their next sync, and send again what they still hold. Samples that a phone has pruned are not among it.

            EXAMPLE
              systemctl stop vitals-server
              vitals-server restore /backups/vitals-2026-11-29.sqlite
            """)

    @OptionGroup var store: StoreOptions

    @Argument(help: "A file that `vitals-server backup` wrote")
    var file: String

    @Flag(help: "Replace a store that has more than the backup, or that can't be read")
    var overwrite = false

    @Flag(help: "Print JSON, and no progress")
    var json = false

    func run() throws {
        let path = try store.sqlitePath(or: "is restored with pg_restore")
        let line = FileProgress("restore", isShown: !json)
        defer { line.end() }
        do {
            let done = try SQLiteRestore(
                file, over: path, migrations: Features.sqliteMigrations, overwrites: overwrite, stamp: Self.stamp(),
                progress: line.show)
            line.end()
            if json {
                try printJSON(Line(file: path, replaced: done.replaced, contents: done.contents))
            } else {
                print("restored \(done.contents.text) from \(file)")
                if let replaced = done.replaced { print("the store before is kept as \(replaced)") }
            }
        } catch {
            throw Failure(error, while: "The restore failed")
        }
    }

    /// The time in the name of the file that is kept, such as `20261129T141500Z`.
    private static func stamp() -> String {
        let text = Pairing.wallClock().flooredToSecond.rfc3339
        return text.filter { $0.isNumber || $0 == "T" || $0 == "Z" }
    }

    private struct Line: Encodable {
        var file: String
        var replaced: String?
        var contents: StoreContents
    }
}
