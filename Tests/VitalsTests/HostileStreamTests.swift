import Foundation
import StepSupport
import Synchronization
import TestSupport
import Testing

@testable import Vitals

/// A real stream over loopback whose server sends what no server of ours does.
@Suite("A device and a stream that isn't one", .timeLimit(.minutes(5))) struct HostileStreamTests {
    private static let evil = Records.weight(666, id: Records.id(666)).json
    private static let good = Records.weight(71, id: Records.id(1))

    private static func event(_ json: String) -> [UInt8] { Array("data: \(json)\n\n".utf8) }

    /// A whole event with records, as our server writes it.
    private static func event(seq: Int64, _ records: String...) -> [UInt8] {
        event(#"{"v":1,"type":"measurements.changed","seq":\#(seq),"records":[\#(records.joined(separator: ","))]}"#)
    }

    /// Pieces that hold a good record in a form that makes it no event, each with its reason.
    static let pieces: [Named<[UInt8]>] = [
        Named("another version", event(#"{"v":2,"type":"measurements.changed","seq":9,"records":[\#(evil)]}"#)),
        Named("another type", event(#"{"v":1,"type":"entities.gone","seq":9,"records":[\#(evil)]}"#)),
        Named("no number", event(#"{"v":1,"type":"measurements.changed","records":[\#(evil)]}"#)),
        Named("a number below zero", event(seq: -1, evil)),
        Named("51 records", event(seq: 9, Array(repeating: evil, count: 51).joined(separator: ","))),
        Named("a record that can't be read", event(seq: 9, evil, "{}")),
        Named("JSON that goes on", event(#"{"v":1,"type":"measurements.changed","seq":9,"records":[\#(evil)]}}"#)),
        Named("a NUL", event("\u{0}" + #"{"v":1,"type":"measurements.changed","seq":9,"records":[\#(evil)]}"#)),
        Named(
            "bytes that aren't UTF-8",
            Array(#"data: {"v":1,"type":"measurements.changed","seq":9,"x":""#.utf8) + [0xFF, 0xC0, 0x80]
                + Array(#"","records":[\#(evil)]}"#.utf8) + Array("\n\n".utf8)
        ),
        Named(
            "300 KiB",
            event(
                #"{"v":1,"x":"\#(String(repeating: "x", count: 300 << 10))","type":"measurements.changed","seq":9,"#
                    + #""records":[\#(evil)]}"#)
        ),
        Named(
            "a line of 4 MiB, and an event in its middle",
            Array(": ".utf8) + Array(repeating: UInt8(ascii: "x"), count: 4 << 20) + event(seq: 9, evil).dropLast()
                + Array("\n\n".utf8)
        ),
        Named(
            "a thousand lines of nothing",
            Array(String(repeating: "data\u{2028}:\n:\nid\nretry: -1\n", count: 250).utf8)),
        Named("an event nested 100 000 deep", event(String(repeating: "[", count: 100_000))),
    ]

    /// Runs a live device against a stream of these bytes until `isDone`.
    private func run(
        _ bytes: [UInt8], account: String = "account-1",
        until isDone: @escaping @Sendable (Device, InMemoryServer) throws -> Bool
    ) async throws -> (device: Device, server: InMemoryServer) {
        let head = LoopbackServer.Answer.head(
            200, ["Content-Type: text/event-stream", "Vitals-Account: \(account)", "Connection: close"])
        let stream = try LoopbackServer { _ in LoopbackServer.Answer(steps: [.send(head + bytes), .hold]) }
        let server = InMemoryServer()
        let device = Device(store: try Records.store(), api: { _, _ in server })
        try device.login(to: try ServerOrigin(stream.url), token: "token")
        try await device.sync()
        let gate = Gate()
        let live = Task {
            try await device.live(
                over: GatedTransport(gate: gate), onStatus: { status in if status == .live { gate.open() } })
        }
        let end = ContinuousClock.now + .seconds(90)
        while try !isDone(device, server) {
            guard ContinuousClock.now < end else { throw Unfinished() }
            try await Task.sleep(for: .milliseconds(5))
        }
        live.cancel()
        _ = await live.result
        return (device, server)
    }

    private struct Unfinished: Error {}

    /// The real transport, which hands on a stream's bytes once the device is live: what comes before isn't merged.
    private struct GatedTransport: EventTransport {
        let gate: Gate

        func stream(
            _ request: HTTPRequest, silenceSeconds: Double, receive: @escaping @Sendable (EventStreamPart) -> Void
        ) async throws {
            try await SystemEventTransport().stream(request, silenceSeconds: silenceSeconds) { part in
                if case .head = part { receive(part) } else { gate.pass { receive(part) } }
            }
        }
    }

    /// Keeps actions until it's open, then runs them in order.
    private final class Gate: Sendable {
        private let state = Mutex<(isOpen: Bool, waiting: [@Sendable () -> Void])>((false, []))

        func pass(_ action: @escaping @Sendable () -> Void) {
            state.withLock { state in
                if state.isOpen { action() } else { state.waiting.append(action) }
            }
        }

        func open() {
            state.withLock { state in
                state.isOpen = true
                for action in state.waiting { action() }
                state.waiting = []
            }
        }
    }

    @Test("Whatever comes changes nothing, and the good event after it arrives", arguments: pieces)
    func hostile(_ piece: Named<[UInt8]>) async throws {
        let (device, server) = try await run(piece.value + Self.event(seq: 10, Self.good.json)) { device, _ in
            try device.record(Self.good.id) != nil
        }
        try expect(device.list().map(\.measurement), equals: [Self.good])
        try expect(device.syncState().cursor, equals: 0, "the cursor moved")
        expect(server.records.isEmpty, "something was sent on")
    }

    @Test("The records of another account's stream aren't merged; the device looks at its own server instead")
    func otherAccount() async throws {
        let bytes = Self.event(seq: 10, Self.good.json)
        // The sync before the stream, the one after it was opened, and the one that the event caused.
        let (device, _) = try await run(bytes, account: "account-2") { _, server in
            server.requests.count { $0 == .pull } >= 3
        }
        try expect(device.list().isEmpty)
    }

    @Test("A line without an end costs no more memory than an event may have")
    func endlessLine() {
        var parser = EventStreamParser()
        var most = 0
        for begin in ["data: ", "data", ": ", ""] {
            _ = parser.feed(Array(begin.utf8))
            let block = [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 10)
            for _ in 0..<12 {
                _ = parser.feed(block)
                most = max(most, parser.heldBytes)
            }
            _ = parser.feed(Array("\n".utf8))
        }
        // An event that never ends either, in lines that are small.
        for _ in 0..<8_000 {
            _ = parser.feed(Array("data: 0123456789012345678901234567890123456789\ndata:\n".utf8))
            most = max(most, parser.heldBytes)
        }
        expect(most <= 2 * EventStreamParser.limitBytes)
        expect(parser.feed(Array("\ndata: a\n\n".utf8)), equals: [Array("a".utf8)])
    }
}
