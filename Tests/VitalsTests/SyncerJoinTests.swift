import Foundation
import StepSupport
import TestSupport
import Testing

@testable import Vitals

/// Tests of a guarantee to callers of `sync()`: everything written before the call has been sent when it returns.
@Suite("A sync that joins one under way", .timeLimit(.minutes(5)))
struct SyncerJoinTests {
    /// A server that accepts everything, and holds its first pull until it's released.
    private actor HeldServer: SyncAPI {
        private(set) var pushed: [Vitals.Measurement] = []
        private(set) var pullCount = 0
        private var release: CheckedContinuation<Void, Never>?
        private var isOpen = false

        func push(_ records: [Vitals.Measurement], context: SyncContext) async throws(SyncFailure) -> SyncResponse<
            Pushed
        > {
            pushed += records
            return SyncResponse(Pushed(acceptedIDs: records.map(\.id)), account: "a")
        }

        func pull(cursor: Int64, limit: Int, context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pulled> {
            pullCount += 1
            if !isOpen, cursor == 7 { await withCheckedContinuation { release = $0 } }
            return SyncResponse(Pulled(records: [], nextCursor: cursor), account: "a")
        }

        /// Waits until a pull is being held.
        func held() async { while release == nil { await Task.yield() } }

        func letGo() {
            isOpen = true
            release?.resume()
        }
    }

    private func setUp() throws -> (MeasurementStore, HeldServer, Syncer) {
        let store = try makeStore()
        _ = try store.receive([], nextCursor: 7)
        let server = HeldServer()
        return (store, server, Syncer(store: store, api: server, origin: "here"))
    }

    @Test("sends an edit made after that one's last push")
    func sendsLateEdit() async throws {
        let (store, server, syncer) = try setUp()
        try store.upsert(weight(70))
        let first = Task { try await syncer.sync() }
        await server.held()
        let late = try store.edit(uuid(1), value: 71)
        let joined = (0..<3).map { _ in Task { try await syncer.sync() } }
        for _ in 0..<100 { await Task.yield() }
        await server.letGo()
        for task in joined { _ = try await task.value }
        await expect(server.pushed.contains(late))
        try expect(store.dirty().isEmpty)
        _ = try await first.value
        await expect(server.pushed.count, equals: 2, "three who waited share one sync")
    }

    @Test("where nothing was written meanwhile, is that sync: no further request")
    func joins() async throws {
        let (store, server, syncer) = try setUp()
        try store.upsert(weight(70))
        let first = Task { try await syncer.sync() }
        await server.held()
        let joined = Task { try await syncer.sync() }
        for _ in 0..<100 { await Task.yield() }
        await server.letGo()
        let reports = try await (first.value, joined.value)
        expect(reports.0, equals: reports.1)
        await expect(server.pullCount, equals: 1)
    }

    @Test("goes on by itself where the one under way is cancelled by its caller")
    func outlivesCancellation() async throws {
        let (store, server, syncer) = try setUp()
        try store.upsert(weight(70))
        let first = Task { try await syncer.sync() }
        await server.held()
        let joined = Task { try await syncer.sync() }
        for _ in 0..<100 { await Task.yield() }
        first.cancel()
        await server.letGo()
        _ = try await joined.value
        await #expect(throws: CancellationError.self) { try await first.value }
        try expect(store.dirty().isEmpty)
    }
}
