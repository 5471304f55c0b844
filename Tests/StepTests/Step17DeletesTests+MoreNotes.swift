import StepSupport
import Testing
import Vitals
import VitalsServer

/// The server's notes where two of its rules meet.
extension Step17DeletesTests {
    func notesWhateverItReplaces(_ first: Vitals.Measurement) async throws {
        let cases: [(second: Vitals.Measurement, record: Vitals.Measurement, parent: RecordVersion, what: String)] = [
            (
                Records.weight(72, version: 2), Records.weight(72, version: 3), RecordVersion(first),
                "Both phones typed 72, and each is an edit of its own"
            ),
            (
                Records.weight(71, version: 2), Records.weight(72, version: 2, updatedAt: 1_781_999_000_000),
                RecordVersion(first), "Both phones made a version 2 from version 1, and the later one won"
            ),
            (
                tombstone(version: 2), Records.weight(72, version: 3), RecordVersion.none,
                "Version 2 is a deletion, and another phone added the record without having seen it"
            ),
        ]
        for (second, record, parent, what) in cases {
            let fixture = try Step17Fixture()
            try await push(first, from: RecordVersion.none, fixture)
            try await push(second, from: RecordVersion(first), fixture)
            try await push(record, from: parent, fixture)
            let notes = try await notes(fixture)
            expect(
                notes == versions([RecordVersion(second)], 0),
                "\(what). The server should note the version 2 that was replaced, and it noted \(shown(notes)).")
        }
    }

    func notesEachByItsOwnParent(_ first: Vitals.Measurement) async throws {
        let fixture = try Step17Fixture()
        let other = Records.weight(60, id: Records.id(2))
        _ = try await fixture.server.push(
            PushBatch([first, other], editedFrom: [first.id: .none, other.id: .none]), user: DevelopmentUser.id,
            receipt: nil)
        _ = try await fixture.server.push(
            PushBatch(
                [Records.weight(71, version: 2), Records.weight(61, id: other.id, version: 2)],
                editedFrom: [first.id: RecordVersion(first), other.id: RecordVersion(other)]),
            user: DevelopmentUser.id, receipt: nil)
        let notes = await fixture.server.overwritten([first.id, other.id], user: DevelopmentUser.id)
        expect(
            notes.values.allSatisfy(\.isEmpty),
            """
            One push edits two records, each from the version that it replaces. Nothing vanished, and the server noted \
            \(notes.values.map { shown($0) }.sorted().joined(separator: ", ")).
            """)
    }

    /// An older phone names no parent, and the record has notes.
    func olderPhoneBesideNotes() async throws {
        let first = Records.weight(70)
        let second = Records.weight(71, version: 2)
        for (record, expected, what) in [
            (Records.weight(73, version: 4), versions([RecordVersion(second)], 0), "edited the record. The notes stay"),
            (tombstone(version: 4), versions([], 2), "deleted the record. The notes collapse, as with every deletion"),
        ] {
            let fixture = try Step17Fixture()
            try await push(first, from: RecordVersion.none, fixture)
            try await push(second, from: RecordVersion(first), fixture)
            try await push(Records.weight(72, version: 3), from: RecordVersion(first), fixture)
            try await push(record, from: nil, fixture)
            let notes = try await notes(fixture)
            expect(
                notes == expected,
                """
                Version 2 was overwritten unseen. Then an older phone, which names no parent, \(what). They should be \
                \(shown(expected)), and they are \(shown(notes)).
                """)
        }
    }

    /// Two phones delete the same record, and neither has seen the other's deletion.
    func secondDeletion() async throws {
        let fixture = try Step17Fixture()
        let first = Records.weight(70)
        try await push(first, from: RecordVersion.none, fixture)
        try await push(tombstone(version: 2), from: RecordVersion(first), fixture)
        try await push(tombstone(version: 3), from: RecordVersion(first), fixture)
        let notes = try await notes(fixture)
        expect(
            notes == versions([], 2),
            """
            A deletion, version 3, replaced another one, version 2, unseen. It's noted and collapses, so the notes should be \
            everything through 2, and they are \(shown(notes)).
            """)
    }
}
