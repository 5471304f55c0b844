import Foundation
import Vitals
import VitalsWorkouts

/// The speed of a look at a health source, and the time that is left.
struct IngestPace {
    private let begin: Timestamp
    private var now: Timestamp
    private var count = 0
    private var firstFraction: Double?
    private var fraction = 0.0

    init(at begin: Timestamp) {
        self.begin = begin
        now = begin
    }

    mutating func note(_ report: IngestReport, at now: Timestamp) {
        self.now = now
        count = report.counts.addedCount + report.counts.knownCount
        let lanes = report.lanes.filter { !$0.isStalled && report.failures[$0.type] == nil }
        fraction = lanes.isEmpty ? 1 : lanes.reduce(0) { $0 + $1.fraction } / Double(lanes.count)
        firstFraction = firstFraction ?? fraction
    }

    private var seconds: Double { now.seconds(since: begin) }

    func rate(_ formatter: DisplayFormatter) -> String? {
        guard seconds >= 0.5, count > 0 else { return nil }
        return "\(formatter.number((Double(count) / seconds).rounded(), in: .count)) readings a second"
    }

    /// The rest, from the part of the time that was read; nil before there is enough to go by.
    var remaining: String? {
        guard let firstFraction, seconds >= 2, fraction < 1, fraction - firstFraction >= 0.01 else { return nil }
        let left = (1 - fraction) * seconds / (fraction - firstFraction)
        if left < 60 { return "Less than a minute left" }
        if left < 5_400 { return "About \(SyncModel.count(Int((left / 60).rounded()), "minute")) left" }
        return "About \(SyncModel.count(Int((left / 3_600).rounded()), "hour")) left"
    }
}

/// Samples by their way to the server, for a screen.
public struct SampleCountsText: Hashable, Sendable {
    /// Such as `1,204 to be sent`; nil when there are none.
    public let waiting: String?
    /// Such as `3 readings that the server won’t take`; nil when there are none.
    public let refused: String?

    init(_ counts: SampleCounts) {
        let waits = counts.pending + counts.deletionsPending
        waiting = waits > 0 ? "\(SyncModel.count(waits, "change")) of readings to be sent" : nil
        refused =
            counts.rejected > 0 ? "\(SyncModel.count(counts.rejected, "reading")) that the server won’t take" : nil
    }
}

/// A source that used to record a type often, and has stopped.
enum QuietSource {
    /// A source is quiet after three days, or after twenty times its usual gap, whichever is longer.
    static let leastSeconds = 3.0 * 86_400
    static let usualGaps = 20.0
    /// Fewer readings say nothing about a usual gap.
    static let leastCount = 20
    /// One that stopped longer ago was given away, and nobody waits for it.
    static let mostSeconds = 60.0 * 86_400

    static func sentences(_ types: [SampleTypeSummary], _ formatter: DisplayFormatter, now: Timestamp) -> [String] {
        var found: [String: (types: [String], last: Timestamp)] = [:]
        for summary in types {
            // Another source that goes on has taken its place.
            guard let latest = summary.sources.max(by: { $0.last < $1.last }), isQuiet(latest, summary, now) else {
                continue
            }
            let before = found[latest.name] ?? ([], .min)
            found[latest.name] = (
                before.types + [SampleTypeTitle.of(summary.type).lowercased()], max(before.last, latest.last)
            )
        }
        return found.sorted { $0.key < $1.key }.map { name, quiet in
            "\(name.onOneLine) has recorded no \(alternatives(quiet.types)) since \(formatter.day(quiet.last)). "
                + "Is it still worn, charged and connected?"
        }
    }

    /// `a`, `a or b`, `a, b or c`.
    private static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) or \(last)"
    }

    private static func isQuiet(
        _ source: SampleTypeSummary.Source, _ summary: SampleTypeSummary, _ now: Timestamp
    ) -> Bool {
        guard source.count >= leastCount else { return false }
        let gap = source.last.seconds(since: summary.first) / Double(source.count)
        let silence = now.seconds(since: source.last)
        return silence > max(leastSeconds, usualGaps * gap) && silence < mostSeconds
    }
}

/// A reason why reading from Health stopped for some types.
enum IngestProblem: ExplainedError {
    /// Two windows in a row moved nothing.
    case stalled([String])
    /// The source couldn't read a type, with its sentence.
    case unreadable([String: String])

    static let stuckText = "Two looks in a row brought it no further. The next look tries again."

    var errorCategory: ErrorCategory { .health }

    var errorMessage: String {
        switch self {
        case .stalled(let titles):
            "Health gives the same again and again, so this stands still: \(titles.joined(separator: ", ")). The rest was "
                + "read. Look again later; if that doesn’t help, restart the phone."
        case .unreadable(let failures): failures.sorted { $0.key < $1.key }.first?.value ?? ""
        }
    }

    var errorDetail: String? {
        switch self {
        case .stalled: "stalled"
        case .unreadable(let failures): "unreadable: \(failures.keys.sorted().joined(separator: ", "))"
        }
    }
}

/// A source of which only the types are read that the person was asked for. HealthKit refuses a question about others.
struct GrantedSource: SampleSource {
    let base: any PermittedSource
    let types: [String]

    var name: String { base.name }

    func mark(of type: String) async throws -> SourceMark { try await base.mark(of: type) }

    func samples(of type: String, from: Timestamp, to: Timestamp?, limit: Int) async throws -> SourcePage {
        try await base.samples(of: type, from: from, to: to, limit: limit)
    }

    func changes(of type: String, since anchor: HealthAnchor, limit: Int) async throws -> SourceChanges {
        try await base.changes(of: type, since: anchor, limit: limit)
    }
}
