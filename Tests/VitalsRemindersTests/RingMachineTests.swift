import Foundation
import TestSupport
import Testing
import Vitals

@testable import VitalsReminders

/// `RingMachine` against the histories that the browser's machine has written.
@Suite("The machine of the ringing answers like the browser's") struct RingMachineTests {
    @Test("each step of each history")
    func vectors() throws {
        try MachineVectors.check("ring-machine") { _ in
            var machine = RingMachine()
            return { step in
                let actions = machine.handle(try #require(RingMachine.Event(step[0])))
                return [step[0], .array(actions.map(\.json)), machine.json]
            }
        }
    }
}

extension RingMachine {
    fileprivate var json: JSONValue {
        .object([
            .init("phase", .string(phase.rawValue)), .init("isSyncing", .bool(isSyncing)),
            .init("syncsAgain", .bool(syncsAgain)), .init("hasComputed", .bool(hasComputed)),
            .init("isPermitted", isPermitted.map { .bool($0) } ?? .null),
        ])
    }
}

extension RingMachine.Event {
    fileprivate init?(_ json: JSONValue) {
        switch json["type"]?.string {
        case "started": self = .started
        case "woke": self = .woke
        case "synced": self = .synced
        case "changed": self = .changed
        case "permission": self = .permission(json["isGranted"] == .bool(true))
        case "computed": self = .computed(nextSeconds: json["nextSeconds"]?.double)
        case "timer":
            guard let timer = json["timer"]?.string.flatMap(RingMachine.Timer.init) else { return nil }
            self = .timer(timer)
        default: return nil
        }
    }
}

extension RingMachine.Action {
    fileprivate var json: JSONValue {
        switch self {
        case .sync: .object([.init("type", .string("sync"))])
        case .wait(let timer, let seconds):
            .object([
                .init("type", .string("wait")), .init("timer", .string(timer.rawValue)),
                .init("seconds", .number(seconds)),
            ])
        case .compute(let isStart):
            .object([.init("type", .string("compute")), .init("isStart", .bool(isStart))])
        }
    }
}
