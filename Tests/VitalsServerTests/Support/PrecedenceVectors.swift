import Foundation
import Vitals

/// Two records of one id, and which of them wins.
struct PrecedenceVector: Sendable {
    enum Winner: String, Sendable {
        case left, right, equal
    }

    var left: Vitals.Measurement
    var right: Vitals.Measurement
    var winner: Winner

    /// The shared file where it is there, and pairs that are made here: by hand and by a seeded generator.
    static func all() throws -> [PrecedenceVector] { try shared() + handmade + generated(count: 300) }

    private static func shared() throws -> [PrecedenceVector] {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Vectors/precedence.json")
        guard let data = try? Data(contentsOf: url) else { return [] }
        return try (JSONValue(parsing: data).array ?? []).map { element in
            PrecedenceVector(
                left: try Vitals.Measurement(json: element["left"] ?? .null),
                right: try Vitals.Measurement(json: element["right"] ?? .null),
                winner: Winner(rawValue: element["winner"]?.string ?? "")!)  // a typo in the file must not pass
        }
    }

    private static var handmade: [PrecedenceVector] {
        let id = UUID()
        let base = record(id, version: 2)
        func right(_ change: (inout Vitals.Measurement) -> Void) -> PrecedenceVector {
            var changed = base
            change(&changed)
            return PrecedenceVector(left: base, right: changed, winner: .right)
        }
        return [
            PrecedenceVector(left: base, right: base, winner: .equal),
            right { $0.version = 3 },
            right { $0.updatedAt = .max },
            right { $0.kind = MetricKind(rawValue: "WEIGHT\u{301}") },
            right { $0.value = 72.5.nextUp },
            right { $0.value = .greatestFiniteMagnitude },
            right { $0.unit = MetricUnit(rawValue: "kg") },
            right { $0.recordedAt = .max },
            right { $0.extra = Extra(members: [.init("note", .string("é"))]) },
            // A version outweighs everything that comes after it.
            right {
                $0.version = 3
                $0.updatedAt = .min
                $0.kind = MetricKind(rawValue: "A")
                $0.value = -.greatestFiniteMagnitude
            },
        ]
    }

    private static func generated(count: Int) -> [PrecedenceVector] {
        var generator = SeededGenerator(seed: 7)
        // Few choices a field, so that pairs often tie on the first ones. UTF-16 would order the last two texts otherwise.
        let texts = ["", "A", "a", "é", "e\u{301}", "\u{FFFD}", "\u{1F600}"]
        let values: [Double] = [
            0, .leastNonzeroMagnitude, 0.1, 0.1.nextUp, 1e15, 1e15 + 0.125, -1, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude,
        ]
        let times: [Int64] = [Timestamp.range.lowerBound, -1, 0, 999, 1000, Timestamp.range.upperBound]
        func any(_ id: UUID) -> Vitals.Measurement {
            let note = texts.randomElement(using: &generator)!
            return record(
                id, kind: MetricKind(rawValue: texts.randomElement(using: &generator)!),
                value: values.randomElement(using: &generator)!,
                unit: MetricUnit(rawValue: texts.randomElement(using: &generator)!),
                recordedAt: times.randomElement(using: &generator)!, updatedAt: times.randomElement(using: &generator)!,
                version: [1, 2, Vitals.Measurement.maximumVersion].randomElement(using: &generator)!,
                extra: note.isEmpty ? .empty : Extra(members: [.init("note", .string(note))]))
        }
        return (0..<count).map { index in
            let id = UUID()
            var (left, right) = (any(id), any(id))
            // Half of the pairs differ in their last fields alone.
            if index.isMultiple(of: 2) { (right.version, right.updatedAt) = (left.version, left.updatedAt) }
            if index.isMultiple(of: 4) { (right.kind, right.value) = (left.kind, left.value) }
            if index.isMultiple(of: 8) { left.unit = right.unit }
            let winner: Winner = left.beats(right) ? .left : right.beats(left) ? .right : .equal
            return PrecedenceVector(left: left, right: right, winner: winner)
        }
    }
}
