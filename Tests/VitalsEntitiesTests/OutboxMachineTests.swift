import Foundation
import TestSupport
import Testing
import Vitals
import VitalsEntities

/// `OutboxMachine` against the histories that the browser's machine has written.
@Suite("The machine of the outbox answers like the browser's")
struct OutboxMachineTests {
    @Test("each step of each history")
    func vectors() throws {
        try MachineVectors.check("outbox-machine") { _ in
            var machine = OutboxMachine()
            return { step in
                let actions = machine.handle(try #require(OutboxMachine.Event(step[0])))
                return [step[0], .array(actions.map(\.json)), machine.json]
            }
        }
    }
}

extension OutboxMachine {
    fileprivate var json: JSONValue {
        .object([
            .init("phase", .string(phase.rawValue)), .init("single", .bool(single)),
            .init("suspect", suspect.map { .string($0) } ?? .null), .init("failed", .bool(failed)),
            .init("resets", .number(Double(resets))),
        ])
    }
}

extension OutboxMachine.Event {
    fileprivate init?(_ json: JSONValue) {
        func flag(_ name: String) -> Bool { json[name] == .bool(true) }
        switch json["type"]?.string {
        case "began": self = .began(restating: flag("restating"), single: flag("single"))
        case "restated": self = .restated(more: flag("more"))
        case "pushed": self = .pushed
        case "nothingToSend": self = .nothingToSend
        case "serverError": self = .serverError(requestIDs: json["requestIds"]?.texts ?? [])
        case "pulled": self = .pulled(more: flag("more"))
        case "historyLost": self = .historyLost
        case "moved": self = .moved
        case "failed": self = .failed
        default: return nil
        }
    }
}

extension OutboxMachine.Action {
    fileprivate var json: JSONValue {
        switch self {
        case .restate: .object([.init("type", .string("restate"))])
        case .push(let limit): .object([.init("type", .string("push")), .init("limit", .number(Double(limit)))])
        case .pull: .object([.init("type", .string("pull"))])
        case .reset: .object([.init("type", .string("reset"))])
        case .count(let id): .object([.init("type", .string("count")), .init("requestId", .string(id))])
        case .end(let ok): .object([.init("type", .string("end")), .init("ok", .bool(ok))])
        }
    }
}
