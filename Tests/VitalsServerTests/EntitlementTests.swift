import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsServerEntities
import VitalsServerReminders

@testable import VitalsServer

/// Who may change reminders: the table on both databases, `GET /account`, and the lock.
@Suite("Premium access") struct EntitlementTests {
    private static let now = Timestamp(rfc3339: "2026-05-06T07:00:00Z")!

    private func grant(_ user: UUID, until: Timestamp? = nil) -> Entitlement {
        Entitlement(user: user, name: Entitlement.premiumAccess, grantedAt: Self.now, until: until)
    }

    private func table(_ store: any SyncStore) throws -> any EntitlementStore {
        let table = try #require(store.ability((any EntitlementStore).self))
        expect(table.hasEntitlementTable)
        return table
    }

    @Test("A grant is stored, listed, changed by the next one and taken back", arguments: StoreUnderTest.databases)
    func grants(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(hasReminders: true) { store in
            let table = try table(store)
            let (one, other) = (DevelopmentUser.id, try await store.addUser(token: "another-token"))
            try await expect(table.entitlements(of: nil), equals: [])
            let until = Timestamp(rfc3339: "2027-01-01T00:00:00Z")!
            try await table.grant(grant(one))
            try await table.grant(grant(other, until: until))
            try await expect(table.entitlements(of: one), equals: [grant(one)])
            try await expect(Set(table.entitlements(of: nil)), equals: [grant(one), grant(other, until: until)])
            try await table.grant(grant(one, until: until))
            try await expect(table.entitlements(of: one), equals: [grant(one, until: until)])
            try await expect(table.revoke(Entitlement.premiumAccess, from: one))
            try await expect(!table.revoke(Entitlement.premiumAccess, from: one))
            try await expect(table.entitlements(of: nil), equals: [grant(other, until: until)], "the other's stays")
            await #expect(throws: SyncStoreError.unknownUser) { try await table.grant(grant(UUID())) }
        }
    }

    @Test("A deleted user's grants go with them, and a grant is no record", arguments: StoreUnderTest.databases)
    func deleted(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(hasReminders: true) { store in
            let user = try await store.addUser(token: "another-token")
            try await table(store).grant(grant(user))
            try await expect(store.deleteUser(user, ifEmpty: true))
            try await expect(table(store).entitlements(of: nil), equals: [])
        }
    }

    @Test("Without its table the feature is off, and there's no such path", arguments: StoreUnderTest.databases)
    func off(_ kind: StoreUnderTest) async throws {
        for hasReminders in [false, true] {
            try await kind.withStore(hasEntities: true, hasReminders: hasReminders) { store in
                try await TestServer.with(
                    store,
                    {
                        $0.components.features = [.entities, .reminders]
                        $0.components.addReminders(PremiumAccess(isRequired: false))
                    }
                ) { server in
                    try await expect(server.send("GET", "/account").status, equals: hasReminders ? 200 : 404)
                    let names = try await server.pull()["vitals-features"]
                    expect(names, equals: hasReminders ? "base,entities,reminders" : "base,entities")
                }
            }
        }
    }

    /// A server that asks for premium access, at a moment that the test chooses, with a second user.
    private func with(
        _ kind: StoreUnderTest, isRequired: Bool = true, at moment: Timestamp = now,
        body: @escaping @Sendable (TestServer, _ other: UUID) async throws -> Void
    ) async throws {
        try await kind.withStore(hasEntities: true, hasReminders: true) { store in
            let other = try await store.addUser(token: Self.otherToken)
            let access = PremiumAccess(isRequired: isRequired, now: { moment })
            try await TestServer.with(
                store,
                {
                    $0.components.features = [.entities, .reminders]
                    $0.components.addEntities()
                    $0.components.lockReminders(access)
                    $0.components.addReminders(access)
                }
            ) { server in try await body(server, other) }
        }
    }

    private static let otherToken = "another-token"

    private func account(_ server: TestServer, token: String = DevelopmentUser.token) async throws -> String {
        let response = try await server.send("GET", "/account", token: token)
        expect(response.status == 200 && response["cache-control"] == "no-store" && response["vitals-account"] != nil)
        return response.text
    }

    private static func body(_ allowed: Bool, _ required: Bool, _ until: String?) -> String {
        let end = until.map { "\"\($0)\"" } ?? "null"
        return
            #"{"entitlements":{"premium_access":{"allowed":\#(allowed),"required":\#(required),"until":\#(end)}}}"#
    }

    @Test("An account says what it may, until when, and whether the server asks", arguments: StoreUnderTest.databases)
    func account(_ kind: StoreUnderTest) async throws {
        try await with(kind, isRequired: false) { server, _ in
            try await expect(account(server), equals: Self.body(true, false, nil))
            try await table(server.store).grant(grant(DevelopmentUser.id))
            try await expect(account(server), equals: Self.body(true, false, nil))
        }
        try await with(kind) { server, _ in
            try await expect(account(server), equals: Self.body(false, true, nil))
            try await table(server.store).grant(grant(DevelopmentUser.id))
            try await expect(account(server), equals: Self.body(true, true, nil))
            // It ends at the moment, and not before it.
            for (milliseconds, isAllowed) in [(1, true), (0, false), (-1, false)] as [(Int64, Bool)] {
                let until = Timestamp(clamping: Self.now.millisecondsSinceEpoch + milliseconds)
                try await table(server.store).grant(grant(DevelopmentUser.id, until: until))
                try await expect(account(server), equals: Self.body(isAllowed, true, until.rfc3339))
            }
            try await expect(server.send("POST", "/account", body: []).status, equals: 405)
        }
    }

