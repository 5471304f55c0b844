import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("The protocol over HTTP") struct HTTPProtocolTests {
    private static let stores = StoreUnderTest.available

    private func withServer(
        _ kind: StoreUnderTest, _ change: @escaping @Sendable (inout HTTPConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await kind.withStore { try await TestServer.with($0, change, body: body) }
    }

    @Test("A push is pulled back, by page and as a stream", arguments: stores)
    func pushAndPull(_ kind: StoreUnderTest) async throws {
        try await withServer(kind) { server in
            let records = [record(), record(kind: .steps, value: 9000, unit: .count)].sortedByID
            let pushed = try await server.push(records)
            expect(pushed.status, equals: 200)
            expect(pushed.texts("acceptedIds"), equals: records.map(\.id.lowercased))
            for query in ["", "?cursor=0", "?cursor=0&limit=10"] {
                let pulled = try await server.pull(query)
                expect(pulled.records(), equals: records)
                expect(pulled["Vitals-Receipt"], equals: pushed["Vitals-Receipt"])
                let next = try #require(pulled.nextCursor)
                let empty = try await server.pull("?cursor=\(next)")
                expect(empty.text, equals: #"{"records":[],"nextCursor":\#(next)}"#)
                expect(empty["Vitals-Receipt"], equals: pushed["Vitals-Receipt"])
            }
        }
    }

    @Test("A stale push leaves the stored record and is not among acceptedIds", arguments: stores)
    func stale(_ kind: StoreUnderTest) async throws {
        try await withServer(kind) { server in
            let stored = record(version: 3)
            _ = try await server.push([stored])
            let before = try #require(try await server.pull().nextCursor)
            let pushed = try await server.push([record(stored.id, value: 1, version: 2)])
            expect(pushed.texts("acceptedIds").isEmpty)
            expect(pushed.records("stale"), equals: [stored])
            try await expect(server.pull().records(), equals: [stored])
            let again = try await server.push([stored])
            expect(again.texts("unchanged"), equals: [stored.id.lowercased])
            var newer = stored
            newer.version = 4
            _ = try await server.push([newer])
            let after = try await server.pull("?cursor=\(before)")
            expect(after.records(), equals: [newer])
            try expect(#require(after.nextCursor) > before)
        }
    }

    @Test("A history of several pages is streamed whole, with the number of its last row", arguments: stores)
    func streaming(_ kind: StoreUnderTest) async throws {
        try await withServer(kind) { server in
            let records = (0..<2500).map { _ in record() }.sortedByID
            try await expect(server.push(records).status, equals: 200)
            let pulled = try await server.pull()
            expect(pulled["transfer-encoding"], equals: "chunked")
            expect(pulled.records(), equals: records)
            let receipt = try #require(pulled["Vitals-Receipt"].flatMap(Receipt.init))
            expect(receipt.seq, equals: pulled.nextCursor)
            try await expect(server.pull("?cursor=\(receipt.seq)").records().isEmpty)
        }
    }

    @Test("Members that the server does not know come back", arguments: stores)
    func extraMembers(_ kind: StoreUnderTest) async throws {
        try await withServer(kind) { server in
            let members = [JSONValue.Member("é", .string("\u{1F600}")), .init("a", .array([.null, .number(1e21)]))]
            let sent = record(extra: UnknownMembers(members: members))
            _ = try await server.push([sent])
            try await expect(server.pull().records(), equals: [sent])
        }
    }

    @Test("Two users hold the same record id; a user id in the body is ignored", arguments: stores)
    func isolation(_ kind: StoreUnderTest) async throws {
        try await withServer(kind) { server in
            _ = try await server.store.addUser(token: "second-token")
            let mine = record(value: 70, version: 5)
            let theirs = record(mine.id, value: 90)
            _ = try await server.push([mine])
            let claim = JSONValue.Member("userId", .string(DevelopmentUser.id.lowercased))
            var claimed = theirs
            claimed.extra = UnknownMembers(members: [claim, .init("user_id", .string(DevelopmentUser.id.lowercased))])
            let pushed = try await server.push([claimed], token: "second-token")
            expect(pushed.texts("acceptedIds"), equals: [mine.id.lowercased])
            try await expect(server.pull().records(), equals: [mine])
            try await expect(server.pull(token: "second-token").records(), equals: [claimed])
            let mineAccount = try #require(try await server.pull()["Vitals-Account"])
            expect(pushed["Vitals-Account"] != mineAccount)
            // Their receipt, and their account, are of no use here.
            let receipt = try #require(pushed["Vitals-Receipt"])
            try await expect(server.pull(headers: [("Vitals-Receipt", receipt)]).code, equals: "history_lost")
            let swapped = try await server.pull(token: "second-token", headers: [("Vitals-Account", mineAccount)])
            expect(swapped.status, equals: 409)
            expect(swapped.code, equals: "wrong_account")
        }
    }

    @Test("A receipt that the server does not know is a 409 on both routes, and nothing is written", arguments: stores)
    func historyLost(_ kind: StoreUnderTest) async throws {
        try await withServer(kind) { server in
            let headers = [("Vitals-Receipt", "7.00ff00ff00ff00ff")]
            for answer in [
                try await server.push([record()], headers: headers), try await server.pull(headers: headers),
                try await server.pull("?cursor=0&limit=5", headers: headers),
            ] {
                expect(answer.status, equals: 409)
                expect(answer.code, equals: "history_lost")
            }
            try await expect(server.pull().records().isEmpty)
        }
    }

    @Test("A server of the base protocol sends the protocol's two bodies and no header of ours", arguments: stores)
    func baseProtocol(_ kind: StoreUnderTest) async throws {
        try await withServer(kind, { $0.sendsIdentity = false }) { server in
            let stored = record(version: 2)
            _ = try await server.push([stored])
            let headers = [("Vitals-Receipt", "nonsense"), ("Vitals-Account", "nobody")]
            let pushed = try await server.push([record(stored.id)], headers: headers)
            expect(pushed.text, equals: #"{"acceptedIds":[]}"#)
            let pulled = try await server.pull("?cursor=0", headers: headers)
            expect(pulled.records(), equals: [stored])
            for answer in [pushed, pulled] {
                expect(!answer.headers.contains { $0.name.hasPrefix("vitals-") })
            }
        }
    }

    @Test("The health routes need no token, and every answer has a request id")
    func health() async throws {
        try await withServer(.memory) { server in
            try await expect(server.send("GET", "/healthz", token: nil).status, equals: 200)
            try await expect(server.send("GET", "/readyz", token: nil).status, equals: 200)
            let named = try await server.send("GET", "/healthz", headers: [("X-Request-Id", "abc-1.2_Z")])
            expect(named["X-Request-Id"], equals: "abc-1.2_Z")
            for bad in ["a b", String(repeating: "x", count: 65), "a;b", "é"] {
                let renamed = try await server.send("GET", "/nope", headers: [("X-Request-Id", bad)])
                expect(renamed["X-Request-Id"] != bad)
                expect(renamed.json?["requestId"]?.string, equals: renamed["X-Request-Id"])
            }
        }
    }
}
