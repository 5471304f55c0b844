import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of clocks that are set back by a day: a phone's, and the server's. The clocks are injected, the server and its
/// stores are real.
@Suite("A clock that is set back by a day")
struct ClockSetBackTests {
    private static let dayMilliseconds: Int64 = 86_400_000

    @Test(
        "A phone's: its edits still count up and move forward, reach everyone, and lose only where both edited the same",
        arguments: StoreUnderTest.databases)
    func phone(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { store in
            try await TestServer.with(store) { server in
                let (late, right) = (ManualClock(), ManualClock())
                let a = try Self.phone(at: server, late)
                let b = try Self.phone(at: server, right)
                let first = try a.add(.weight, 70)
                for phone in [a, b] { try await phone.sync() }
                late.advance(milliseconds: -Self.dayMilliseconds)

                let edited = try a.edit(first.id, value: 71)
                expect(edited.version, equals: 2)
                expect(edited.updatedAt > first.updatedAt, "the stamp is never below the record's own")
                let added = try a.add(.weight, 80)
                try await a.sync()
                try await b.sync()
                try expect(Self.held(b), equals: Self.held(a))
                try expect(Self.held(b)[first.id], equals: edited)
                try expect(Self.held(b)[added.id], equals: added)

                // Both edit the same version. The clocks break the tie, so the phone that is behind loses, and is told.
                let behind = try a.edit(first.id, value: 72)
                let ahead = try b.edit(first.id, value: 73)
                expect(behind.version == ahead.version && behind.updatedAt < ahead.updatedAt)
                for phone in [a, b, a] { try await phone.sync() }
                try expect(Self.held(a)[first.id], equals: ahead)
                let conflict = try #require(try a.conflicts().first)
                expect(conflict.loser, equals: behind)
                try expect(b.conflicts().isEmpty)

                // What was lost can be brought back, with the clock still behind.
                let restored = try a.restore(conflict: conflict.id)
                expect(restored.value, equals: 72)
                expect(restored.version > ahead.version && restored.updatedAt > ahead.updatedAt)
                for phone in [a, b] { try await phone.sync() }
                try expect(Self.held(b)[first.id], equals: restored)
                try expect(Self.held(b), equals: Self.held(a))
                for phone in [a, b] { try expect(phone.counts().dirty, equals: 0) }
            }
        }
    }

    @Test("The server's: pushes and pulls go on in the order of their numbers, and no phone is told of a lost history")
    func server() async throws {
        try await withTemporaryDirectory { directory in
            let clock = ManualClock()
            let now = clock.read
            let store = try SQLiteSyncStore(path: directory + "/server.sqlite", now: { now() * 1_000 })
            try await TestServer.with(store) { server in
                let phones = try (0..<2).map { _ in try Self.phone(at: server, ManualClock()) }
                var ids: [UUID] = []
                var cursor: Int64 = 0
                for round in 0..<4 {
                    if round == 2 { clock.advance(milliseconds: -Self.dayMilliseconds) }
                    let edited = try ids.first.map { try phones[0].edit($0, value: Double(71 + round)) }
                    ids.append(try phones[0].add(.weight, 70).id)
                    // After a lost history a phone would send everything again.
                    try await expect(phones[0].sync().pushedCount, equals: (edited == nil ? 1 : 2), "round \(round)")
                    try await expect(phones[1].sync().pushedCount, equals: 0, "round \(round)")
                    try expect(Self.held(phones[1]), equals: Self.held(phones[0]), "round \(round)")
                    if let edited { try expect(Self.held(phones[1])[edited.id], equals: edited, "round \(round)") }
                    let next = try phones[1].syncState().cursor
                    expect(next > cursor, "round \(round)")
                    cursor = next
                }
                let fresh = try Self.phone(at: server, ManualClock())
                try await fresh.sync()
                try expect(Self.held(fresh), equals: Self.held(phones[0]))
                try expect(fresh.syncState().cursor, equals: cursor)
            }
        }
    }

    private static func phone(at server: TestServer, _ clock: ManualClock) throws -> Device {
        let read = clock.read
        let phone = try Device.inMemory { Timestamp(clamping: read()) }
        try phone.login(to: try ServerOrigin("http://127.0.0.1:\(server.port)"), token: DevelopmentUser.token)
        return phone
    }

    private static func held(_ phone: Device) throws -> [UUID: Vitals.Measurement] {
        Dictionary(uniqueKeysWithValues: try phone.list().map { ($0.measurement.id, $0.measurement) })
    }
}
