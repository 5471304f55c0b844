import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsServer
import VitalsServerEntities

/// A real server that is killed (SIGKILL) in the middle of pushes. A phone sends what wasn't answered once more, as rule 4 has
/// it, and in the end nothing is lost and nothing was done twice.
@Suite("A server killed while commands are pushed", .serialized) struct EntityCrashTests {
    @Test("Every command is performed once", .timeLimit(.minutes(3)), arguments: StoreUnderTest.databases)
    func kills(_ kind: StoreUnderTest) async throws {
        try await kind.withDatabase(nil) { database in
            var random = SplitMix64(seed: 1)
            let group = UUID()
            var (pending, made, killed) = ([EntityCommand](), [UUID: Int](), 0)
            pending.append(.create("group", group, ["name": .text("G")]))
            // Each reminder counts in its title: an edit that ran twice, or not at all, would show.
            for _ in 0..<40 {
                let id = UUID()
                pending.append(.create("reminder", id, ["title": .text("0"), "group": .id(group)]))
                for number in 1...15 {
                    pending.append(.update("reminder", id, ["title": (.text("\(number - 1)"), .text("\(number)"))]))
                }
                made[id] = 16
            }
            let count = pending.count
            var server = try Self.start(database)
            while !pending.isEmpty {
                let batch = Array(pending.prefix(30))
                let isKilled = killed < 12
                let (port, pid) = (server.port, server.process.pid)
                let delay = UInt32(random.next() % 25) * 1_000
                if isKilled {
                    Thread.detachNewThread {
                        usleep(delay)
                        kill(pid, SIGKILL)
                    }
                }
                let body = Array(CanonicalJSON.text(.object([.init("commands", .array(batch.map(\.json)))])).utf8)
                if let response = try? await Self.post(body, to: port), response.status == 200 {
                    let results = try #require(response.json?["results"]?.array).map { try EntityResult(json: $0) }
                    expect(results.allSatisfy { $0.status == .applied })
                    expect(results.map(\.requestID), equals: batch.map(\.requestID))
                    pending.removeFirst(batch.count)
                }
                guard isKilled else { continue }
                _ = try await blocking { [process = server.process] in process.finish() }
                killed += 1
                server = try Self.start(database)
            }
            server.process.terminate()
            _ = try await blocking { [process = server.process] in process.finish() }
            expect(killed, equals: 12)
            let store = try await database.open()
            let rows = try await store.allRows(user: DevelopmentUser.id)
            let head = try await store.page(user: DevelopmentUser.id, receipt: nil, cursors: ["group": 0], limit: 1)
                .head
            try await store.close()
            expect(rows.count, equals: 41)
            expect(head?.seq, equals: Int64(count), "one row of the log for each command")
            for row in rows where row.type == "reminder" {
                expect(row.value("title") == .text("15") && row.version == Int64(made[row.id] ?? 0))
            }
        }
    }

    private static func start(_ database: DatabaseUnderTest) throws -> (process: ServerProcess, port: Int) {
        let process = try ServerProcess(["serve", "--port", "0"] + database.arguments)
        let port = process.firstLine().split(separator: ":").last.flatMap { Int($0) }
        return (process, try #require(port))
    }

    private static func post(_ body: [UInt8], to port: Int) async throws -> RawResponse {
        let head = """
            POST /entities/push HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer dev-token\r\n\
            Content-Length: \(body.count)\r\n\r\n
            """
        return try await RawConnection.exchange(port: port, Array(head.utf8) + body)
    }
}
