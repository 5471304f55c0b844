import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsServer

/// Tests of the server's memory. A slow client makes a page last long, so the server must hold only a piece of it at a
/// time.
@Suite("What one user's pulls and pushes cost the server")
struct PageMemoryTests {
    /// Returns a record of 8 KiB, the most that a record may carry.
    private static func large(_ number: Int) -> Vitals.Measurement {
        record(
            value: Double(number),
            extra: UnknownMembers(members: [.init("n", .string(String(repeating: "x", count: 8000)))]))
    }

    @Test(
        "a page of large records is read from the store in pieces of a quarter MiB", arguments: StoreUnderTest.available
    )
    func pieces(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { store in
            let sent = (0..<200).map(Self.large)
            _ = try await store.push(sent, user: DevelopmentUser.id, receipt: nil)
            let watched = WatchedStore(store)
            try await TestServer.with(watched) { server in
                for query in ["?limit=10000", ""] {
                    watched.largestReadBytes.withLock { $0 = 0 }
                    let answer = try await server.pull(query)
                    expect(Set(answer.records()), equals: Set(sent))
                    expect(answer.nextCursor, equals: 200)
                    expect(answer["Vitals-Receipt"]?.hasPrefix("200.") == true)
                    expect(watched.largestReadBytes.withLock { $0 } <= 256 << 10, "of \(query)")
                }
            }
        }
    }

    @Test("a page ends early where it would become larger than 5 MiB, and the next one goes on from there")
    func pageBytes() async throws {
        let store = MemorySyncStore()
        let sent = (0..<1000).map(Self.large)
        _ = try await store.push(sent, user: DevelopmentUser.id, receipt: nil)
        try await TestServer.with(store) { server in
            var cursor: Int64 = 0
            var received: [Vitals.Measurement] = []
            var pages = 0
            while true {
                let page = try await server.pull("?limit=10000&cursor=\(cursor)")
                if page.records().isEmpty { break }
                expect(page.body.count <= 5 << 20)
                received += page.records()
                cursor = try #require(page.nextCursor)
                pages += 1
            }
            expect(received, equals: sent)
            expect(pages, equals: 2)
        }
    }

    @Test("records that are written anew while a page is read are left to the next page, and none is lost")
    func writtenMeanwhile() async throws {
        let store = MemorySyncStore()
        let sent = (0..<100).map(Self.large)
        _ = try await store.push(sent, user: DevelopmentUser.id, receipt: nil)
        let service = SyncService(store: store)
        let caller = RequestIdentity(user: DevelopmentUser.id)
        let page = try await service.pull(cursor: 0, limit: 100, caller: caller)
        let edited = sent.map { record($0.id, value: $0.value + 0.5, version: 2) }
        _ = try await store.push(edited, user: DevelopmentUser.id, receipt: nil)
        let first = try await page.body.records()
        expect(first.count < 100 && Set(first).isSubset(of: sent), "only the piece that had been read")
        expect(page.body.nextCursor, equals: 100)
        let next = try await service.pull(cursor: page.body.nextCursor, limit: 100, caller: caller)
        try await expect(next.body.records(), equals: edited)
    }

    @Test("a piece stays small where the small records before large ones are written anew once it is planned")
    func piecesDoNotGrow() async throws {
        let store = MemorySyncStore()
        let small = (0..<2500).map { record(value: Double($0)) }
        let large = (0..<300).map(Self.large)
        _ = try await store.push(small + large, user: DevelopmentUser.id, receipt: nil)
        for limit in [10_000, nil] {
            let version = limit == nil ? 3 : 2
            let edited = small.map { record($0.id, value: $0.value, version: Int64(version)) }
            let watched = WatchedStore(store) {
                _ = try await store.push(edited, user: DevelopmentUser.id, receipt: nil)
            }
            try await TestServer.with(watched) { server in
                let page = try await server.pull(limit.map { "?limit=\($0)" } ?? "")
                expect(Set(page.records()).isSuperset(of: large))
                expect(watched.largestReadBytes.withLock { $0 } <= 256 << 10, "limit \(limit as Int?)")
            }
        }
    }

    @Test(
        "a page that looked small stays small where large records are pushed before it is read",
        arguments: StoreUnderTest.available)
    func pagesDoNotGrow(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { store in
            let small = (0..<3).map { record(value: Double($0)) }
            let large = (0..<100).map(Self.large)
            _ = try await store.push(small, user: DevelopmentUser.id, receipt: nil)
            let watched = WatchedStore(store) {
                _ = try await store.push(large, user: DevelopmentUser.id, receipt: nil)
            }
            try await TestServer.with(watched) { server in
                let first = try await server.pull("?limit=10000")
                expect(first.records().count > 3, "the page goes on as far as the budget allows")
                let cursor = try #require(first.nextCursor)
                expect(
                    first["Vitals-Receipt"]?.hasPrefix("103.") == true, "the last row of the log when the page was read"
                )
                let rest = try await server.pull("?limit=10000&cursor=\(cursor)")
                expect(Set(first.records() + rest.records()), equals: Set(small + large))
                expect(watched.largestReadBytes.withLock { $0 } <= 256 << 10)
            }
        }
    }

