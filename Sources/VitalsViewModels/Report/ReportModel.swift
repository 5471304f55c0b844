public import Observation
public import Vitals
import VitalsReport

/// The model of a screen that looks inside the phone: what waits for the server, how the last exchanges went, and a report to
/// copy for someone who helps.
@MainActor
@Observable
public final class ReportModel {
    /// A line of the screen. It's one element for a screen reader.
    public struct Line: Identifiable, Hashable, Sendable {
        public let id: String
        /// Such as `Weight` or `POST /sync/push`.
        public let title: String
        /// Such as `2 since Today, 07:30; failed 3 times`.
        public let text: String
        /// True for what went wrong.
        public let isWrong: Bool
    }

    /// What the server may not have, and what it refused.
    public private(set) var waiting: [Line] = []
    /// The last exchanges, the newest first.
    public private(set) var exchanges: [Line] = []

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let clock: @Sendable () -> Timestamp
    private let program: Report.Program
    private var report: Report?

    /// - Parameters:
    ///   - appVersion: the app's name and version, such as `Vitals 1.2`.
    ///   - platform: the system, such as `iOS 18.4`.
    public init(
        device: Device, diagnostics: DiagnosticsLog, formatter: @escaping @MainActor () -> DisplayFormatter,
        appVersion: String, platform: String, clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.formatter = formatter
        self.clock = clock
        program = Report.Program(name: appVersion, platform: platform)
    }

    /// The report as text: no value, name, token or address is in it. Read from the store at the last `refresh()`.
    public var text: String { report?.text ?? "" }

    /// Reads the store again.
    public func refresh() {
        do {
            let report = try device.report(by: program, errors: diagnostics.errors)
            self.report = report
            waiting = report.waiting.map(line) + report.refused.map(line)
            exchanges = report.exchanges.enumerated().map { line($1, number: $0) }
        } catch {
            diagnostics.note(error)
        }
    }

    private func line(_ waiting: Report.Waiting) -> Line {
        let since = waiting.since.map { " since \(when($0))" } ?? ""
        let tries =
            switch waiting.failedTries {
            case 0: ""
            case 1: "; the last try failed"
            default: "; the last \(waiting.failedTries) tries failed"
            }
        return Line(
            id: "waiting \(waiting.what) \(waiting.kind)", title: name(of: waiting.kind, waiting.what),
            text: "\(waiting.count) to be sent\(since)\(tries)", isWrong: waiting.failedTries > 0)
    }

    private func line(_ refused: Report.Refused) -> Line {
        Line(
            id: "refused \(refused.what) \(refused.kind) \(refused.code)", title: name(of: refused.kind, refused.what),
            text: "\(refused.count) refused: \(refused.code)\(refused.last.map { ", \(when($0))" } ?? "")",
            isWrong: true)
    }

    private func line(_ exchange: Exchange, number: Int) -> Line {
        let outcome = exchange.outcome.utf8.count == 3 ? "status \(exchange.outcome)" : "no answer, \(exchange.outcome)"
        return Line(
            id: "exchange \(number)", title: exchange.route,
            text: "\(when(exchange.at)): \(outcome), \(exchange.durationMilliseconds) ms, sent \(exchange.sentCount), "
                + "received \(exchange.receivedCount)", isWrong: !exchange.hasSucceeded)
    }

    private func name(of kind: String, _ what: String) -> String {
        let record = MetricKind(rawValue: kind)
        let name = ["records", "deletions"].contains(what) && record.isKnown ? record.title : kind
        return ["records", "commands"].contains(what) ? name : "\(name), \(what)"
    }

    private func when(_ moment: Timestamp) -> String { formatter().dayAndTime(moment, seenFrom: clock()) }
}
