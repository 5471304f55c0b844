import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsViewModels

@Suite("A phone's models", .timeLimit(.minutes(5)))
@MainActor
struct PhoneModelTests {
    @Test("what a sync in the background changes reaches the screens by itself")
    func followsTheStore() async throws {
        let folder = try TemporaryFolder()
        let fixture = try ModelFixture(path: folder.path("vitals.sqlite"))
        let phone = fixture.phone
        let following = Task { await phone.follow() }
        defer { following.cancel() }
        let history = phone.history(of: .weight)
        expect(history.rows.isEmpty && phone.today.isEmpty)
        fixture.server.receive(Records.weight(71.5))
        let syncer = Syncer(
            store: fixture.store, api: fixture.server, origin: try #require(try fixture.device.server()).description)
        try await syncer.sync()
        await until {
            history.rows.map(\.value) == ["71.5\u{A0}kg"] && history.rows.first?.state == .synced
                && !phone.today.isEmpty && phone.sync.lastSyncAt != nil
        }
    }

    @Test("an edit is sent by itself once it has been quiet, and is saved here until then")
    func sendsByItself() async throws {
        let fixture = try ModelFixture()
        let form = fixture.phone.adding(.weight)
        form.draft.valueText = "72.5"
        expect(form.save())
        fixture.phone.refresh()
        expect(fixture.phone.history(of: .weight).rows.first?.state, equals: .savedHere)
        expect(fixture.server.records.isEmpty)
        await fixture.time.advance(bySeconds: 2.1)
        await fixture.phone.sync.waitUntilIdle()
        expect(fixture.server.records.count, equals: 1)
        fixture.phone.refresh()
        expect(fixture.phone.history(of: .weight).rows.first?.state, equals: .synced)
    }

    @Test("a conflict that is brought back is sent by itself")
    func restoredIsSent() async throws {
        let fixture = try ModelFixture()
        try fixture.store.upsert(Records.weight(70))
        await fixture.phone.sync.sync()
        fixture.server.receive(Records.weight(69, version: 5))
        try fixture.store.edit(Records.id(1), value: 72)
        await fixture.phone.sync.sync()
        fixture.phone.refresh()
        expect(fixture.phone.today.attentionCount, equals: 1)
        let item = try #require(fixture.phone.conflicts.items.first)
        expect(item.yours.hasPrefix("72\u{A0}kg") && item.winner?.hasPrefix("69\u{A0}kg") == true)
        expect(item.wonBy == "Another device" && item.spoken.contains("Written by: Another device."))
        try fixture.store.edit(Records.id(1), value: 71)
        fixture.phone.refresh()
        let wonBy = fixture.phone.conflicts.items.first?.wonBy
        expect(wonBy, equals: "This phone", "a later edit of this phone stands there now")
        fixture.phone.conflicts.restore(item.id)
        await fixture.time.advance(bySeconds: 2.1)
        await fixture.phone.sync.waitUntilIdle()
        expect(fixture.server.records[Records.id(1)]?.value, equals: 72)
    }

    @Test("a refused record is fixed in the form that opens from it, and then goes through")
    func refusedIsFixed() async throws {
        let fixture = try ModelFixture()
        fixture.server.refuse { $0.value == 75 }
        try fixture.store.upsert(Records.weight(75))
        await fixture.phone.sync.sync()
        fixture.phone.refresh()
        let item = try #require(fixture.phone.refused.items.first)
        expect(item.reason == "The test refuses this record." && item.fixable?.value == 75)
        let form = try #require(fixture.phone.editing(Records.id(1)))
        expect(form.draft.valueText, equals: "75")
        form.draft.valueText = "74"
        expect(form.save())
        await fixture.phone.sync.sync()
        fixture.phone.refresh()
        expect(fixture.server.records[Records.id(1)]?.value == 74 && fixture.phone.refused.items.isEmpty)
    }

    @Test("airplane mode is remembered from one start to the next")
    func airplaneIsRemembered() throws {
        let fixture = try ModelFixture()
        fixture.phone.setAirplane(true)
        expect(fixture.phone.sync.status == .offline && fixture.settings.text("airplane") == "on")
        let later = SettingsModel(settings: fixture.settings)
        expect(later.isAirplane)
    }

    @Test("a kind that this build does not know is listed as unknown and not edited")
    func unknownKind() throws {
        let fixture = try ModelFixture()
        try fixture.store.upsertClean(
            Vitals.Measurement(
                id: Records.id(1), kind: MetricKind(rawValue: "BLOOD\u{202E}OXYGEN"), value: 98.25,
                unit: MetricUnit(rawValue: "PERCENT"), recordedAt: fixture.time.clock.now,
                updatedAt: fixture.time.clock.now, version: 1))
        fixture.phone.refresh()
        let tile = try #require(fixture.phone.today.tiles.last)
        expect(tile.title, equals: "Unknown: BLOOD\u{FFFD}OXYGEN")
        expect(tile.latest?.value == "98.25\u{A0}PERCENT" && tile.latest?.canEdit == false)
        expect(fixture.phone.today.tiles.count, equals: MetricKind.known.count + 1)
    }

    @Test("a history shows so many records at first, and older ones when it is asked")
    func pages() throws {
        let fixture = try ModelFixture()
        for number in 1...5 {
            try fixture.store.upsert(
                Records.weight(70, id: Records.id(number), recordedAt: 1_781_940_000_000 + Int64(number) * 86_400_000))
        }
        let formatter = DisplayFormatter(units: UnitPreferences())
        let history = HistoryModel(
            kind: .weight, device: fixture.device, formatter: { formatter }, clock: fixture.time.clock.read, pageSize: 2
        )
        history.refresh()
        expect(history.rows.map(\.id) == [5, 4].map(Records.id) && history.hasMore)
        history.showMore()
        history.showMore()
        expect(history.rows.count == 5 && !history.hasMore)
    }
}
