import ArgumentParser
import Vitals
import VitalsEntities

extension TerminalFeature {
    static let entities = TerminalFeature(
        commands: [
            NamedCommands<GroupCommands>.self, NamedCommands<TagCommands>.self, Notes.self, Entities.self,
            NeedsYou.self,
        ],
        status: { device in
            let (waiting, needed) = (try device.entities.waitingCount(), try device.entities.needsYouCount())
            let held = try device.entities.heldCount()
            let json = JSONValue.object([
                .init("waiting", .count(waiting)), .init("held", .count(held)), .init("needYou", .count(needed)),
            ])
            let isOne = needed == 1
            let hints = [
                needed > 0
                    ? "\(needed) of your notes, tags or groups \(isOne ? "needs" : "need") you. See `vitals-device needs-you`."
                    : nil,
                Entities.heldText(held),
            ].compactMap(\.self)
            let waits = held > 0 ? " (\(held) \(held == 1 ? "waits" : "wait") for premium access)" : ""
            return [
                StatusLine(
                    name: "entities",
                    text: "\(waiting) still to be sent\(waits), \(needed) \(isOne ? "needs" : "need") you",
                    json: json,
                    hint: hints.isEmpty ? nil : hints.joined(separator: "\n"),
                    waiting: (waiting, "changes of notes, tags or groups"))
            ]
        })
}

/// What concerns all types of entities: an overview, and the decisions that only a person can make.
struct Entities: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show how many notes, tags and groups there are, and decide what needs you.",
        discussion: """
            EXAMPLE
              vitals-device entities
              vitals-device entities needs-you
              vitals-device entities restore c3
              vitals-device entities retry r2 --field title="Knee hurts"
            """,
        subcommands: [
            Overview.self, EntitiesNeedYou.self, RestoreConflict.self, RetryRefused.self, DiscardDecision.self,
        ],
        defaultSubcommand: Overview.self)

    /// A line about the changes that the account may not make now; nil without any.
    static func heldText(_ count: Int) -> String? {
        switch count {
        case 0: nil
        case 1: "1 change waits for premium access. It goes by itself once the server gives it."
        default: "\(count) changes wait for premium access. They go by themselves once the server gives it."
        }
    }

    struct Overview: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show how many there are of each type, and what waits (the default).")
        @OptionGroup var phone: PhoneOptions

        func run() throws {
            let entities = try phone.open().entities
            let counts = try entities.types.names.map { ($0, try entities.all($0).count) }
            let (waiting, held) = (try entities.waitingCount(), try entities.heldCount())
            let (conflicts, refused) = (try entities.conflicts().count, try entities.deadLetters().count)
            if phone.json {
                return Terminal.json(
                    .object([
                        .init("counts", .object(counts.map { .init($0.0, .count($0.1)) })),
                        .init("waiting", .count(waiting)), .init("held", .count(held)),
                        .init("conflicts", .count(conflicts)), .init("refused", .count(refused)),
                    ]))
            }
            Terminal.table(["TYPE", "COUNT"], counts.map { [$0.0, String($0.1)] })
            Terminal.show("Changes that wait for the server: \(waiting).")
            if let text = heldText(held) { Terminal.show(text) }
            guard conflicts + refused > 0 else { return Terminal.show("Nothing needs you.") }
            let lost = "\(conflicts) \(conflicts == 1 ? "edit" : "edits") that lost"
            Terminal.show("What needs you: \(lost), \(refused) refused \(refused == 1 ? "change" : "changes").")
            Terminal.show("See them with: vitals-device entities needs-you")
        }
    }
}
