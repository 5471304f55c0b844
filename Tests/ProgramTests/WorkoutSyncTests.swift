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
    }
}

extension DeviceEntities {
    fileprivate func needsYou() throws -> Int { try conflicts().count + deadLetters().count }
}
