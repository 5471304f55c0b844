import Foundation
import TestSupport
import Vitals
import VitalsServer
import VitalsServerEntities
import VitalsServerReminders
import VitalsServerWorkouts

/// A server with every feature that has routes, on a database with all tables, as the program puts it together.
struct DevicesServer: Sendable {
    let server: TestServer
    /// The database itself, with its calls.
    let database: any FilledStore.Store
    let clock: PairingClock

    static func with(
        _ kind: StoreUnderTest, hasDevices: Bool = true, heartbeatSeconds: Double = 3600,
        _ body: @escaping @Sendable (DevicesServer) async throws -> Void
    ) async throws {
        let clock = PairingClock()
        try await kind.withDatabase(nil) { made in
            let database = try await made.open()
            let store: any SyncStore = ReadOnlySyncStore(
                LiveSyncStore(
                    SessionSyncStore(
                        PairedSyncStore(database, pairing: database, now: clock.now), sessions: database, now: clock.now
                    )),
                tokens: database, now: clock.now)
            try await TestServer.with(
                store,
                {
                    $0.components.features = [.deletes, .live, .entities, .reminders, .workouts]
                    $0.components.addPairing(now: clock.now, uptime: clock.uptime)
                    $0.components.addSessions(lifetimeMinutes: 15, now: clock.now, uptime: clock.uptime)
                    $0.components.addLive(heartbeatSeconds: heartbeatSeconds)
                    $0.components.addEntities()
                    $0.components.addReminders(PremiumAccess(isRequired: false))
                    $0.components.addSamples()
                    $0.components.addCompanion()
                    guard hasDevices else { return }
                    $0.components.features.append(.devices)
                    $0.components.addDevices(now: clock.now)
                }
            ) { server in
                try await body(DevicesServer(server: server, database: database, clock: clock))
            }
        }
    }

    /// Makes a token that only reads, and returns it with its id.
    @discardableResult
    func lookOn(
        _ name: String = "Coach", user: UUID = DevelopmentUser.id, seconds: Int64? = nil, kinds: [MetricKind]? = nil
    ) async throws -> (token: String, id: UUID) {
        let token = ReadOnlyTokenText.make()
        let end = seconds.flatMap { clock.now().advanced(byMilliseconds: $0 * 1_000) }
        let new = NewReadOnlyToken(
            hash: SecretHash(token), name: name,
            limits: TokenLimits(expiresAt: end, kinds: kinds?.map(\.rawValue)))
        try await database.addReadOnlyToken(new, user: user, now: clock.now())
        return (token, new.id)
    }

    /// Pairs a device, and returns its token with its id.
    func pair(_ name: String, user: UUID = DevelopmentUser.id) async throws -> (token: String, id: UUID) {
        let token = try await database.pairedDevice(name, of: user, now: clock.now())
        guard let id = try await database.deviceID(of: SecretHash(token)) else { throw SyncStoreError.unknownUser }
        return (token, id)
    }
}
