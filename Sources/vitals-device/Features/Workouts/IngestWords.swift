import Vitals
import VitalsWorkouts

extension SampleCounts {
    var members: [JSONValue.Member] {
        [
            .init("pending", .count(pending)), .init("uploaded", .count(uploaded)),
            .init("rejected", .count(rejected)), .init("deletionsPending", .count(deletionsPending)),
        ]
    }
}

extension SampleTypeSummary {
    var json: JSONValue {
        .object([
            .init("type", .string(type)), .init("count", .count(count)), .init("first", .string(first.rfc3339)),
            .init("last", .string(last.rfc3339)),
            .init(
                "sources",
                .array(
                    sources.map { source in
                        .object([
                            .init("source", .string(source.name)), .init("count", .count(source.count)),
                            .init("last", .string(source.last.rfc3339)),
                        ])
                    })),
        ])
    }
}

extension RejectedSample {
    var json: JSONValue {
        .object([.init("sample", sample.json), .init("code", .string(code)), .init("detail", .string(detail))])
    }
}

extension LaneProgress {
    /// How far it is, for a person.
    var words: String {
        guard let lane else { return "all read" }
        let share = "\(Int((fraction * 100).rounded())) %"
        let border = readFrom.map { ", back to \($0.clockText)" } ?? ""
        return lane == .hot ? "the last days\(border)" : "\(share)\(border)"
    }

    var json: JSONValue {
        .object([
            .init("type", .string(type)), .init("lane", .optional(lane?.rawValue)),
            .init("readFrom", .optional(readFrom?.rfc3339)), .init("floor", .optional(floor?.rfc3339)),
            .init("fraction", .number(fraction)), .init("stalled", .bool(isStalled)),
        ])
    }
}

extension String {
    /// The text on one line, without the characters that could move a terminal's cursor.
    var printableLine: String { visible.split(whereSeparator: \.isNewline).joined(separator: " ") }
}
