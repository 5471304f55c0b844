internal import CheckpointSystem
internal import Foundation

/// A reminder's latest occurrence, as the demo sees it from outside.
struct DemoReminder: Decodable, Sendable {
    let id: String
    let fields: Fields
    /// Its name, such as `2026-05-06`; nil on the server, which knows of no time.
    let occurrence: String?

    struct Fields: Decodable, Sendable {
        let title: String
        let occurrences: [String: Answer]?
    }

    /// An answer to an occurrence.
    enum Answer: Decodable, Hashable, Sendable {
        case said(String)
        case snoozed

        init(from decoder: any Decoder) throws {
            let text = try? decoder.singleValueContainer().decode(String.self)
            self = text.map { .said($0) } ?? .snoozed
        }
    }

    /// The answer in a word; `open` where there's none.
    func state(of occurrence: String) -> String {
        switch fields.occurrences?[occurrence] {
        case .said("completed"): "done"
        case .said(let word): word
        case .snoozed: "snoozed"
        case nil: "open"
        }
    }
}

/// The reminders of one phone, or of the server.
struct DemoReminders: Sendable {
    let all: [DemoReminder]

    /// The state of the occurrence that is due on that day; `none` where the reminder isn't known.
    func state(of title: String, _ day: String) -> String {
        let found = all.filter { $0.fields.title == title }
        return found.count > 1 ? "\(found.count) of them" : found.first?.state(of: day) ?? "none"
    }
}

extension DemoPhone {
    /// All reminders, with their answers.
    func reminders() async throws -> DemoReminders {
        DemoReminders(all: try decodedReminders(try await run("reminders", "list", "--json")))
    }

    /// The occurrences of the next two weeks, by the reminder's title.
    func upcoming() async throws -> [String: [String]] {
        let entries = try decodedReminders(try await run("reminders", "list", "--upcoming", "--json"))
        return Dictionary(grouping: entries, by: \.fields.title).mapValues { $0.compactMap(\.occurrence) }
    }

    private func decodedReminders(_ text: String) throws -> [DemoReminder] {
        guard let all = try? JSONDecoder().decode([DemoReminder].self, from: Data(text.utf8)) else {
            throw CourseError(.failed, "Phone \(name): `reminders list --json` didn't print the expected array.")
        }
        return all
    }
}

extension DemoServer {
    func reminders() async throws -> DemoReminders {
        struct Page: Decodable, Sendable { let entities: [Entity] }
        struct Entity: Decodable, Sendable {
            let id: String
            let fields: DemoReminder.Fields?
            let deleted: Bool?
        }
        let page = try await send("GET", "/entities/changes?cursor=reminder:0&limit=1000", as: Page.self)
        let living = page.entities.filter { $0.deleted != true }
        return DemoReminders(
            all: living.compactMap { one in
                one.fields.map { DemoReminder(id: one.id, fields: $0, occurrence: nil) }
            })
    }
}
