import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("The look inside, with real programs", .timeLimit(.minutes(5)))
struct ReportProgramTests {
    private let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    @Test("The report has the exchanges of syncs before it, as text and as JSON, and nothing of what was exchanged")
    func reports() async throws {
        let server = try LiveServer(directory: directory.url.path)
        let phone = Phone(directory.path("phone"))
        try await phone.run("add", "weight", "71.37", "kg")
        try await phone.run("log", "--offline", "--yes", "felt dizzy")
        try await phone.run("login", "--server", server.url, input: "dev-token\n")
        try await expect(phone.run("sync").status, equals: 0)
        server.stop()
        try await phone.run("add", "steps", "4711")
        try await expect(phone.run("sync").status, equals: 1)
        let text = try await phone.run("status", "--report")
        expect(text.status, equals: 0, "\(text.errors)")
        for part in [
            "Vitals report of ", "vitals-device 0.1.0, Linux", "Address: http, loopback", "Account: known",
            "records WEIGHT: 1", "records STEPS: 1 since ", "failed tries ", "POST /sync/push: 200, ",
            "POST /sync/push: unreachable, ", "GET /sync/pull: 200, ", "Devices of the account\n  not listed yet\n",
        ] { expect(text.output.contains(part), "\(part) isn't in \(text.output)") }
        let json = try await phone.run("status", "--report", "--json")
        let report = try JSONValue(parsing: json.output)
        expect(report["exchanges"]?.array?.first?["outcome"]?.string, equals: "unreachable")
        expect(report["store"]?["records"] == .number(2) || report["store"]?["records"] == .number(3), "\(json.output)")
        for output in [text.output, json.output] {
            for secret in ["71.37", "4711", "dizzy", "dev-token", "127.0.0.1", "\(server.port)", directory.url.path] {
                let words = output.split { !$0.isLetter && !$0.isNumber && !"./-".contains($0) }
                expect(!words.contains { $0 == secret }, "\(secret) is in \(output)")
            }
        }
        try await expect(phone.run("status").output.contains("server     \(server.url)"))
    }

    @Test("Devices are listed, and one is removed after a question")
    func devices() async throws {
        let list = #"""
            {"devices":[
            {"id":"d1","name":"My phone","createdOn":"2026-06-20","lastUsedOn":"2026-06-21","isThisDevice":true,
            "readOnly":false,"expiresAt":null,"kinds":null},
            {"id":"d2","name":"Coach","createdOn":"2026-06-01","lastUsedOn":null,"isThisDevice":false,"readOnly":true,
            "expiresAt":"2026-08-01","kinds":["WEIGHT"]}]}
            """#
        let server = try LoopbackServer { request in
            switch (request.method, request.target) {
            case ("GET", "/account/devices"): .response(json: list)
            case ("DELETE", "/account/devices/d2"): .response(204)
            case ("DELETE", "/account/devices/d1"): .response(409, json: #"{"code":"this_device"}"#)
            default: .response(404, json: "{}")
            }
        }
        let phone = Phone(directory.path("phone"))
        try await phone.run("login", "--server", server.url, input: "token\n")
        let table = try await phone.run("devices")
        expect(
            table.output.contains("d1  My phone  2026-06-20  2026-06-21  this one"), "\(table.output)\(table.errors)")
        expect(table.output.contains("never       only looks on, sees WEIGHT, until 2026-08-01"), "\(table.output)")
        let json = try JSONValue(parsing: try await phone.run("devices", "list", "--json").output)
        expect(json["devices"]?.array?.count, equals: 2)
        let refused = try await phone.run("devices", "remove", "d2", input: "n\n")
        expect(refused.status == 1 && refused.errors.contains("Remove it? [y/N]"), "\(refused.errors)")
        expect(!server.requests.contains { $0.method == "DELETE" })
        let removed = try await phone.run("devices", "remove", "d2", input: "y\n")
        expect(removed.output, equals: "Coach is removed: the server doesn't accept its token any more.\n")
        let own = try await phone.run("devices", "remove", "d1", "--yes")
        expect(own.status == 1 && own.errors.contains("the device that you hold"), "\(own.errors)")
        let unknown = try await phone.run("devices", "remove", "d9", input: "y\n")
        expect(unknown.status == 1 && unknown.errors.contains("no such device"), "\(unknown.errors)")
        try await expect(phone.run("status", "--report").output.contains("Devices of the account\n  2\n"))
    }

    @Test("A server without the list says so in a sentence")
    func withoutDevices() async throws {
        let server = try LoopbackServer(.response(404, json: "{}"))
        let phone = Phone(directory.path("phone"))
        try await phone.run("login", "--server", server.url, input: "token\n")
        let run = try await phone.run("devices")
        expect(run.status == 1 && run.errors.contains("Your server doesn't list devices."), "\(run.errors)")
    }
}
