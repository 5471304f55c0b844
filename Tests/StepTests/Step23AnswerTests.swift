import Foundation
import StepSupport
import Testing
import Vitals
import VitalsEntities

/// Tests of two answers to one occurrence.
@Suite("Step 23: two answers to one occurrence", .serialized)
struct Step23AnswerTests {
    private let completed = JSONValue.string("completed")
    private let skipped = JSONValue.string("skipped")

    private func snoozed(_ until: String) -> JSONValue {
        .object([.init("snoozedUntil", .string("2026-05-06T\(until)"))])
    }

    /// A value in words.
    private func told(_ value: JSONValue?) -> String {
        switch value {
        case nil: "nil"
        case .null?: "no answer"
        case .string(let text)?: text
        case let value?:
            value["snoozedUntil"]?.string.map { "a snooze until \($0.dropFirst(11))" } ?? "something unknown"
        }
    }

    private func check(
        _ current: JSONValue, _ chosen: JSONValue, seen: JSONValue = .null, _ expected: JSONValue?, _ why: String,
        line: Int = #line
    ) {
        let result = EntityAnswer.settled(current, FieldChange(base: seen, to: chosen))
        expect(
            result == expected,
            """
            Stored is \(told(current)); a phone that saw \(told(seen)) chose \(told(chosen)). \(why) So it's \
            \(told(expected)), and not \(told(result)).
            """, line: line)
    }

    @Test("what is done stays done, whatever snooze arrives later")
    func doneStays() {
        check(completed, snoozed("08:00:00Z"), completed, "The pills are taken, and the snooze didn't know it.")
        check(skipped, snoozed("08:00:00Z"), skipped, "The pills are skipped, and the snooze didn't know it.")
        check(
            completed, snoozed("08:00:00Z"), seen: skipped, completed,
            "They saw skipped, and the pills have been taken since.")
    }

    @Test("what was snoozed is done once a phone says so")
    func doneWins() {
        check(snoozed("08:00:00Z"), completed, completed, "Taken is taken, and the phone needn't have seen the snooze.")
        check(snoozed("08:00:00Z"), skipped, skipped, "Skipped is skipped, and the phone needn't have seen the snooze.")
        check(
            snoozed("08:00:00Z"), completed, seen: snoozed("07:40:00Z"), completed,
            "They saw an older snooze, and took the pills.")
    }

    @Test("of two snoozes the later one stays, in whichever order they arrive")
    func laterSnoozeStays() {
        let (early, late) = (snoozed("07:40:00Z"), snoozed("08:00:00Z"))
        check(early, late, late, "The later end stays.")
        check(late, early, late, "The later end stays, although it came first.")
        check(
            snoozed("08:00:00.250Z"), snoozed("08:00:00.750Z"), snoozed("08:00:00.750Z"),
            "Half a second later is later.")
    }

    @Test("the end of a snooze is a moment, however it's written")
    func comparesMoments() {
        let (berlin, utc) = (snoozed("09:00:00+02:00"), snoozed("08:00:00Z"))
        check(berlin, utc, utc, "09:00 in Berlin is 07:00 in UTC, which is earlier than 08:00.")
        check(berlin, snoozed("07:00:00Z"), berlin, "Both ends are the same moment, and what is stored stays.")
    }

    @Test("an answer of somebody who saw the stored one is an edit like any other")
    func seenIsAnEdit() {
        let (early, late) = (snoozed("07:40:00Z"), snoozed("08:00:00Z"))
        check(
            completed, snoozed("08:00:00Z"), seen: completed, nil,
            "They saw that it was done, and want to be asked again.")
        check(
            late, early, seen: late, nil,
            "They saw the snooze, and chose an earlier end.")
        check(
            late, early, seen: snoozed("07:30:00Z"), late,
            "They saw a snooze, but an older one. The stored one is new to them, and ends later.")
        check(
            snoozed("07:00:00Z"), completed, seen: snoozed("09:00:00+02:00"), completed,
            "It's the same moment, but somebody has written it since.")
    }

    @Test("where both chose the same there's nothing to settle")
    func sameIsTheSame() {
        check(completed, completed, nil, "Both took the pills of that day, and that's one fact.")
        check(snoozed("08:00:00Z"), snoozed("08:00:00Z"), nil, "Both chose the same end.")
    }

    @Test("done against skipped is for the user to decide, and so is everything that isn't an answer")
    func othersAreEdits() {
        check(completed, skipped, nil, "One phone took them, one skipped them. No rule knows which is true.")
        check(skipped, completed, nil, "One phone skipped them, one took them. No rule knows which is true.")
        check(completed, .null, seen: snoozed("08:00:00Z"), nil, "The phone took an answer back, and not this one.")
        check(.null, completed, seen: skipped, nil, "Somebody took the answer back that this phone saw.")
        check(
            snoozed("08:00:00Z"), .null, seen: snoozed("07:40:00Z"), nil,
            "The phone took a snooze back, and there's another one by now.")
        check(
            .null, snoozed("08:00:00Z"), seen: completed, nil,
            "Somebody took the answer back, and this phone snoozes it.")
    }

    @Test("an answer that this version doesn't know is a value like any other")
    func unknownAreEdits() {
        let remind = JSONValue.object([.init("place", .string("home"))])
        let why = "A newer version may know this answer; this one doesn't."
        check(.string("postponed"), completed, nil, why)
        check(.string("postponed"), snoozed("08:00:00Z"), nil, why)
        check(snoozed("08:00:00Z"), .string("postponed"), nil, why)
        check(remind, completed, nil, why)
        check(completed, remind, nil, why)
        let seen = "What it saw needn't be an answer that this version knows."
        check(completed, snoozed("08:00:00Z"), seen: .string("postponed"), completed, seen)
        check(snoozed("08:00:00Z"), completed, seen: remind, completed, seen)
    }

    @Test("on the server, two phones' answers to one occurrence are one, and nobody is asked")
    func onTheServer() throws {
        let (server, group, reminder) = (Step21Server(), UUID(), UUID())
        let create = ["title": Step21.to("Pills"), "group": Step21.to(group.lowercased)]
        _ = try server.perform(Step21.command(.create, "group", group, ["name": Step21.to("Health")]))
        _ = try server.perform(Step21.command(.create, "reminder", reminder, create))
        var told: [String] = []
        for answer in [snoozed("08:00:00Z"), completed, snoozed("07:40:00Z"), completed] {
            let change = FieldChange(base: .null, to: answer)
            let command = Step21.command(.update, "reminder", reminder, ["occurrences.2026-05-06": change])
            told.append(try server.perform(command)[0].status.rawValue)
        }
        let stored = server.row(reminder)?.value("occurrences.2026-05-06") ?? .null
        expect(
            stored == completed && told.allSatisfy { $0 == "applied" },
            """
            Four phones answered for 6 May, none having seen the others: a snooze, done, a snooze, done. It's done, and \
            each answer is applied. The server has \(self.told(stored)), and answered \(told.joined(separator: ", ")).
            """)
    }
}
