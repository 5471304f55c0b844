import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Tests of deletions and notes that no honest writer sends, or that stand at the end of what the protocol can say.
@Suite("Deletes and notes from hostile or broken peers")
struct DeletesBadInputTests {
    private static let lastMillisecond: Int64 = 253_402_300_799_999

    @Test("A deletion at the end of time stays, and what it deleted can still be seen")
    func endOfTime() throws {
        let store = try makeStore()
        _ = try store.receive([weight(70)], nextCursor: 1)
        let last = weight(70, version: Measurement.maximumVersion, updatedAt: Self.lastMillisecond).asDeletion
        _ = try store.receive([last], nextCursor: 2)
        let entry = try #require(try store.recentlyDeleted().first)
        #expect(throws: MeasurementError.endOfTime) { try store.restore(deleted: entry.id) }
        try expect(store.recentlyDeleted(), equals: [entry], "the content isn't lost with the attempt")
        try expect(store.byId(uuid(1)) == last && store.dirty().isEmpty)
    }

    @Test("A deletion of the greatest version can be restored, because time goes on")
    func greatestVersion() throws {
        let store = try makeStore()
        _ = try store.receive([weight(70)], nextCursor: 1)
        let deletion = weight(70, version: Measurement.maximumVersion, updatedAt: 9_000_000_000_000).asDeletion
        _ = try store.receive([deletion], nextCursor: 2)
        let restored = try store.restore(deleted: try #require(store.recentlyDeleted().first).id)
        expect(restored.value == 70 && restored.beats(deletion))
        #expect(throws: Never.self) { try restored.validate() }
    }

    @Test("A list of notes without end becomes one number")
    func endlessNotes() throws {
        let copies = (1...50_000).map { #"{"version":\#($0),"digest":"0123456789abcdef"}"# }.joined(separator: ",")
        let notes = OverwrittenVersions(json: try JSONValue(parsing: Array(#"{"copies":[\#(copies)]}"#.utf8)))
        expect(notes.copies.count <= OverwrittenVersions.maximumCopyCount)
        for version in [1, 49_999, 50_000] as [Int64] {
            let name = try #require(RecordVersion(version: version, digest: "0123456789abcdef"))
            expect(notes.contains(name), "version \(version) was named")
        }
    }

    @Test(
        "Notes of another shape say nothing",
        arguments: [
            #"{}"#, #"{"copies":{}}"#, #"{"copies":[7,null,{},{"version":1},{"digest":"0123456789abcdef"}]}"#,
            #"{"copies":[{"version":0,"digest":"0123456789abcdef"}]}"#,
            #"{"copies":[{"version":1,"digest":"0123456789ABCDEF"}]}"#, #"{"through":0}"#, #"{"through":1.5}"#,
            #"{"through":9007199254740992}"#, #"{"through":"5"}"#,
        ])
    func malformedNotes(_ json: String) throws {
        expect(OverwrittenVersions(json: try JSONValue(parsing: Array(json.utf8))).isEmpty)
    }

    @Test("Notes of records that the page doesn't have are passed over")
    func notesOfOtherRecords() throws {
        let store = try makeStore()
        let mine = try store.add(kind: .weight, value: 60, unit: .kilograms)
        let json = #"""
            {"records":[],"nextCursor":0,
             "overwritten":[{"id":"\#(mine.id)","through":9},{"id":"no id","through":9},{"id":"\#(UUID())","through":9}]}
            """#
        let page = try Pulled(json: try JSONValue(parsing: Array(json.utf8)))
        _ = try store.apply(
            SyncResponse(page, account: "a", features: "base,deletes"), askedWith: try store.syncState(), origin: "here"
        )
        try expect(store.conflicts().isEmpty)
        try expect(store.dirty(), equals: [mine])
    }
}
