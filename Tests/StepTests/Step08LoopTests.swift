import StepSupport
import Testing
import Vitals

extension Step08EngineTests {
    // MARK: What the loop gives to its engine

    @Test("the engine begins with the store's state, before any request")
    func beginsWithTheState() async throws {
        let server = InMemoryServer()
        let phone = try await phone("A", server, with: 70)
        let count = server.requests.count
        let syncer = Self.syncer(of: phone.store, server, origin: "http://other.test", .patient)
        do {
            try await syncer.sync()
            Issue.record(
                """
                This store belongs to http://server.test, and it was synced with http://other.test as if it belonged \
                there. Pass the syncer's `origin` to the engine, and begin with `.readState`.
                """)
        } catch let error as SyncError {
            expect(
                error.name == "wrongServer" && server.requests.count == count,
                """
                This store belongs to http://server.test, and its sync was asked to go to http://other.test. The engine \
                learns that from the store's state, so it should end before any request; it made \
                \(server.requests.count - count), and ended with \(error.name). The first action is `.readState`.
                """)
        }
    }

    @Test("the engine follows the syncer's settings")
    func followsTheSettings() async throws {
        let server = InMemoryServer()
        var settings = SyncSettings.patient
        settings.maximumAttempts = 1
        for _ in 1...2 { server.onNext(.pull, .dropRequest) }
        let syncer = Self.syncer(of: try Records.store(), server, origin: "http://server.test", settings)
        var didFail = false
        do {
            try await syncer.sync()
        } catch is SyncError {
            didFail = true
        }
        expect(
            didFail && server.requests.count == 1,
            """
            The settings allow one attempt, and the first request didn't arrive. The sync should have ended with an error \
            after 1 request, but it made \(server.requests.count). Pass `settings` to the engine; without them it follows \
            the default ones.
            """)
    }

    private static func syncer(
        of store: MeasurementStore, _ server: InMemoryServer, origin: String, _ settings: SyncSettings
    ) -> Syncer {
        Syncer(store: store, api: server, origin: origin, settings: settings, sleep: { _ in }, seed: { 1 })
    }
}
