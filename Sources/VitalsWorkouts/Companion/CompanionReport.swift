import Vitals

/// The outcome of sending items to a coach's server.
package struct CompanionReport: Hashable, Sendable {
    package var sentCount = 0
    package var receivedCount = 0
    package var insertedCount = 0
    package var updatedCount = 0
    package var duplicateCount = 0
    package var warnings: [Note] = []
    package var errors: [Note] = []

    /// A remark about one of the things that were sent.
    package struct Note: Hashable, Sendable {
        /// Its place among all that were sent on this route; nil where the server doesn't say.
        package let index: Int?
        /// The member, such as `end_time`; empty where the server doesn't say.
        package let field: String
        package let message: String
    }

    package init() {}

    /// Adds the answer to a batch. A server that answers with less than the contract has done what was asked.
    ///
    /// - Parameters:
    ///   - places: the place of each of the batch among all that are sent.
    mutating func add(_ json: JSONValue, places: [Int]) {
        func count(_ name: String) -> Int? {
            guard case .number(let number)? = json[name], let count = Int(exactly: number), count >= 0 else {
                return nil
            }
            return min(count, places.count)
        }
        sentCount += places.count
        receivedCount += count("received") ?? places.count
        insertedCount += count("inserted") ?? 0
        updatedCount += count("updated") ?? 0
        duplicateCount += count("duplicates") ?? count("duplicates_skipped") ?? 0
        warnings += Self.notes(json["warnings"], places)
        errors += Self.notes(json["errors"], places)
    }

    private static func notes(_ json: JSONValue?, _ places: [Int]) -> [Note] {
        (json?.array ?? []).prefix(places.count * 2).map { note in
            var place: Int?
            if case .number(let number)? = note["index"], let index = Int(exactly: number),
                places.indices.contains(index)
            {
                place = places[index]
            }
            let message = note["message"]?.string ?? note.string ?? ""
            return Note(
                index: place, field: (note["field"]?.string ?? "").displayLine(maximumLength: 60),
                message: message.displayLine(maximumLength: 200))
        }
    }
}
