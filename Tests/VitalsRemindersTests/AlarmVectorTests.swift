import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsReminders

/// The calculator against the histories that the browser's calculator has written.
@Suite("The notification calculator answers like the browser's") struct AlarmVectorTests {
    @Test("each step of each history")
    func vectors() throws {
        let json = try JSONValue(parsing: Data(contentsOf: PackageFiles.url("Tests/Vectors/alarms.json")))
        let histories = try #require(json.array)
        #expect(histories.count >= 60)
        for history in histories {
            let zone = try #require(history["zone"]?.string.flatMap { TimeZone.wire($0, orElse: nil) })
            let calculator = NotificationCalculator(limit: 8, zone: zone)
            var state = RingState()
            for step in history["steps"]?.array ?? [] {
                let changes = calculator.changes(
                    for: try (step["reminders"]?.array ?? []).map(reminder), now: try timestamp(step["now"]),
                    state: state, isStart: step["isStart"] == .bool(true))
                expect(
                    CanonicalJSON.text(changes.json), equals: CanonicalJSON.text(step["expected"] ?? .null),
                    "\(history["name"] ?? .null) at \(step["now"] ?? .null)")
                state.apply(changes)
            }
        }
    }

    private func timestamp(_ json: JSONValue?) throws -> Timestamp {
        guard case .number(let milliseconds)? = json else { throw VectorInvalid() }
        return Timestamp(clamping: Int64(milliseconds))
    }

    private func reminder(_ json: JSONValue) throws -> Reminder {
        let schedule = try Schedule(
            start: json["start"]?.string, time: json["time"]?.string, zone: json["zone"]?.string,
            rule: json["rule"]?.string)
        let id = try #require(json["id"]?.string.flatMap { UUID(text: $0) })
        var reminder = Reminder(id: id, title: json["title"]?.string ?? "", schedule: schedule)
        reminder.repeatMinutes = json["repeat"]?.double.map { Int($0) }
        guard case .object(let states)? = json["states"] else { throw VectorInvalid() }
        for state in states {
            reminder.states[state.name] =
                try state.value["snoozedUntil"].map { .snoozed(until: try timestamp($0)) }
                ?? OccurrenceState(state.value)
        }
        return reminder
    }

    private struct VectorInvalid: Error {}
}

extension AlarmChanges {
    fileprivate var json: JSONValue {
        .object([
            .init("cancel", .array(cancel.map { .string($0.text) })), .init("ring", .array(ring.map(\.json))),
            .init("schedule", .array(schedule.map(\.json))),
        ])
    }
}

extension Alarm.Key {
    fileprivate var text: String { "\(reminder.lowercased) \(occurrence)" }
}

extension Alarm {
    fileprivate var json: JSONValue {
        .object([
            .init("at", .number(Double(at.millisecondsSinceEpoch))), .init("cause", .string(cause)),
            .init("key", .string(key.text)), .init("title", .string(title)),
        ])
    }
}
