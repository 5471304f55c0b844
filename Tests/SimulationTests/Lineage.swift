import Foundation
import Vitals

/// Every edit that the persons of a history have made, and what each of them was made from.
///
/// An edit is somebody's concern until a later edit is made on top of it: that author has seen it.
struct Lineage: Sendable {
    struct Edit: Sendable {
        let record: Vitals.Measurement
        let device: String
        /// The copies that the person saw or chose from.
        let parents: [Vitals.Measurement]
    }

    private(set) var edits: [Edit] = []

    mutating func add(_ record: Vitals.Measurement, on device: String, from parents: [Vitals.Measurement]) {
        edits.append(Edit(record: record, device: device, parents: parents))
    }

    /// The edits that nobody has edited further, and that no greater edit repeats.
    var latest: [Edit] {
        let seen = Set(edits.flatMap(\.parents))
        return edits.filter { edit in
            !seen.contains(edit.record)
                && !edits.contains {
                    $0.record.id == edit.record.id && $0.record.looksTheSame(as: edit.record)
                        && $0.record.beats(edit.record)
                }
        }
    }
}

extension Vitals.Measurement {
    /// True if a person would see the same in both.
    func looksTheSame(as other: Vitals.Measurement) -> Bool {
        if isDeleted || other.isDeleted { return isDeleted && other.isDeleted }
        return kind == other.kind && value == other.value && unit == other.unit && recordedAt == other.recordedAt
            && extra == other.extra
    }
}