    @Test(
        "The lock follows the grants: refused before, performed after, refused again",
        arguments: StoreUnderTest.databases)
    func lock(_ kind: StoreUnderTest) async throws {
        try await with(kind) { server, _ in
            let (group, id) = (UUID(), UUID())
            try await server.commands(.create("group", group, ["name": .text("Home")]))
            let create = EntityCommand.create("reminder", id, ["title": .text("Pills"), "group": .id(group)])
            func outcomes(_ command: EntityCommand) async throws -> [String] {
                let response = try await server.commands(command)
                return try #require(response.json?["results"]?.array).map { outcome(try EntityResult(json: $0)) }
            }
            try await expect(outcomes(create), equals: ["rejected not_entitled"])
            try await table(server.store).grant(grant(DevelopmentUser.id))
            try await expect(outcomes(create), equals: ["applied"])
            _ = try await table(server.store).revoke(Entitlement.premiumAccess, from: DevelopmentUser.id)
            try await expect(
                outcomes(.update("reminder", id, ["title": (.text("Pills"), .text("More"))])),
                equals: ["rejected not_entitled"])
            // What is there is still read.
            let page = try await server.send("GET", "/entities/changes?cursor=reminder:0")
            expect(page.json?["entities"]?.array?.count, equals: 1)
        }
    }

    // MARK: Each user's own

    /// A request by another user, and what it must not do.
    private struct Attempt: Sendable {
        let name: String
        let run: @Sendable (TestServer, _ token: String?, _ ids: [String: UUID]) async throws -> RawResponse
    }

    private static let kinds = ["group", "tag", "reminder"]

    private static func push(_ command: EntityCommand) -> @Sendable (TestServer, String?) async throws -> RawResponse {
        let body = CanonicalJSON.text(.object([.init("commands", .array([command.json]))]))
        return { try await $0.send("POST", "/entities/push", token: $1, body: Array(body.utf8)) }
    }

    /// One row for each route and kind.
    private static let attempts: [Attempt] =
        kinds.flatMap { kind in
            [
                Attempt(name: "read a page of \(kind)s") { server, token, _ in
                    try await server.send("GET", "/entities/changes?cursor=\(kind):0", token: token)
                },
                Attempt(name: "read a \(kind)") { server, token, ids in
                    try await server.send("GET", "/entities/\(kind)/\(ids[kind]!.lowercased)", token: token)
                },
                Attempt(name: "change a \(kind)") { server, token, ids in
                    let field = kind == "reminder" ? "title" : "name"
                    return try await push(.update(kind, ids[kind]!, [field: (.text("Secret"), .text("Stolen"))]))(
                        server, token)
                },
                Attempt(name: "delete a \(kind)") { server, token, ids in
                    try await push(.delete(kind, ids[kind]!))(server, token)
                },
                Attempt(name: "restate a \(kind)") { server, token, ids in
                    var row = EntityRow(id: ids[kind]!, type: kind, version: 99)
                    row.set(kind == "reminder" ? "title" : "name", to: .text("Stolen"), stamp: 99)
                    if kind == "reminder" { row.set("group", to: .id(ids["group"]!), stamp: 99) }
                    let body = CanonicalJSON.text(
                        .object([.init("entities", .array([row.json])), .init("aliases", .object([]))]))
                    return try await server.send("POST", "/entities/restate", token: token, body: Array(body.utf8))
                },
            ]
        } + [
            Attempt(name: "put a reminder into a group") { server, token, ids in
                try await push(.create("reminder", ["title": .text("Mine"), "group": .id(ids["group"]!)]))(
                    server, token)
            },
            Attempt(name: "tag a note with a tag") { server, token, ids in
                try await push(.create("note", ["title": .text("Mine"), "tags": .ids(ids["tag"]!)]))(server, token)
            },
            Attempt(name: "read the account") { server, token, _ in
                try await server.send("GET", "/account", token: token)
            },
        ]

    private static let named: [String: Attempt] = Dictionary(uniqueKeysWithValues: attempts.map { ($0.name, $0) })

    @Test(
        "Another user's token, and none, can't read or change one's reminders, groups, tags or account",
        arguments: StoreUnderTest.databases, attempts.map(\.name))
    func isolation(_ kind: StoreUnderTest, name: String) async throws {
        let attempt = Self.named[name]!
        try await with(kind) { server, other in
            let ids = Dictionary(uniqueKeysWithValues: Self.kinds.map { ($0, UUID()) })
            try await table(server.store).grant(
                grant(DevelopmentUser.id, until: Timestamp(rfc3339: "2031-02-03T00:00:00Z")!))
            try await server.commands(
                .create("group", ids["group"]!, ["name": .text("Secret")]),
                .create("tag", ids["tag"]!, ["name": .text("Secret")]),
                .create(
                    "reminder", ids["reminder"]!,
                    ["title": .text("Secret"), "group": .id(ids["group"]!), "tags": .ids(ids["tag"]!)]))
            let mine = { try await server.send("GET", "/entities/changes?cursor=group:0,tag:0,reminder:0").body }
            let before = try await mine()

            try await expect(attempt.run(server, nil, ids).status, equals: 401)
            for isEntitled in [false, true] {
                if isEntitled { try await table(server.store).grant(grant(other)) }
                let response = try await attempt.run(server, Self.otherToken, ids)
                expect(response.status != 401 && response.status < 500, "\(response.text)")
                for secret in ["Secret", "2031"] { expect(!response.text.contains(secret), "\(response.text)") }
                try await expect(mine() == before, "Nothing of theirs has changed.")
            }
            // Their account's name is of no use with the other's token.
            let account = try #require(try await server.pull()["vitals-account"])
            let claimed = try await server.send(
                "GET", "/account", token: Self.otherToken, headers: [("Vitals-Account", account)])
            expect(claimed.status == 409 && claimed.code == "wrong_account")
        }
    }
}
