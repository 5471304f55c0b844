import ArgumentParser
import Foundation
import VitalsServer

/// The command that removes superseded rows of the log.
struct Compact: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove log rows whose records were written again since.",
        discussion: """
            Records and deletions stay, and devices notice nothing: number and tag of each removed row are kept, so that
            receipts are still checked. The server may run meanwhile. A compaction that was stopped goes on with the next.
            The database uses the freed space again; it gives it back to the disk only with VACUUM.

            EXAMPLE
              vitals-server compact
              DATABASE_URL=postgres://vitals@/vitals?host=/run/postgresql vitals-server compact --json
            """)

    @OptionGroup var store: StoreOptions

    @Flag(help: "Print JSON, and no progress")
    var json = false

    func run() async throws {
        let showsProgress = !json
        let outcome = try await store.withStore { store in
            guard let compacting = store.ability((any CompactingStore).self) else {
                throw Failure("This database has no log that can be compacted.")
            }
            return try await compacting.compact { finished, users, removed in
                guard showsProgress else { return }
                let line = "\(finished) of \(users) users, \(removed) rows removed\n"
                FileHandle.standardError.write(Data(line.utf8))
            }
        }
        if json {
            try printJSON(
                Summary(
                    removedRows: outcome.removedRowCount, bytesBefore: outcome.bytesBefore,
                    bytesAfter: outcome.bytesAfter))
        } else {
            let sizes = "\(outcome.bytesBefore) bytes before, \(outcome.bytesAfter) after"
            print("removed \(outcome.removedRowCount) rows: \(sizes)")
        }
    }

    private struct Summary: Encodable {
        var removedRows: Int
        var bytesBefore: Int64
        var bytesAfter: Int64
    }
}