    @Test(
        "a push whose answer would be large is a 413, writes nothing, and passes once it is split",
        arguments: StoreUnderTest.available)
    func staleAnswer(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { store in
            let stored = (0..<200).map { record(version: 2, extra: Self.large($0).extra) }
            _ = try await store.push(stored, user: DevelopmentUser.id, receipt: nil)
            try await TestServer.with(WatchedStore(store)) { server in
                let new = record()
                let old = stored.map { record($0.id) }
                let refused = try await server.push(old + [new])
                expect(refused.status, equals: 413)
                expect(refused.code, equals: "batch_too_large")
                try await expect(server.pull("?cursor=200").records().isEmpty, "it was rolled back")
                let half = try await server.push(Array(old.prefix(100)) + [new])
                expect(half.status, equals: 200)
                expect(half.records("stale").count, equals: 100)
                expect(half.texts("acceptedIds"), equals: [new.id.lowercased])
            }
        }
    }

    @Test("a page is empty only where there is nothing more")
    func emptyMeansTheEnd() async throws {
        let store = MemorySyncStore()
        let first = record()
        _ = try await store.push([first], user: DevelopmentUser.id, receipt: nil)
        // Between the look at the sizes and the reading, the one record is written anew.
        let racing = WatchedStore(store) {
            _ = try await store.push([record(first.id, value: 71, version: 2)], user: DevelopmentUser.id, receipt: nil)
        }
        let page = try await SyncService(store: racing).pull(
            cursor: 0, limit: 10, caller: RequestIdentity(user: DevelopmentUser.id))
        try await expect(page.body.records().map(\.version), equals: [2])
        expect(page.body.nextCursor, equals: 2)
    }

    @Test(
        "a push of more values than a full batch has is refused before a tree is built",
        arguments: ["[]", "{}", "1", #"{"id":[[1,[2]]]}"#, #""\",\"""#])
    func values(_ value: String) async throws {
        let count = (5 << 20) / (value.utf8.count + 1) - 100
        let list = Array(repeating: value, count: count).joined(separator: ",")
        for body in [#"{"records":[\#(list)]}"#, #"{"more":[\#(list)],"records":[]}"#] {
            let error = #expect(throws: ServiceError.self) {
                _ = try PushRequest(body: Array(body.utf8), limits: SyncLimits())
            }
            expect(error?.status, equals: 413)
            expect(error?.code, equals: "batch_too_large")
        }
    }

    @Test("a full batch with a dozen further members each is taken")
    func fullBatch() throws {
        let members = (0..<11).map { JSONValue.Member("m\($0)", .string("a,[{\"")) }
        let records = (0..<10_000).map { _ in record(extra: UnknownMembers(members: members)) }
        let body = #"{"records":["# + records.map(\.json).joined(separator: ",") + "]}"
        try expect(PushRequest(body: Array(body.utf8), limits: SyncLimits()).batch.records.count, equals: 10_000)
    }

    @Test("a user's pushes that dribble in leave the others their turn, and the fifth waits or is told to come back")
    func slowPushes() async throws {
        let store = MemorySyncStore()
        _ = try await store.addUser(token: "a-token-of-this-test")
        try await TestServer.with(store, { $0.requestTimeoutSeconds = 0.5 }) { server in
            let head =
                "POST /sync/push HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer dev-token\r\nContent-Length: 100\r\n\r\n{"
            let slow = try await blocking { try (0..<4).map { _ in try RawConnection(port: server.port) } }
            try await blocking { for connection in slow { connection.send(head) } }
            // They have their turns once another one is told to come back.
            var fifth = try await server.push([record()])
            while fifth.status == 200 { fifth = try await server.push([record()]) }
            expect(fifth.status, equals: 503)
            expect(fifth["Retry-After"] != nil)
            try await expect(server.push([record()], token: "a-token-of-this-test").status, equals: 200)
            try await blocking { for connection in slow { connection.send(String(repeating: " ", count: 99)) } }
            try await expect(server.push([record()]).status, equals: 200, "they have ended, as malformed JSON")
        }
    }

    @Test(
        "sixteen pulls of one user that wait for the database leave connections for the others",
        arguments: [true, false])
    func share(ofPages: Bool) async throws {
        guard StoreUnderTest.available.contains(.postgres) else { return }
        let database = try await SchemaFile.server.database()
        let store = try await PostgresSyncStore(url: database.url, poolSize: 4)
        let other = try await store.addUser(token: "a-token-of-this-test")
        let table = ofPages ? "measurements" : "sync_log"
        let held = try await HeldTransaction.begin("LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE", on: database)
        let ended = Locked(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    if ofPages {
                        _ = try? await store.pull(
                            user: DevelopmentUser.id, cursor: 0, through: nil, limit: 10, receipt: nil)
                    } else {
                        _ = try? await store.head(user: DevelopmentUser.id, receipt: nil)
                    }
                    ended.withLock { $0 += 1 }
                }
            }
            while try await held.waitingSessions() == 0 {}
            try await expect(store.user(token: "a-token-of-this-test"), equals: other)
            if ofPages { try await expect(store.head(user: other, receipt: nil) == nil) }
            // One that has waited too long gives up; until the next one waits, there is none.
            var waiting = try await held.waitingSessions()
            while waiting == 0, ended.withLock({ $0 }) < 16 { waiting = try await held.waitingSessions() }
            expect(waiting, equals: 1, "a quarter of four connections")
            try await held.commit()
            try await group.waitForAll()
        }
        try await store.close()
    }
}

