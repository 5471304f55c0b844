/// Counts of what an import read, kept and left out, for a report to the person.
public struct HealthExportSummary: Hashable, Sendable {
    /// The time when the export was created; nil when the file doesn't say.
    public internal(set) var exportDate: Timestamp?
    /// Bytes read of the XML itself, not of the zip around it.
    public internal(set) var bytesRead: Int64 = 0
    /// All `Record` elements, of any type.
    public internal(set) var recordsRead = 0
    // @show export-summary
    /// Samples that were passed on, by kind. A record that the file holds twice counts twice, but has one id.
    public package(set) var accepted: [MetricKind: Int] = [:]
    /// Records of other types by their type, and elements that are not records by their name.
    public internal(set) var skipped: [String: Int] = [:]
    /// Samples that break a rule of `Measurement.validate()`.
    public package(set) var refused: [MeasurementError: Int] = [:]
    /// Records of a wanted type that lack an attribute or hold one that cannot be read.
    public internal(set) var unreadableCount = 0
    // @end
    /// The items that the device's features took beside records, such as workouts.
    public package(set) var items: [HealthExportItems] = []
    /// The first unreadable records, at most `maximumUnreadable`.
    public internal(set) var unreadable: [Unreadable] = []

    /// A record that could not be read.
    public struct Unreadable: Hashable, Sendable {
        /// The line in the file, counted from 1.
        public let line: Int
        /// One sentence, without health values.
        public let reason: String
    }

    /// The number of unreadable records that are described one by one.
    public static let maximumUnreadable = 100
    /// The maximum number of names in `skipped`; the rest are counted under `otherNames`.
    public static let maximumSkippedNames = 500
    /// The key of `skipped` for all names beyond `maximumSkippedNames`.
    public static let otherNames = "(others)"

    /// Samples that were passed on, of all kinds.
    public var acceptedCount: Int { accepted.values.reduce(0, +) }
    /// Records and elements that were left out because of their type.
    public var skippedCount: Int { skipped.values.reduce(0, +) }
    /// Samples that break a rule of `Measurement.validate()`.
    public var refusedCount: Int { refused.values.reduce(0, +) }

    mutating func skip(_ name: String) {
        let isKnown = skipped[name] != nil
        skipped[isKnown || skipped.count < Self.maximumSkippedNames ? name : Self.otherNames, default: 0] += 1
    }

    package mutating func addUnreadable(line: Int, reason: String) {
        unreadableCount += 1
        if unreadable.count < Self.maximumUnreadable { unreadable.append(Unreadable(line: line, reason: reason)) }
    }
}
