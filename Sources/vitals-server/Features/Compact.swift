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
            Answers that a phone may have missed are forgotten after 90 days. The database uses the freed space again; it gives
            it back to the disk only with VACUUM.

            EXAMPLE
              vitals-server compact
              DATABASE_URL=postgres://vitals@/vitals?host=/run/postgresql vitals-server compact --json
            """)

    @OptionGroup var store: StoreOptions

    @Flag(help: "Print JSON, and no progress")
    var json = false

    func run() async throws {
        let showsProgress = !json
        let (outcome, others) = try await store.withStore { store in
            guard let compacting = store.ability((any CompactingStore).self) else {
                throw Failure("This database has no log that can be compacted.")
            }
            let outcome = try await compacting.compact { finished, users, removed in
                guard showsProgress else { return }
                let line = "\(finished) of \(users) users, \(removed) rows removed\n"
                FileHandle.standardError.write(Data(line.utf8))
            }
            var others: [FeatureCompaction] = []
            for feature in ServedFeature.all { others += try await feature.feature.compact(store) }
            return (outcome, others)
        }
        if json {
            var summary = [
                "removedRows": Int64(outcome.removedRowCount), "bytesBefore": outcome.bytesBefore,
                "bytesAfter": outcome.bytesAfter,
            ]
            for other in others { summary[other.name] = Int64(other.count) }
            try printJSON(summary)
        } else {
            let sizes = "\(outcome.bytesBefore) bytes before, \(outcome.bytesAfter) after"
            print("removed \(outcome.removedRowCount) rows: \(sizes)")
            for other in others { print(other.line) }
        }
    }
}
