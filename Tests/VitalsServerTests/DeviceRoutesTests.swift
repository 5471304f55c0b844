import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// `GET /account/devices` and `DELETE /account/devices/{id}`, on both databases.
@Suite("The devices of an account") struct DeviceRoutesTests {
    private func list(_ site: DevicesServer, token: String = DevelopmentUser.token) async throws -> [JSONValue] {
        let answer = try await site.server.send("GET", "/account/devices", token: token)
        expect(answer.status == 200 && answer["Cache-Control"] == "no-store")
        return try #require(answer.json?["devices"]?.array)
    }

    private func remove(
        _ site: DevicesServer, _ id: String, token: String = DevelopmentUser.token
    ) async throws -> RawResponse { try await site.server.send("DELETE", "/account/devices/\(id)", token: token) }

    @Test(
        "The list has names, days, what only reads, and which one asks; never another user's",
        arguments: StoreUnderTest.databases)
    func lists(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind) { site in
            let stranger = try await site.server.store.addUser(token: "another-token")
            _ = try await site.pair("stranger's", user: stranger)
            try await site.lookOn("stranger's coach", user: stranger)
            let (phone, phoneID) = try await site.pair("phone")
            let (_, tabletID) = try await site.pair("tablet")
            let (_, coachID) = try await site.lookOn("Coach", seconds: 3_600, kinds: [.weight])
            site.clock.advance(seconds: 86_400)
            let access = try #require(
                try await site.server.send("POST", "/session", token: phone).json?["accessToken"]?.string)
            for (token, own) in [(phone, phoneID), (access, phoneID), (DevelopmentUser.token, nil)] {
                let devices = try await list(site, token: token)
                expect(devices.map { $0["name"]?.string }, equals: ["Coach", "phone", "tablet"])
                expect(devices.map { $0["id"]?.string }, equals: [coachID, phoneID, tabletID].map(\.lowercased))
                let mine = devices.filter { $0["isThisDevice"] == .bool(true) }.compactMap { $0["id"]?.string }
                expect(mine, equals: own.map { [$0.lowercased] } ?? [])
                expect(devices.map { $0["readOnly"] }, equals: [.bool(true), .bool(false), .bool(false)])
                expect(devices[0]["expiresAt"]?.string == "2026-06-20T08:30:00Z" && devices[1]["expiresAt"] == .null)
                expect(devices[0]["kinds"] == .array([.string("WEIGHT")]) && devices[1]["kinds"] == .null)
                expect(
                    devices[1]["createdOn"]?.string == "2026-06-20" && devices[1]["lastUsedOn"]?.string == "2026-06-21")
                expect(devices[2]["lastUsedOn"], equals: .null)
            }
            try await expect(list(site, token: "another-token").count, equals: 2)
            try await expect(site.server.pull()["Vitals-Features"]?.hasSuffix(",devices") == true)
        }
    }

    @Test(
        "A removed device is refused with its next request, and its stream of events ends",
        arguments: StoreUnderTest.databases)
    func removes(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind) { site in
            let ((phone, _), (tablet, tabletID)) = (try await site.pair("phone"), try await site.pair("tablet"))
            let (coach, coachID) = try await site.lookOn()
            let access = try #require(
                try await site.server.send("POST", "/session", token: tablet).json?["accessToken"]?.string)
            let stream = try await EventReader.open(site.server, token: tablet)
            for id in [tabletID.lowercased, coachID.lowercased] {
                let removed = try await remove(site, id, token: phone)
                expect(removed.status == 204 && removed.body.isEmpty)
                let again = try await remove(site, id, token: phone)
                expect(again.status == 404 && again.code == "no_such_device")
            }
            for token in [tablet, access, coach] {
                try await expect(site.server.pull(token: token).status, equals: 401)
                try await expect(site.server.push([record()], token: token).status, equals: 401)
            }
            _ = try await site.server.push([record()], token: phone)
            try await expect(stream.event()?["type"]?.string, equals: "account.changed")
            try await expect(stream.event() == nil)
            try await expect(list(site, token: phone).map { $0["name"]?.string }, equals: ["phone"])
        }
    }

    @Test("A device doesn't remove itself, nor anybody another user's", arguments: StoreUnderTest.databases)
    func refuses(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind) { site in
            let stranger = try await site.server.store.addUser(token: "another-token")
            let (phone, id) = try await site.pair("phone")
            let (coach, coachID) = try await site.lookOn()
            let (theirs, theirID) = try await site.pair("stranger's", user: stranger)
            let access = try #require(
                try await site.server.send("POST", "/session", token: phone).json?["accessToken"]?.string)
            for token in [phone, access] {
                let own = try await remove(site, id.lowercased, token: token)
                expect(own.status == 409 && own.code == "this_device")
            }
            for (target, token) in [
                (theirID.lowercased, phone), (id.lowercased, "another-token"), (coachID.lowercased, theirs),
                (UUID().lowercased, phone), ("7", phone),
            ] {
                let answer = try await remove(site, target, token: token)
                expect(answer.status == 404 && answer.code == "no_such_device", "\(answer.text)")
            }
            for token in [phone, coach, theirs] { try await expect(site.server.pull(token: token).status, equals: 200) }
            try await expect(remove(site, id.lowercased).status, equals: 204, "the user's own token may")
            try await expect(site.server.send("GET", "/account/devices", token: nil).status, equals: 401)
            try await expect(remove(site, coachID.lowercased, token: "nobody").status, equals: 401)
            let account = try #require(try await site.server.pull()["Vitals-Account"])
            let claimed = try await site.server.send(
                "GET", "/account/devices", token: "another-token", headers: [("Vitals-Account", account)])
            expect(claimed.status == 409 && claimed.code == "wrong_account")
        }
    }

    @Test("Without the feature there's no such route", arguments: StoreUnderTest.databases)
    func off(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind, hasDevices: false) { site in
            let (phone, id) = try await site.pair("phone")
            try await expect(site.server.send("GET", "/account/devices", token: phone).status, equals: 404)
            try await expect(remove(site, id.lowercased, token: phone).status, equals: 404)
        }
    }
}
