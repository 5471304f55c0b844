import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// `Tests/Vectors/live-machine.json` holds `LiveMachine` and its port in the browser together: events in, actions out.
@Suite("LiveMachineVectorTests: the machine behind a live device, in Swift and in the browser")
struct LiveMachineVectorTests {
    /// Draws from a list, again and again.
    private final class Jitters: @unchecked Sendable {
        private let values: [Double]
        private var count = 0

        init(_ values: [Double]) { self.values = values }

        func next() -> Double {
            count += 1
            return values[(count - 1) % values.count]
        }
    }

    @Test("Every history has the actions that are written down")
    func histories() throws {
        try MachineVectors.check("live-machine") { history in
            let jitters = Jitters(history["jitters"]?.array?.compactMap(\.double) ?? [])
            var machine = LiveMachine(jitter: { jitters.next() })
            return { step in
                let now = try #require(step.first?.double)
                let actions = machine.handle(try Self.event(step[1]), now: now)
                return [step[0], step[1], .array(actions.map(Self.json))]
            }
        }
    }

    private static func event(_ json: JSONValue) throws -> LiveMachine.Event {
        let pause = json["retryAfterSeconds"]?.double
        switch json["type"]?.string {
        case "started": return .started
        case "opened": return .opened
        case "ended": return .ended
        case "edited": return .edited
        case "refused": return .refused(status: Int(try #require(json["status"]?.double)), retryAfterSeconds: pause)
        case "synced": return .synced(cursors: try cursors(json["cursors"]))
        case "syncFailed": return .syncFailed(isTemporary: json["isTemporary"] == .bool(true), retryAfterSeconds: pause)
        case "timer": return .timer(json["timer"]?.string == "sync" ? .sync : .connect)
        case "received":
            let event = try #require(json["event"])
            let kind = try #require(event["type"]?.string.flatMap(LiveEvent.Kind.init))
            let count = Int(event["recordCount"]?.double ?? 0)
            let records = (0..<count).map { Records.weight(Double(70 + $0)) }
            return .received(LiveEvent(kind, seq: Int64(try #require(event["seq"]?.double)), records: records))
        default: throw JSONError.shape("Expected an event.")
        }
    }

    private static func cursors(_ json: JSONValue?) throws -> [LiveEvent.Kind: Int64] {
        guard case .object(let members)? = json else { throw JSONError.shape("Expected cursors.") }
        return try members.reduce(into: [:]) { cursors, member in
            cursors[try #require(LiveEvent.Kind(rawValue: member.name))] = Int64(try #require(member.value.double))
        }
    }

    private static func json(_ action: LiveMachine.Action) -> JSONValue {
        func made(_ type: String, _ members: JSONValue.Member...) -> JSONValue {
            .object([.init("type", .string(type))] + members)
        }
        switch action {
        case .open: return made("open")
        case .close: return made("close")
        case .sync: return made("sync")
        case .stop: return made("stop")
        case .report(let status): return made("report", .init("status", .string(status.rawValue)))
        case .wait(let timer, let seconds):
            let name = timer == .sync ? "sync" : "connect"
            return made("wait", .init("timer", .string(name)), .init("seconds", .number(seconds)))
        case .merge(let event):
            let members: [JSONValue.Member] = [
                .init("type", .string(event.kind.rawValue)), .init("seq", .number(Double(event.seq))),
                .init("recordCount", .number(Double(event.records.count))),
            ]
            return made("merge", .init("event", .object(members)))
        }
    }
}
