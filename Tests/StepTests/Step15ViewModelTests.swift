import Foundation
import StepSupport
import Testing
import Vitals
import VitalsViewModels

/// Tests of what the screens show of a real store, and how they handle what a person types, taps and switches.
@Suite("Step 15: view models")
@MainActor
struct Step15ViewModelTests {
    // MARK: Entries

    @Test("a record is saved here, on its way while a sync runs, and synced once the server has it")
    func wayOfARecord() async throws {
        let phone = try Phone("A", InMemoryServer())
        try phone.store.upsert(Records.weight(72.5))
        let before = try entries(phone)
        expect(
            before.entry()?.state == .savedHere,
            "72.5 was saved on a phone that hasn't synced; its entry says \(before.entry().summary), not savedHere.")
        let during = try entries(phone, isSyncing: true)
        expect(
            during.entry()?.state == .onItsWay,
            "A sync is under way, and the server lacks 72.5; its entry says \(during.entry().summary), not onItsWay.")
        try await phone.sync()
        for isSyncing in [false, true] {
            let after = try entries(phone, isSyncing: isSyncing)
            expect(
                after.entry()?.state == .synced,
                """
                The server has 72.5, and \(isSyncing ? "the next sync is under way" : "no sync is under way"); its entry \
                says \(after.entry().summary), not synced.
                """)
        }
    }

    @Test("a record that the server refused stays in the list, with the reason")
    func refusedStays() async throws {
        let server = InMemoryServer()
        server.refuse { _ in true }
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(72.5))
        try await phone.sync()
        let entries = try entries(phone)
        expect(
            entries.entry()?.state == .refused(reason: "The test refuses this record."),
            """
            The server refused a new record, so its row is gone and the copy is in `refused`. The person typed it and \
            looks for it; the list has \(entries.entry().summary).
            """)
    }

    @Test("a refused edit shows what was typed, not what its row went back to")
    func refusedEdit() async throws {
        let server = InMemoryServer()
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(70))
        try await phone.sync()
        server.refuse { $0.value == 75 }
        try phone.store.edit(Records.id(1), value: 75)
        try await phone.sync()
        let entries = try entries(phone)
        expect(
            entries.count == 1,
            "There is one record, whose edit was refused; the list has \(entries.count) entries: \(summary(entries)).")
        expect(
            entries.entry()?.shown.value == 75
                && entries.entry()?.state == .refused(reason: "The test refuses this record."),
            """
            The edit to 75 was refused and the row went back to 70. The person has to fix the 75; the entry says \
            \(entries.entry().summary).
            """)
    }

    @Test("of several refused copies of a record, the list shows the greatest, which the next edit fixes")
    func refusedTwice() async throws {
        let server = InMemoryServer()
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(70))
        try await phone.sync()
        server.refuse { _ in true }
        try phone.store.edit(Records.id(1), value: 75)
        for _ in 1...2 { try await phone.sync() }
        let copies = try phone.store.rejected().map(\.measurement.value)
        try #require(copies == [70, 75], "The test needs the 75 to be refused and then the 70; has step 8 changed?")
        let entries = try entries(phone)
        expect(
            entries.count == 1 && entries.entry()?.shown.value == 75,
            """
            The edit to 75 was refused, and then so was the 70 that the row had gone back to. The person typed the 75 and \
            will correct it; the list has \(summary(entries)).
            """)
    }

    @Test("a refused copy that a later record has overtaken isn't in the list")
    func refusedAndOvertaken() async throws {
        let server = InMemoryServer()
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(70))
        try await phone.sync()
        server.refuse { $0.value == 75 }
        try phone.store.edit(Records.id(1), value: 75)
        try await phone.sync()
        server.receive(Records.weight(68, version: 9))
        try await phone.sync()
        let entries = try entries(phone)
        expect(
            entries.entry()?.shown.value == 68 && entries.entry()?.state == .synced,
            """
            An edit to 75 (version 2) was refused. Then 68 (version 9) came from another phone, and 75 would lose to it \
            anyway. The entry should be 68, synced; it is \(entries.entry().summary).
            """)
    }

    @Test("a record whose edit lost is a conflict until the person has decided, even though the server has it")
    func conflictIsShown() async throws {
        let phone = try await phoneWithConflict()
        let entries = try entries(phone)
        expect(
            entries.entry()?.state == .conflict,
            """
            The edit to 72 lost to 69. The server has the 69 too, but the person hasn't looked at the conflict yet; the \
            entry says \(entries.entry().summary), not conflict.
            """)
        let other = try #require(try phone.store.conflicts().first)
        try phone.store.dismiss(conflict: other.id)
        let resolved = try self.entries(phone)
        expect(
            resolved.entry()?.state == .synced,
            "The conflict was dismissed; the entry still says \(resolved.entry().summary), not synced.")
    }

    @Test("the newest measurement comes first, refused ones in their place, and each record once")
    func order() async throws {
        let server = InMemoryServer()
        server.refuse { $0.value == 75 }
        let phone = try Phone("A", server)
        let measured: [(Int, Double, Int64)] = [(1, 70, 1), (2, 75, 3), (3, 71, 5), (4, 72, 3), (5, 75, 0)]
        for (number, value, minute) in measured {
            let time = 1_781_940_000_000 + minute * 60_000
            try phone.store.upsert(Records.weight(value, id: Records.id(number), recordedAt: time))
        }
        try await phone.sync()
        let order = try entries(phone).map(\.shown.id)
        let expected = [3, 2, 4, 1, 5].map(Records.id)
        let numbers = order.map { id in
            let number = (1...5).first { Records.id($0) == id }
            return number.map { "\($0)" } ?? "?"
        }
        expect(
            order == expected,
            """
            The records 3, 2, 4, 1 and 5 were measured at minutes 5, 3, 3, 1 and 0 (2 and 4 go by id), and 2 and 5 were \
            refused; the list has \(numbers).
            """)
    }

    // MARK: Tools

    func entries(_ phone: Phone, isSyncing: Bool = false) throws -> [RecordEntry] {
        try StoreContents(Device(store: phone.store)).entries(isSyncing: isSyncing)
    }

    func summary(_ entries: [RecordEntry]) -> String {
        entries.map { RecordEntry?.some($0).summary }.joined(separator: "; ")
    }

    /// A phone whose edit of record 1 to 72 has lost to a 69 of a later version.
    func phoneWithConflict(_ server: InMemoryServer = InMemoryServer()) async throws -> Phone {
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(70))
        try await phone.sync()
        server.receive(Records.weight(69, version: 5))
        try phone.store.edit(Records.id(1), value: 72)
        try await phone.sync()
        try #require(try phone.store.conflicts().count == 1, "The test needs a conflict; has step 8 changed?")
        return phone
    }
}
