import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsFeatures
import VitalsWorkouts

/// Two phones that import one export, and a real server process.
@Suite("Imported workouts between two phones and a server", .timeLimit(.minutes(3)))
struct WorkoutSyncTests {
    let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    private func phone(_ name: String, _ server: LiveServer) throws -> Device {
        let device = try Device(directory: directory.path(name), features: .all)
        try device.login(to: ServerOrigin(server.url), token: "dev-token")
        return device
    }

    private func take(_ device: Device) throws -> HealthExportItems? {
        try device.importHealthExport(.file(HealthExport.fixture)).summary.items.first { $0.name == "workouts" }
    }

    @Test("are one on both, and one that was deleted comes back to neither, whichever imports again")
    func once() async throws {
        let server = try LiveServer(directory: directory.url.path)
        let (a, b) = (try phone("a", server), try phone("b", server))
        expect(try take(a)?.addedCount == 1)
        expect(try take(b)?.addedCount == 1)
        for device in [a, b, a] { try await device.sync() }
        for device in [a, b] {
            expect(try device.workouts.list().count == 1)
            expect(try device.entities.needsYou() == 0)
            expect(try take(device)?.addedCount == 0)
        }
        try b.workouts.delete(try b.workouts.list()[0].id)
        for device in [b, a, b] { try await device.sync() }
        for device in [a, b] { expect(try take(device)?.addedCount == 0) }
        // A phone that has never seen it asks the server, which knows.
        let c = try phone("c", server)
        _ = try take(c)
        for device in [c, a, b, c] { try await device.sync() }
        for device in [a, b, c] { expect(try device.workouts.list().isEmpty) }
        // The deletion stands, and there's nothing to decide: nothing of a person's was lost.
        expect(try c.entities.needsYou() == 0)
        expect(try take(c)?.addedCount == 0)
        try await c.sync()
        expect(try c.workouts.list().isEmpty)
    }

    @Test("what a person wrote into one that was deleted elsewhere is kept, and so is one that a person typed")
    func typed() async throws {
        let server = try LiveServer(directory: directory.url.path)
        let (a, b) = (try phone("a", server), try phone("b", server))
        _ = try take(a)
        let typed = try a.workouts.add(Self.draft)
        for device in [a, b] { try await device.sync() }
        for workout in try a.workouts.list() { try a.workouts.delete(workout.id) }
        try await a.sync()
        // This phone imports and writes a note before it hears of the deletion, and it has changed the typed one.
        let c = try phone("c", server)
        _ = try take(c)
        let imported = try #require(try c.workouts.list().first)
        var draft = try #require(WorkoutDraft(of: imported))
        draft.note = "With Ada"
        try c.workouts.update(imported.id, draft)
        var corrected = try #require(try b.workouts.workout(typed).flatMap { WorkoutDraft(of: $0) })
        corrected.note = "Rain"
        try b.workouts.update(typed, corrected)
        for device in [c, b] { try await device.sync() }
        let (kept, other) = (try c.entities.conflicts(), try b.entities.conflicts())
        expect(kept.map(\.code) == ["deleted"] && other.map(\.code) == ["deleted"], "\(kept), \(other)")
        expect(kept[0].fields["note"] == .string("With Ada") && kept[0].fields["start"] != nil, "\(kept[0].fields)")
        // Made anew, it's a person's: it goes up, and an import doesn't take it for the deleted one.
        try c.entities.restore(conflict: kept[0].id)
        for device in [c, a] { try await device.sync() }
        expect(try a.workouts.list().map(\.note) == ["With Ada"])
        expect(try take(c)?.addedCount == 0)
    }

    private static let draft = WorkoutDraft(start: Timestamp(rfc3339: "2025-03-01T07:00:00Z")!, minutes: 30)
}

extension DeviceEntities {
    fileprivate func needsYou() throws -> Int { try conflicts().count + deadLetters().count }
}
