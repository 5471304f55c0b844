import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsViewModels

@Suite("Connecting to a server", .timeLimit(.minutes(5)))
@MainActor
struct PairingModelTests {
    @Test("a code is exchanged for a token over HTTP, and neither stays on the screen")
    func byCode() async throws {
        let server = try LoopbackServer(.response(json: #"{"token":"t-123"}"#))
        let (model, fixture) = try pairing()
        expect(model.open(" \(server.url)/#/pair/ABCD-2345 "))
        await model.connect()
        let request = try #require(server.requests.first)
        expect(request.method == "POST" && request.target == "/pair")
        expect(request.headers["authorization"] == nil)
        expect(String(decoding: request.body, as: UTF8.self), equals: #"{"code":"ABCD-2345","name":"Test phone"}"#)
        try expect(fixture.tokens.token(), equals: "t-123")
        expect(model.isConnected && model.server == server.url && model.problem == nil)
        expect(model.codeText.isEmpty && fixture.logins.count == 1)
        let note = try #require(fixture.log.lastExchange)
        expect(note.path == "/pair" && note.status == 200)
        expect(!"\(note)".contains("ABCD") && !"\(note)".contains("t-123"))
    }

    @Test(
        "what a server says to a code is told in words that say what to do",
        arguments: [
            (403, "{}", "This code isn't valid: it is wrong, was used or has expired. Make a new one."),
            (404, "{}", "This server doesn't support pairing by code. Use a token instead."),
            (429, "{}", "Too many codes were tried. Wait for 30 s, then try again."),
            (200, "{}", "There is no Vitals server at this address. Check it."),
            (200, "<html>", "There is no Vitals server at this address. Check it."),
            (503, "{}", "The server can't be reached. Check its address and your network, then try again."),
        ])
    func refusals(status: Int, json: String, words: String) async throws {
        let server = try LoopbackServer(.response(status, headers: ["Retry-After: 30"], json: json))
        let (model, fixture) = try pairing()
        model.serverText = server.url
        model.codeText = "ABCD2345"
        await model.connect()
        expect(model.problem, equals: words)
        expect(!model.isConnected && model.codeText == "ABCD2345" && fixture.logins.count == 0)
        try expect(fixture.tokens.token() == nil)
    }

    @Test("a token is taken as it is pasted, and one that is none is refused")
    func byToken() async throws {
        let (model, fixture) = try pairing()
        model.serverText = "https://example.com/"
        model.method = .token
        model.tokenText = "  \n"
        await model.connect()
        expect(model.problem?.hasPrefix("The token is empty") == true && !model.isConnected)
        model.tokenText = " t-123\n"
        await model.connect()
        expect(model.problem == nil && model.isConnected && model.server == "https://example.com")
        try expect(fixture.tokens.token(), equals: "t-123")
        model.disconnect()
        try expect(fixture.tokens.token() == nil)
        expect(!model.isConnected && model.server == "https://example.com")
    }

    @Test("an address that is none is told, and nothing is sent")
    func badAddress() async throws {
        let (model, _) = try pairing()
        model.serverText = "example"
        model.codeText = "ABCD2345"
        await model.connect()
        expect(model.problem?.contains("isn't a server address") == true)
    }

    @Test("records of another server move only when the person says so, and no code is spent before")
    func anotherServer() async throws {
        let server = try LoopbackServer(.response(json: #"{"token":"t-2"}"#))
        let (model, fixture) = try pairing()
        try fixture.device.login(to: ServerOrigin("https://old.test"), token: "t-1")
        let old = Syncer(store: fixture.device.store, api: InMemoryServer(), origin: "https://old.test")
        try await old.sync()
        model.serverText = server.url
        model.codeText = "ABCD2345"
        await model.connect()
        expect(model.asksToMoveRecords && server.requests.isEmpty)
        try expect(fixture.device.server()?.description == "https://old.test" && fixture.tokens.token() == "t-1")
        model.keepServer()
        expect(!model.asksToMoveRecords)
        await model.connect(movingRecords: true)
        try expect(fixture.device.server()?.description == server.url && fixture.tokens.token() == "t-2")
        try expect(fixture.device.syncState().account == nil)
    }

    @Test("what `vitals-server pair` prints connects the phone: the address, or all of it", arguments: [true, false])
    func printed(isWhole: Bool) async throws {
        let directory = try TemporaryFolder()
        let database = "sqlite:\(directory.url.path)/server.sqlite"
        let (server, printed) = try await blocking {
            let server = try LiveServer(databaseURL: database)
            let pair = try RunningProgram(
                "vitals-server", ["pair", "--port", "\(server.port)"],
                environment: ["DATABASE_URL": database, "PATH": "/nowhere"])
            return (server, try pair.finish(withinSeconds: 30).output)
        }
        let line = try #require(printed.split(separator: "\n").first { $0.hasPrefix("open ") })
        let (model, fixture) = try pairing()
        expect(model.open(isWhole ? printed : String(line.dropFirst("open  ".count))), "\(printed)")
        expect(model.serverText == server.url && !model.codeText.isEmpty)
        await model.connect()
        expect(model.isConnected && model.problem == nil && model.server == server.url)
        let token = try #require(try fixture.tokens.token())
        try await expect(ServerClient(server, token: token).pull().status, equals: 200)
    }

    @Test(
        "what is no invitation is not taken for one, and the person is told until one is",
        arguments: [
            "", "ABCD", "https://a.test/", "/#/pair/A", "x/#/pair/A", "https://a.test/#/pair/",
            "https://a.test/#/pair/A/B", "https://a.test/#pair=A", "https://a.test/demo/#pair=A,B",
        ])
    func noPairingLink(text: String) throws {
        let (model, _) = try pairing()
        expect(!model.open(text) && model.codeText.isEmpty && model.serverText.isEmpty)
        expect(model.problem?.hasPrefix("This isn't a pairing link.") == true)
        expect(model.open("https://a.test/#/pair/ABCD2345") && model.problem == nil)
    }

    private struct Fixture {
        let device: Device
        let tokens: InMemorySecureStore
        let log: DiagnosticsLog
        let logins: Logins
    }

    @MainActor
    private final class Logins {
        var count = 0
    }

    private func pairing() throws -> (PairingModel, Fixture) {
        let (tokens, log, logins) = (InMemorySecureStore(), DiagnosticsLog(), Logins())
        let transport = LoggingTransport(log: log)
        let device = Device(store: try Records.store(), tokens: tokens, transport: transport)
        let model = PairingModel(device: device, deviceName: "Test phone", onLogin: { logins.count += 1 })
        return (model, Fixture(device: device, tokens: tokens, log: log, logins: logins))
    }
}
