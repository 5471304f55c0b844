/// What an import read, kept and left out, for a report to the person.
public struct HealthExportSummary: Hashable, Sendable {
    /// When the export was made; nil where the file does not say.
    public internal(set) var exportDate: Timestamp?
    /// Of the XML itself, not of the zip around it.
    public internal(set) var bytesRead: Int64 = 0
    /// All `Record` elements, of whatever type.
    public internal(set) var recordsRead = 0
    // @show export-summary
    /// Samples that were handed on, by kind. A record that the file holds twice is counted twice; it has one id.
    public internal(set) var accepted: [MetricKind: Int] = [:]
    /// Records of other types by their type, and elements that are not records by their name.
    public internal(set) var skipped: [String: Int] = [:]
    /// Samples that break a rule of `Measurement.validate()`.
    public internal(set) var refused: [MeasurementError: Int] = [:]
    /// Records of a wanted type that lack an attribute or hold one that cannot be read.
    public internal(set) var unreadableCount = 0
    // @end
    /// The first of those.
    public internal(set) var unreadable: [Unreadable] = []

    /// A record that could not be read.
    public struct Unreadable: Hashable, Sendable {
        /// Counted from 1.
        public let line: Int
        /// One sentence, without health values.
        public let reason: String
    }

    /// How many unreadable records are described one by one.
    public static let maximumUnreadable = 5
    /// How many names `skipped` holds at most; the rest is counted under `otherNames`.
    public static let maximumSkippedNames = 500
    /// The key of `skipped` for all names beyond `maximumSkippedNames`.
    public static let otherNames = "(others)"

    public var acceptedCount: Int { accepted.values.reduce(0, +) }
    public var skippedCount: Int { skipped.values.reduce(0, +) }
    public var refusedCount: Int { refused.values.reduce(0, +) }

    mutating func skip(_ name: String) {
        let isKnown = skipped[name] != nil
        skipped[isKnown || skipped.count < Self.maximumSkippedNames ? name : Self.otherNames, default: 0] += 1
    }

    mutating func addUnreadable(line: Int, reason: String) {
        unreadableCount += 1
        if unreadable.count < Self.maximumUnreadable { unreadable.append(Unreadable(line: line, reason: reason)) }
    }
}
