import StepSupport
import Testing
import Vitals
import VitalsServer

/// Tests of what the server notes of the versions that were overwritten.
extension Step17DeletesTests {
    @Test("the server notes the version that a push replaces unseen, and no other")
    func notesTheReplaced() async throws {
        let fixture = try Step17Fixture()
        let (first, second, third) = (
            Records.weight(70), Records.weight(71, version: 2), Records.weight(72, version: 3)
        )
        try await push(first, from: RecordVersion.none, fixture)
        try await push(second, from: RecordVersion(first), fixture)
        var notes = try await notes(fixture)
        try #require(
            notes.isEmpty,
            "Version 2 was made from version 1, which the server held. Nothing vanished, and it noted \(shown(notes)).")
        try await push(third, from: RecordVersion(first), fixture)
        notes = try await self.notes(fixture)
        expect(
            notes == versions([RecordVersion(second)], 0),
            """
            Version 3 was made from version 1 and replaced version 2, which its author hadn't seen. The server should note \
            version 2, and it noted \(shown(notes)).
            """)
        let twoPhones = try Step17Fixture()
        try await push(first, from: RecordVersion.none, twoPhones)
        try await push(third, from: RecordVersion.none, twoPhones)
        notes = try await self.notes(twoPhones)
        expect(
            notes == versions([RecordVersion(first)], 0),
            """
            Two phones added the same record, and each says that its own was made from nothing. Version 3 replaced version \
            1, which its author hadn't seen. The server should note version 1, and it noted \(shown(notes)).
            """)
        try await notesBesideOtherParents(first, second)
        try await notesWhateverItReplaces(first)
        try await notesEachByItsOwnParent(first)
    }

    /// After the server was restored from a backup, parents may be versions that it doesn't have.
    private func notesBesideOtherParents(_ first: Vitals.Measurement, _ second: Vitals.Measurement) async throws {
        for (parent, what) in [
            (
                Records.weight(75, version: 5),
                "version 5. A greater number doesn't show that its author has seen version 2"
            ),
            (Records.weight(75, version: 2), "another version 2. The same number doesn't make it the same version"),
        ] {
            let fixture = try Step17Fixture()
            try await push(first, from: RecordVersion.none, fixture)
            try await push(second, from: RecordVersion(first), fixture)
            try await push(Records.weight(76, version: 6), from: RecordVersion(parent), fixture)
            let notes = try await notes(fixture)
            expect(
                notes == versions([RecordVersion(second)], 0),
                """
                The server was restored from a backup, and holds version 2. Then version 6 came, made from \(what). The \
                server should note version 2, and it noted \(shown(notes)).
                """)
        }
    }

    @Test("the server notes a deletion that a push replaces unseen")
    func notesADeletion() async throws {
        let fixture = try Step17Fixture()
        let (first, deletion) = (Records.weight(70), tombstone(version: 2))
        try await push(first, from: RecordVersion.none, fixture)
        try await push(deletion, from: RecordVersion(first), fixture)
        try await push(Records.weight(72, version: 3), from: RecordVersion(first), fixture)
        let notes = try await notes(fixture)
        expect(
            notes == versions([RecordVersion(deletion)], 0),
            """
            The record was deleted, and version 3, made from version 1, brought it back unseen. The server should note \
            version 2, and it noted \(shown(notes)). The one who deleted it is never told.
            """)
    }

    @Test("notes stay with the record through later versions")
    func notesStay() async throws {
        let fixture = try Step17Fixture()
        let (first, second, third) = (
            Records.weight(70), Records.weight(71, version: 2), Records.weight(72, version: 3)
        )
        try await push(first, from: RecordVersion.none, fixture)
        try await push(second, from: RecordVersion(first), fixture)
        try await push(third, from: RecordVersion(first), fixture)
        try await push(Records.weight(73, version: 4), from: RecordVersion(third), fixture)
        let notes = try await notes(fixture)
        expect(
            notes == versions([RecordVersion(second)], 0),
            """
            Version 2 was overwritten unseen by version 3. Version 4 followed before the author of 2 came back, and now \
            the notes are \(shown(notes)): its author will never be told.
            """)
        let deleted = try Step17Fixture()
        let deletion = tombstone(version: 3)
        try await push(first, from: RecordVersion.none, deleted)
        try await push(second, from: RecordVersion(first), deleted)
        try await push(deletion, from: RecordVersion(first), deleted)
        try await push(Records.weight(73, version: 4), from: RecordVersion(first), deleted)
        let both = try await self.notes(deleted)
        expect(
            both == versions([RecordVersion(deletion)], 2),
            """
            A deletion left "everything through 2" in the notes, and version 4 replaced that deletion unseen. The notes \
            should have both, version 3 and everything through 2, and they are \(shown(both)).
            """)
        try await push(Records.weight(74, version: 5), from: RecordVersion(Records.weight(73, version: 4)), deleted)
        let later = try await self.notes(deleted)
        expect(
            later == both,
            """
            The notes had version 3 and everything through 2. Then version 5 was made from version 4. The notes should \
            stay as they are, and they are \(shown(later)).
            """)
    }

    @Test("a push that names no versions notes nothing")
    func olderPhone() async throws {
        let fixture = try Step17Fixture()
        try await push(Records.weight(70), from: RecordVersion.none, fixture)
        try await push(Records.weight(72, version: 2), from: nil, fixture)
        // Another record of the same batch names its parent.
        let other = Records.weight(60, id: Records.id(2))
        _ = try await fixture.server.push(
            PushBatch([Records.weight(73, version: 3), other], editedFrom: [other.id: .none]),
            user: DevelopmentUser.id, receipt: nil)
        let notes = try await notes(fixture)
        expect(
            notes.isEmpty,
            """
            An older phone doesn't say what it edited. The server can't tell what it had seen, and noted \
            \(shown(notes)): with older phones around, every edit would become a conflict.
            """)
        try await olderPhoneBesideNotes()
    }

    @Test("after a deletion the server remembers a number, and no digest of what was erased")
    func deletionCollapses() async throws {
        let fixture = try Step17Fixture()
        let (first, second) = (Records.weight(70), Records.weight(71, version: 2))
        try await push(first, from: RecordVersion.none, fixture)
        try await push(second, from: RecordVersion(first), fixture)
        try await push(tombstone(version: 3), from: RecordVersion(first), fixture)
        let notes = try await notes(fixture)
        expect(
            notes.copies.isEmpty,
            """
            The record is deleted, and the server keeps the digest of version \
            \(notes.copies.map { "\($0.version)" }.joined()). A weight has a few thousand values: anyone who tries them \
            all reads the erased one from its digest.
            """)
        expect(
            notes.copies.isEmpty == false || notes.through == 2,
            """
            The deletion replaced version 2 unseen, so `through` should be 2, and it is \
            \(notes.through.map { "\($0)" } ?? "missing").
            """)
        let other = try Step17Fixture()
        let third = Records.weight(72, version: 3)
        try await push(first, from: RecordVersion.none, other)
        try await push(second, from: RecordVersion(first), other)
        try await push(third, from: RecordVersion(first), other)
        try await push(tombstone(version: 4), from: RecordVersion(third), other)
        let older = try await self.notes(other)
        expect(
            older == versions([], 2),
            """
            Version 3 had replaced version 2 unseen, and then the record was deleted, by someone who had seen version 3. \
            The deletion adds no name, but `through` should be 2 all the same; the notes are \(shown(older)).
            """)
        // A fault that the first deletion shows already needs no second message.
        if notes == versions([], 2), older == notes { try await secondDeletion() }
    }
}
