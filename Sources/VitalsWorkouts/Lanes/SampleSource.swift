package import Foundation
package import Vitals

/// A place where a phone reads samples: HealthKit on Apple's systems.
package protocol SampleSource: Sendable {
    /// The source's name in the store, such as `healthkit`.
    var name: String { get }

    /// The types that it may have, by their names on the wire, and `WORKOUT`. A type that wasn't permitted simply has nothing.
    var types: [String] { get }

    /// The mark of the present moment, and the start of the first sample.
    func mark(of type: String) async throws -> SourceMark

    /// Samples of a type that start at `from` or later and before `to`, the latest first.
    ///
    /// - Parameters:
    ///   - to: nil for no bound: a clock that was ahead may have dated samples into the future.
    ///   - limit: the most samples to return, 1 or more.
    func samples(of type: String, from: Timestamp, to: Timestamp?, limit: Int) async throws -> SourcePage

    /// The changes since a mark, whatever time they are dated to.
    ///
    /// - Throws: `SourceAnchorLost` for a mark that the source can't continue from.
    func changes(of type: String, since anchor: HealthAnchor, limit: Int) async throws -> SourceChanges
}

/// The state of a source at one moment.
package struct SourceMark: Hashable, Sendable {
    package let anchor: HealthAnchor
    /// The start of the type's first sample; nil if there is none.
    package let first: Timestamp?

    package init(anchor: HealthAnchor, first: Timestamp?) {
        self.anchor = anchor
        self.first = first
    }
}

/// One thing that a source has.
package struct SourceReading: Hashable, Sendable {
    /// The reading as this phone keeps it.
    package enum Content: Hashable, Sendable {
        case sample(Sample)
        /// A type that a person may correct, as a record of part one.
        case measurement(Vitals.Measurement)
        /// A workout, with the id and the fields of its entity.
        case workout(UUID, [String: JSONValue])
    }

    /// The source's own id.
    package let id: UUID
    package let start: Timestamp
    package let content: Content

    package init(id: UUID, start: Timestamp, _ content: Content) {
        self.id = id
        self.start = start
        self.content = content
    }
}

/// A part of a range.
package struct SourcePage: Hashable, Sendable {
    /// The latest first.
    package let readings: [SourceReading]
    /// False if the limit has cut it: the range may have more, which start no later than the last one.
    package let isComplete: Bool

    package init(_ readings: [SourceReading], isComplete: Bool) {
        self.readings = readings
        self.isComplete = isComplete
    }
}

/// Changes since a mark.
package struct SourceChanges: Hashable, Sendable {
    package let added: [SourceReading]
    /// The source's own ids of what was deleted.
    package let deleted: [UUID]
    /// The mark after these changes.
    package let anchor: HealthAnchor
    /// True if there are more.
    package let hasMore: Bool

    package init(added: [SourceReading], deleted: [UUID], anchor: HealthAnchor, hasMore: Bool) {
        self.added = added
        self.deleted = deleted
        self.anchor = anchor
        self.hasMore = hasMore
    }
}

/// A mark that the source doesn't know any more, such as after a backup was restored to a new phone.
package struct SourceAnchorLost: Error {
    package init() {}
}
