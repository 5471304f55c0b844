import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsViewModels

@Suite("The models of deletes", .timeLimit(.minutes(5)))
@MainActor
struct DeletedModelTests {
    private func fixture() throws -> ModelFixture {
        let fixture = try ModelFixture()
        try fixture.store.upsert(Records.weight(72.3))
        fixture.phone.refresh()
        return fixture
    }

    @Test("a deleted record leaves the lists, and undo brings it back")
    func undo() throws {
        let phone = try fixture().phone
        let history = phone.history(of: .weight)
        phone.deleted.delete(Records.id(1))
        phone.refresh()
        expect(history.rows.isEmpty && phone.today.isEmpty)
        expect(phone.deleted.last?.text, equals: "Weight, 72.3\u{A0}kg: deleted")
        let item = try #require(phone.deleted.items.first)
        expect(phone.deleted.items.count == 1 && item.daysLeft == 30)
        expect(item.value == "72.3\u{A0}kg" && item.spoken.hasSuffix("Deleted."), "\(item.spoken)")
        phone.deleted.undo()
        phone.refresh()
        expect(history.rows.map(\.value), equals: ["72.3\u{A0}kg"])
        expect(phone.deleted.items.isEmpty && phone.deleted.last == nil && phone.deleted.problem == nil)
        phone.deleted.undo()
        expect(history.rows.count, equals: 1, "there is nothing to undo twice")
    }

    @Test("a deletion and what is brought back are sent by themselves")
    func isSent() async throws {
        let fixture = try fixture()
        await fixture.phone.sync.sync()
        fixture.phone.deleted.delete(Records.id(1))
        await fixture.time.advance(bySeconds: 2.1)
        await fixture.phone.sync.waitUntilIdle()
        expect(fixture.server.records[Records.id(1)]?.isDeleted == true)
        fixture.phone.deleted.undo()
        await fixture.time.advance(bySeconds: 2.1)
        await fixture.phone.sync.waitUntilIdle()
        let restored = try #require(fixture.server.records[Records.id(1)])
        expect(!restored.isDeleted && restored.value == 72.3 && restored.version == 3)
    }

    @Test("undo brings back what the list has shown, also where a refused copy was shown")
    func undoOfARefusedCopy() async throws {
        let fixture = try fixture()
        await fixture.phone.sync.sync()
        try fixture.store.edit(Records.id(1), value: 75)
        fixture.server.refuse(where: { $0.value == 75 })
        await fixture.phone.sync.sync()
        fixture.phone.refresh()
        expect(fixture.phone.history(of: .weight).rows.map(\.value), equals: ["75\u{A0}kg"])
        fixture.phone.deleted.delete(Records.id(1))
        expect(fixture.phone.deleted.items.count, equals: 2, "the server's record, and the copy that it refused")
        fixture.phone.deleted.undo()
        fixture.phone.refresh()
        expect(fixture.phone.history(of: .weight).rows.map(\.value), equals: ["75\u{A0}kg"])
    }

    @Test("a record that a sync has deleted meanwhile is no error, and has no undo")
    func deletedMeanwhile() throws {
        let fixture = try fixture()
        try fixture.store.delete(Records.id(1))
        fixture.phone.deleted.delete(Records.id(1))
        expect(fixture.phone.deleted.problem == nil && fixture.phone.deleted.last == nil)
        expect(fixture.phone.deleted.items.count, equals: 1)
    }

    @Test("what was brought back on another screen has no undo left")
    func restoredMeanwhile() throws {
        let phone = try fixture().phone
        phone.deleted.delete(Records.id(1))
        let number = try #require(phone.deleted.last?.id)
        phone.deleted.restore(number)
        expect(phone.deleted.last == nil)
        phone.deleted.delete(Records.id(1))
        phone.deleted.dismissUndo()
        expect(phone.deleted.last == nil && phone.deleted.items.count == 1)
    }

    @Test("erased content is gone, and erasing it twice is no error")
    func erase() throws {
        let phone = try fixture().phone
        phone.deleted.delete(Records.id(1))
        let number = try #require(phone.deleted.items.first?.id)
        phone.deleted.erase(number)
        expect(phone.deleted.items.isEmpty && phone.deleted.last == nil)
        phone.deleted.erase(number)
        expect(phone.deleted.problem == nil)
    }

    @Test("the days that are left count down, and the last one says 1")
    func daysLeft() throws {
        let fixture = try fixture()
        fixture.phone.deleted.delete(Records.id(1))
        fixture.time.clock.advance(byMilliseconds: 86_400_000 * 29 + 1)
        fixture.phone.refresh()
        expect(fixture.phone.deleted.items.map(\.daysLeft), equals: [1])
    }

    @Test("switched off, nothing can be deleted here, deletions still arrive, and the choice stays")
    func switchedOff() async throws {
        let fixture = try fixture()
        await fixture.phone.sync.sync()
        fixture.phone.deleted.canDelete = false
        fixture.phone.deleted.delete(Records.id(1))
        expect(fixture.phone.deleted.items.isEmpty && fixture.phone.history(of: .weight).rows.count == 1)
        let stored = try #require(fixture.server.records[Records.id(1)])
        fixture.server.receive(try stored.bumpVersion(now: stored.updatedAt).asDeletion)
        await fixture.phone.sync.sync()
        fixture.phone.refresh()
        expect(fixture.phone.history(of: .weight).rows.isEmpty && fixture.phone.deleted.items.count == 1)
        let next = DeletedModel(
            device: fixture.device, settings: fixture.settings, formatter: { fixture.phone.settings.formatter })
        expect(!next.canDelete)
    }
}
