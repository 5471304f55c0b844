import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsViewModels

/// `Tests/Vectors/sync-machine.json` holds `SyncMachine` and its port in the browser together: events in, effects and states out.
@Suite("SyncMachineVectorTests: when a phone syncs, in Swift and in the browser")
struct SyncMachineVectorTests {
    @Test("Every history has the effects and states that are written down")
    func histories() throws {
        try MachineVectors.check("sync-machine") { _ in
            var machine = SyncMachine()
            return { step in
                let effect = machine.handle(try Self.event(step[0]))
                return [step[0], Self.json(effect), Self.json(machine.status)]
            }
        }
    }

    private static func event(_ json: JSONValue) throws -> SyncMachine.Event {
        let at = Timestamp(clamping: Int64(json["at"]?.double ?? 0))
        switch json["type"]?.string {
        case "asked": return .asked(by: json["by"]?.string == "person" ? .person : .phone)
        case "progressed":
            return .progressed(
                SyncProgress(
                    sentCount: Int(json["progress"]?["pushed"]?.double ?? 0),
                    receivedCount: Int(json["progress"]?["pulled"]?.double ?? 0)))
        case "ended": return .ended(at: at)
        case "failed":
            let error = try #require(json["error"])
            let code = try #require(error["category"]?.string.flatMap(SyncError.Code.init))
            return .failed(
                SyncError(
                    code, error["message"]?.string ?? "", retryAfterSeconds: error["retryAfterSeconds"]?.double),
                at: at, jitter: try #require(json["jitter"]?.double))
        case "foundNoServer": return .foundNoServer
        case "cancelled": return .cancelled
        case "airplane": return .airplane(isOn: json["isOn"] == .bool(true))
        case "loggedIn": return .loggedIn
        case "loggedOut": return .loggedOut
        default: throw JSONError.shape("Expected an event.")
        }
    }

    private static func json(_ effect: SyncMachine.Effect) -> JSONValue {
        switch effect {
        case .nothing: .object([.init("type", .string("nothing"))])
        case .start: .object([.init("type", .string("start"))])
        case .stop: .object([.init("type", .string("stop"))])
        case .wake(let at): .object([.init("type", .string("wake")), .init("at", json(at))])
        }
    }

    private static func json(_ status: SyncStatus) -> JSONValue {
        func made(_ phase: String, _ members: JSONValue.Member...) -> JSONValue {
            .object([.init("phase", .string(phase))] + members)
        }
        switch status {
        case .idle: return made("idle")
        case .offline: return made("offline")
        case .needsToken: return made("needsToken")
        case .waiting(let until): return made("waiting", .init("until", json(until)))
        case .wrongAccount(let detail): return made("wrongAccount", .init("detail", .string(detail)))
        case .failed(let detail): return made("failed", .init("detail", .string(detail)))
        case .syncing(let progress):
            let counts: [JSONValue.Member] = [
                .init("pushed", .number(Double(progress.sentCount))),
                .init("pulled", .number(Double(progress.receivedCount))),
            ]
            return made("syncing", .init("progress", .object(counts)))
        }
    }

    private static func json(_ at: Timestamp) -> JSONValue { .number(Double(at.millisecondsSinceEpoch)) }
}
