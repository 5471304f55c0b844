import StepSupport
import Testing
import Vitals

/// The content that a record may still have next to the field `deleted`.
extension Step17DeletesTests {
    typealias Content = (what: String, add: @Sendable (inout Vitals.Measurement) -> Void)

    /// Each is refused.
    static let contents: [Content] = [
        ("a value", { $0.value = 72 }),
        ("a value below the least", { $0.value = 0.05 }),
        ("a value below 0", { $0.value = -3 }),
        ("the greatest value", { $0.value = 1_000 }),
        ("a time", { $0.recordedAt = Timestamp(clamping: 1_781_940_000_000) }),
        ("a time after its `updatedAt`", { $0.recordedAt = Timestamp(clamping: 1_781_950_000_000) }),
        ("a time, a millisecond later", { $0.recordedAt = Timestamp(clamping: 1_781_940_600_001) }),
        ("a note", { $0.extra = UnknownMembers(unchecked: #"{"deleted":true,"note":"x"}"#) }),
        ("deleted: false", { $0.extra = UnknownMembers(unchecked: #"{"deleted":false}"#) }),
        ("deleted: 1", { $0.extra = UnknownMembers(unchecked: #"{"deleted":1}"#) }),
        ("a unit", { $0.unit = .pounds }),
        ("a unit in lower case", { $0.unit = MetricUnit(rawValue: "kg") }),
        ("a unit, of a heart rate", { ($0.kind, $0.value) = (.heartRate, 1) }),
        (
            "a time, of an unknown kind",
            {
                makeUnknown(&$0)
                $0.recordedAt = Timestamp(clamping: 1_781_940_000_000)
            }
        ),
        (
            "a note, of an unknown kind",
            {
                makeUnknown(&$0)
                $0.extra = UnknownMembers(unchecked: #"{"deleted":true,"note":"x"}"#)
            }
        ),
        (
            "deleted: false, of an unknown kind",
            {
                makeUnknown(&$0)
                $0.extra = UnknownMembers(unchecked: #"{"deleted":false}"#)
            }
        ),
    ]

    /// Each is broken together with the version, in a deletion of a known and of an unknown kind.
    static let brokenRules: [Content] = [
        ("content", { ($0.value, $0.extra) = (72, UnknownMembers(unchecked: #"{"deleted":true,"note":"x"}"#)) }),
        ("a time of measurement", { $0.recordedAt = Timestamp(clamping: 1_781_940_000_000) }),
        ("`deleted: false`", { $0.extra = UnknownMembers(unchecked: #"{"deleted":false}"#) }),
        ("a unit of 65 bytes", { $0.unit = MetricUnit(rawValue: String(repeating: "M", count: 65)) }),
        ("a value that isn't finite", { $0.value = .infinity }),
    ]

    private static func makeUnknown(_ record: inout Vitals.Measurement) {
        (record.kind, record.unit) = (MetricKind(rawValue: "MOOD"), MetricUnit(rawValue: "POINTS"))
    }

    @Test("the deletion of any record holds nothing of it, whatever its kind, its times and its fields are")
    func holdsNothingOfAnyRecord() throws {
        let note = UnknownMembers(unchecked: #"{"note":"after dinner"}"#)
        let deletedNote = UnknownMembers(unchecked: #"{"deleted":true,"note":"after dinner"}"#)
        var heartRate = Records.weight(60, version: 4)
        (heartRate.kind, heartRate.unit) = (.heartRate, .beatsPerMinute)
        var distance = Records.weight(5, version: 4)
        (distance.kind, distance.unit) = (.distance, .miles)
        var deletedAlready = Records.weight(72, version: 4)
        deletedAlready.extra = deletedNote
        var mood = unknown(Records.weight(7, version: 4))
        mood.extra = note
        var deletedMood = mood
        deletedMood.extra = deletedNote
        let cases: [(record: Vitals.Measurement, least: Double, unit: MetricUnit, what: String)] = [
            (heartRate, 1, .beatsPerMinute, "a heart rate"),
            (distance, 0, .kilometres, "a distance in MI"),
            (Records.weight(0.05, version: 4), 0.1, .kilograms, "a weight below the least one"),
            (Records.weight(0, version: 4), 0.1, .kilograms, "a weight of 0"),
            (
                Records.weight(72, version: 4, recordedAt: 1_781_950_000_000), 0.1, .kilograms,
                "a weight that was measured after its last edit, as one clock or the other says,"
            ),
            (deletedAlready, 0.1, .kilograms, "a record that says `deleted` and still has content"),
            (mood, 0, mood.unit, "a record of an unknown kind, with a note,"),
            (deletedMood, 0, mood.unit, "a record of an unknown kind that says `deleted` and still has content"),
        ]
        for (record, least, unit, what) in cases {
            var expected = record
            (expected.value, expected.unit, expected.recordedAt) = (least, unit, record.updatedAt)
            expected.extra = UnknownMembers(unchecked: #"{"deleted":true}"#)
            let deletion = record.asDeletion
            expect(
                deletion == expected,
                "The deletion of \(what) should be \(expected.json), and it's \(deletion.json).")
        }
    }
}
