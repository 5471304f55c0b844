import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsFeatures

@testable import VitalsViewModels

@Suite("The look inside, on a screen", .timeLimit(.minutes(2)))
@MainActor
struct ReportModelTests {
    /// A server that lists two devices, removes them, and takes what is pushed unless it's away.
    private struct Server: HTTPTransport {
        let features = Locked("base,devices")
        let devices = Locked(["d1", "d2"])
        let isAway = Locked(false)

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            if isAway.withLock({ $0 }) { throw HTTPTransportError.unreachable("no route") }
            let headers = ["vitals-account": "a", "vitals-features": features.withLock { $0 }]
            func answer(_ text: String, _ status: Int = 200) -> HTTPResponse {
                HTTPResponse(status: status, headers: headers, body: Array(text.utf8))
            }
            if request.url.hasSuffix("/account/devices") {
                let items = devices.withLock { $0 }.map {
                    #"{"id":"\#($0)","name":"Phone \#($0)","isThisDevice":\#($0 == "d1"),"createdOn":"2026-06-20"}"#
                }
                return answer(#"{"devices":[\#(items.joined(separator: ","))]}"#)
            }
            if request.method == "DELETE" {
                let id = String(request.url.split(separator: "/").last ?? "")
                let isKnown = devices.withLock { list in
                    defer { list.removeAll { $0 == id } }
                    return list.contains(id)
                }
                return isKnown ? answer("", 204) : answer(#"{"code":"unknown_device"}"#, 404)
            }
            guard request.url.contains("/sync/") else { return answer("{}", 404) }
            return request.method == "POST"
                ? answer(#"{"acceptedIds":[]}"#) : answer(#"{"records":[],"nextCursor":0}"#)
        }
    }

    private let server = Server()
    private let time = VirtualTime()
    private let log: DiagnosticsLog
    private let device: Device
    private let phone: PhoneModel

    init() throws {
        log = DiagnosticsLog(clock: time.clock.read)
        device = try Device.inMemory(transport: server, clock: time.clock.read, features: .all)
        try device.login(to: ServerOrigin("https://server.test"), token: "token-of-this-phone")
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC")!
        phone = PhoneModel(
            Dependencies(
                device: device, diagnostics: log, settings: InMemorySettings(), locale: Locale(identifier: "en_GB"),
                calendar: calendar, clock: time.clock.read, sleep: time.sleep), features: ScreenFeature.all)
    }

    @Test("It says what waits and how the last exchanges went, and the text has the errors' ids")
    func looksInside() async throws {
        try await device.sync()
        try device.add(.weight, 71.37, .kilograms)
        server.isAway.withLock { $0 = true }
        do { try await device.sync() } catch { log.note(error) }
        phone.refresh()
        let model = phone.report
        let waiting = try #require(model.waiting.first)
        expect(waiting.title, equals: "Weight")
        expect(
            waiting.text.hasPrefix("1 to be sent since Today, ") && waiting.text.contains("failed"), "\(waiting.text)")
        expect(waiting.isWrong)
        let exchange = try #require(model.exchanges.first { $0.title == "POST /sync/push" })
        expect(exchange.text.contains("no answer, unreachable"), "\(exchange)")
        expect(exchange.isWrong)
        let id = try #require(log.errors.first?.id)
        expect(model.text.contains("\(id) network"), "\(model.text)")
        for secret in ["71.37", "server.test", "token-of-this-phone"] { expect(!model.text.contains(secret)) }
        server.isAway.withLock { $0 = false }
        try await device.sync()
        phone.refresh()
        let last = try #require(model.exchanges.first { $0.title == "POST /sync/push" })
        expect(!last.isWrong && last.text.contains("status 200"), "\(last)")
    }

    @Test("Devices are listed and removed, and a failure says so and keeps the list")
    func devices() async throws {
        let model = phone.accountDevices
        await model.load()
        expect(model.rows == nil && !model.isShown, "The server hasn't said that it lists devices.")
        try await device.sync()
        expect(model.isShown)
        await model.load()
        let rows = try #require(model.rows)
        expect(rows.map(\.name), equals: ["Phone d1", "Phone d2"])
        expect(rows.map(\.isThisDevice), equals: [true, false])
        expect(rows[0].text, equals: "this device, never used")
        expect(rows[1].question.hasPrefix("Remove Phone d2? "))
        await model.remove(rows[1])
        expect(model.rows?.map(\.id), equals: ["d1"])
        await model.remove(rows[1])
        expect(model.message?.hasPrefix("Your account has no such device") == true, "\(model.message ?? "nothing")")
        server.isAway.withLock { $0 = true }
        await model.load()
        expect(model.message != nil && model.rows?.count == 1)
        server.isAway.withLock { $0 = false }
        await model.load()
        expect(model.message == nil && !model.isBusy)
    }

    @Test("A server without the list has no section")
    func without() async throws {
        server.features.withLock { $0 = "base" }
        try await device.sync()
        await phone.accountDevices.load()
        expect(phone.accountDevices.rows == nil && phone.accountDevices.message == nil)
    }
}
