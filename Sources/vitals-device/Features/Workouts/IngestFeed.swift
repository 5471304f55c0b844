import ArgumentParser
import Foundation
import Synchronization
import Vitals
import VitalsWorkouts

struct IngestFeed: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Read samples from a file that a program of yours appends to.",
        discussion: """
            The file has one JSON object in each line. A sample has an id of your own, which says what a later line deletes:

              {"id":"7d0f…","type":"RESTING_HEART_RATE","value":52,"unit":"count/min","start":"2026-05-06T07:30:00Z",
               "end":"2026-05-06T07:30:00Z","source":"Ring"}
              {"deleted":"7d0f…"}

            Each line stands in one row of the file. The last week is read first, then what is new, then the years before. Stop it
            whenever you like: each window is stored as a whole, and the next run goes on where this one ended.

            EXAMPLE
              vitals-device ingest feed ring.jsonl
              vitals-device ingest feed ring.jsonl --seconds 30
              vitals-device ingest feed ring.jsonl --verbose
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The path of the file.") var file: String
    @Option(help: "The seconds after which no further window begins.") var seconds: Double?
    @Option(help: ArgumentHelp("The windows after which it stops.", valueName: "number")) var windows: Int?
    @Flag(help: "Print each window.") var verbose = false

    func validate() throws {
        if let seconds, !(seconds > 0 && seconds.isFinite) { throw ValidationError("Say a number of seconds above 0.") }
        if let windows, windows < 1 { throw ValidationError("Say a number of windows from 1 on.") }
    }

    func run() async throws {
        let source = try FeedSource(path: file)
        let device = try phone.open()
        let shown = verbose && !phone.json
        let report = try await device.samples.ingest(
            from: source, budgetSeconds: seconds ?? .infinity, maximumWindows: windows ?? .max
        ) { report in
            if shown, let last = report.last { Terminal.show(last.words) }
        }
        if phone.json { return Terminal.json(json(report, source)) }
        let counts = report.counts
        Terminal.show(
            "\(report.windowCount) windows: \(counts.addedCount) new, \(counts.knownCount) known, \(counts.deletedCount) deleted."
        )
        for (line, reason) in source.unreadable.prefix(5) { Terminal.show("Line \(line) was left out: \(reason)") }
        if source.unreadable.count > 5 { Terminal.show("And \(source.unreadable.count - 5) more lines.") }
        for (type, reason) in report.failures.sorted(by: { $0.key < $1.key }) {
            Terminal.show("\(type.printable): \(reason.printableLine)")
        }
        for type in report.stalled { Terminal.show("\(type.printable) stopped: two windows in a row moved nothing.") }
        let left = report.lanes.filter { $0.lane != nil }.count
        Terminal.show(left == 0 ? "Everything was read." : "Still to be read: \(left) of \(report.lanes.count) types.")
    }

    private func json(_ report: IngestReport, _ source: FeedSource) -> JSONValue {
        .object([
            .init("windows", .count(report.windowCount)), .init("added", .count(report.counts.addedCount)),
            .init("known", .count(report.counts.knownCount)), .init("deleted", .count(report.counts.deletedCount)),
            .init("lanes", .array(report.lanes.map(\.json))),
            .init(
                "unreadable",
                .array(
                    source.unreadable.map { line, reason in
                        .object([.init("line", .count(line)), .init("reason", .string(reason))])
                    })),
            .init("failures", .object(report.failures.map { .init($0.key, .string($0.value)) })),
        ])
    }
}

extension IngestReport.Window {
    /// What was read, and what came of it: `hot     STEPS  from 2026-05-05T12:00:00Z: 24 new`.
    fileprivate var words: String {
        let (lane, what): (String, String)
        switch window.step {
        case .mark: (lane, what) = ("mark", "")
        case .changes: (lane, what) = ("change", "")
        case .range(let from, let to):
            lane = window.before.isHot ? "hot" : "cold"
            what = " from \(from.rfc3339)" + (to.map { " to \($0.rfc3339)" } ?? "")
        }
        let came =
            counts == WindowCounts()
            ? "nothing" : "\(counts.addedCount) new, \(counts.knownCount) known, \(counts.deletedCount) deleted"
        return "\(lane.padding(toLength: 7, withPad: " ", startingAt: 0))\(window.type)\(what): \(came)"
    }
}
