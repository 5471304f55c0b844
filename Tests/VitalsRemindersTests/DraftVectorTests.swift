import Foundation
import StepSupport
import TestSupport
import Testing
import VitalsEntities
import VitalsFeatures

@testable import Vitals
@testable import VitalsReminders

/// Drafts that a person, a script or another program may come up with. The browser answers them in the same sentences.
@Suite("Drafts of reminders are refused like the browser's") struct DraftVectorTests {
    private let vectors: JSONValue

    init() throws {
        vectors = try JSONValue(parsing: Data(contentsOf: PackageFiles.url("Tests/Vectors/reminder-drafts.json")))
    }

    @Test("in the same sentence, about the same field")
    func drafts() throws {
        let drafts = try #require(vectors["drafts"]?.array)
        #expect(drafts.count >= 100)
        for vector in drafts {
            func text(_ field: String) -> String { vector["draft"]?[field]?.string ?? "" }
            var draft = ReminderDraft(title: text("title"))
            (draft.start, draft.time) = (text("start"), text("time"))
            (draft.zone, draft.rule) = (text("zone"), text("rule"))
            var found: ReminderInvalid?
            do throws(ReminderInvalid) {
                _ = try draft.values()
            } catch {
                found = error
            }
            let expected = vector["field"]?.string.map { ReminderInvalid($0, vector["detail"]?.string ?? "") }
            let words = CanonicalJSON.text(vector["draft"] ?? .null)
            expect(found == expected, "\(words): \(String(describing: found))")
        }
    }

    @Test("and the minutes between two rings are read alike")
    func repeats() throws {
        let repeats = try #require(vectors["repeats"]?.array)
        #expect(repeats.count >= 10)
        let device = try Device.inMemory(features: .all)
        let group = try device.entities.create("group", ["name": .string("Health")])
        for vector in repeats {
            let text = try #require(vector["repeat"])
            let id = try device.entities.create(
                "reminder", ["title": .string("Pills"), "group": .string(group.lowercased), "repeat": text])
            let reminder = try #require(try device.reminders.reminder(id))
            var minutes: Int?
            if case .number(let number)? = vector["minutes"] { minutes = Int(number) }
            expect(reminder.repeatMinutes, equals: minutes, "\(text)")
        }
    }
}