extension PageMemoryTests {
    @Test("sixteen pulls of one user on SQLite wait for a quarter of the readers, and another user's pull doesn't")
    func shareOnSQLite() async throws {
        try await withTemporaryDirectory { directory in
            let store = try SQLiteSyncStore(path: directory + "/server.sqlite", waitTimeout: .seconds(60))
            let (user, other) = (DevelopmentUser.id, try await store.addUser(token: "a-token-of-this-test"))
            let ended = Locked(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Two of eight readers are taken, as by two pulls that are under way.
                let first = try await store.pullPermits.permit(at: user)
                let second = try await store.pullPermits.permit(at: user)
                for number in 0..<16 {
                    group.addTask {
                        switch number % 3 {
                        case 0: _ = try await store.pull(user: user, cursor: 0, through: nil, limit: 1, receipt: nil)
                        case 1: _ = try await store.recordSizes(user: user, cursor: 0, through: nil, limit: 1)
                        default: _ = try await store.head(user: user, receipt: nil)
                        }
                        ended.withLock { $0 += 1 }
                    }
                }
                while store.pullPermits.waiterCount(at: user) + ended.withLock({ $0 }) < 16 { await Task.yield() }
                expect(ended.withLock { $0 }, equals: 0)
                try await expect(store.head(user: other, receipt: nil) == nil)
                withExtendedLifetime((first, second)) {}
            }
            expect(ended.withLock { $0 }, equals: 16)
            try await store.close()
        }
    }

    @Test("a pull that waits too long for the user's other pulls is told to come back")
    func shareOnSQLiteTimesOut() async throws {
        try await withTemporaryDirectory { directory in
            let store = try SQLiteSyncStore(path: directory + "/server.sqlite", waitTimeout: .zero)
            let first = try await store.pullPermits.permit(at: DevelopmentUser.id)
            let second = try await store.pullPermits.permit(at: DevelopmentUser.id)
            let error = await #expect(throws: SyncStoreError.self) {
                _ = try await store.head(user: DevelopmentUser.id, receipt: nil)
            }
            expect(error?.serviceError.status, equals: 503)
            withExtendedLifetime((first, second)) {}
        }
    }
}

/// A wrapper around a store that records the largest number of bytes read by a pull.
private final class WatchedStore: SyncStore {
    let largestReadBytes = Locked(0)
    private let base: any SyncStore
    private let afterFirstSizes: Locked<(@Sendable () async throws -> Void)?>

    /// - Parameter afterFirstSizes: runs once, between the first query for sizes and the reading.
    init(_ base: any SyncStore, afterFirstSizes: (@Sendable () async throws -> Void)? = nil) {
        self.base = base
        self.afterFirstSizes = Locked(afterFirstSizes)
    }

    func pull(user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?) async throws -> PullOutcome {
        let outcome = try await base.pull(
            user: user, cursor: cursor, through: through, limit: limit, receipt: receipt)
        let bytes = outcome.records.map(\.json.utf8.count).reduce(0, +)
        largestReadBytes.withLock { $0 = max($0, bytes) }
        return outcome
    }

    func recordSizes(user: UUID, cursor: Int64, through: Int64?, limit: Int) async throws -> [RecordSize] {
        let sizes = try await base.recordSizes(user: user, cursor: cursor, through: through, limit: limit)
        let race = afterFirstSizes.withLock { race in
            defer { race = nil }
            return race
        }
        try await race?()
        return sizes
    }

    func user(token: String) async throws -> UUID? { try await base.user(token: token) }
    func push(_ records: PushBatch, user: UUID, receipt: Receipt?) async throws -> PushOutcome {
        try await base.push(records, user: user, receipt: receipt)
    }
    func head(user: UUID, receipt: Receipt?) async throws -> LogEntry? {
        try await base.head(user: user, receipt: receipt)
    }
    func addUser(token: String) async throws -> UUID { try await base.addUser(token: token) }
    func users() async throws -> [UserSummary] { try await base.users() }
    func deleteUser(_ id: UUID, ifEmpty: Bool) async throws -> Bool {
        try await base.deleteUser(id, ifEmpty: ifEmpty)
    }
    func checkReadiness() async throws { try await base.checkReadiness() }
    func close() async throws {}
}
