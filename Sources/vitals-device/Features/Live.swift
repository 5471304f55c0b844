import ArgumentParser
import Foundation
import Vitals

extension TerminalFeature {
    static let live = TerminalFeature(commands: [Watch.self])
}

struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Stay in step with the server, and show each change as it comes.",
        discussion: """
            It sends what you record in another window, too. With a server that sends no events it syncs once a minute.
            Stop it with ctrl-c; nothing is lost.

            EXAMPLE
              vitals-device watch
              vitals-device watch --json | while read -r change; do …; done

            EXIT STATUS
              1 if the server doesn't accept this phone's token or account any more.
            """)

    @OptionGroup var phone: PhoneOptions

    /// The wait between two syncs where the server sends no events, in seconds.
    private static let syncInterval = 60.0

    func run() async throws {
        let device = try phone.open()
        let isJSON = phone.json
        let screen = ChangeScreen(try device.list(), isJSON: isJSON)
        let changes = device.changes()
        let showing = Task {
            for await _ in changes { screen.show(try device.list()) }
        }
        defer { showing.cancel() }
        let end = try await device.live { screen.show($0) }
        guard end == .notSupported else {
            // The next sync names the reason.
            try await device.sync()
            throw PhoneError("The server ended the stream. Start `vitals-device watch` again.")
        }
        while true {
            do {
                try await device.sync()
            } catch let error as SyncError where error.isTemporary {
                Terminal.standardError(Terminal.oneLine(error))
                Developer.explain(error)
            }
            try await Task.sleep(for: .seconds(Self.syncInterval))
        }
    }
}

/// Prints the differences between one look at the store and the next.
private final class ChangeScreen: Sendable {
    private let isJSON: Bool
    private let shown: ShownRecords

    init(_ records: [StoredMeasurement], isJSON: Bool) {
        self.isJSON = isJSON
        shown = ShownRecords(records)
    }

    func show(_ status: LiveStatus) {
        if isJSON {
            write(CanonicalJSON.text(.object([.init("status", .string(status.rawValue))])))
        } else {
            write(status.sentence)
        }
    }

    func show(_ records: [StoredMeasurement]) {
        for (change, record) in shown.changes(to: records) {
            if isJSON {
                write(Terminal.jsonText(.record(record, [.init("change", .string(change.rawValue))])))
            } else {
                let words = [record.displayID, record.displayKind, record.displayValue, record.recordedAt.rfc3339]
                write(change.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0) + words.joined(separator: "  "))
            }
        }
    }

    private func write(_ line: String) { Terminal.showNow(line) }
}

/// The records that were shown last, by id.
private final class ShownRecords: @unchecked Sendable {
    enum Change: String {
        case new, changed, deleted
    }

    private let lock = NSLock()
    private var records: [UUID: Vitals.Measurement]

    init(_ records: [StoredMeasurement]) { self.records = Self.byID(records) }

    func changes(to next: [StoredMeasurement]) -> [(Change, Vitals.Measurement)] {
        let next = Self.byID(next)
        return lock.withLock {
            defer { records = next }
            let gone = records.values.filter { next[$0.id] == nil }.map { (Change.deleted, $0) }
            let here = next.values.compactMap { record -> (Change, Vitals.Measurement)? in
                guard let before = records[record.id] else { return (.new, record) }
                return before == record ? nil : (.changed, record)
            }
            return (gone + here).sorted { ($0.1.updatedAt, $0.1.id.uuidString) < ($1.1.updatedAt, $1.1.id.uuidString) }
        }
    }

    private static func byID(_ records: [StoredMeasurement]) -> [UUID: Vitals.Measurement] {
        Dictionary(records.map { ($0.measurement.id, $0.measurement) }, uniquingKeysWith: { first, _ in first })
    }
}

extension LiveStatus {
    fileprivate var sentence: String {
        switch self {
        case .connecting: "Connecting."
        case .live: "Live: changes show here as they are made."
        case .reconnecting: "Reconnecting. Your records are safe here."
        case .notSupported: "The server sends no events. This phone syncs once a minute."
        case .stopped: "The server doesn't accept this phone."
        }
    }
}
