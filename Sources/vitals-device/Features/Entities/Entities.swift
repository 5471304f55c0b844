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
            let json = JSONValue.object([.init("waiting", .count(waiting)), .init("needYou", .count(needed))])
            let isOne = needed == 1
            let hint = "\(needed) of your notes, tags or groups \(isOne ? "needs" : "need") you."
            return [
                StatusLine(
                    name: "entities", text: "\(waiting) still to be sent, \(needed) \(isOne ? "needs" : "need") you",
                    json: json,
                    hint: needed > 0 ? "\(hint) See `vitals-device needs-you`." : nil,
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

    struct Overview: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show how many there are of each type, and what waits (the default).")
        @OptionGroup var phone: PhoneOptions

        func run() throws {
            let entities = try phone.open().entities
            let counts = try entities.types.names.map { ($0, try entities.all($0).count) }
            let waiting = try entities.waitingCount()
            let (conflicts, refused) = (try entities.conflicts().count, try entities.deadLetters().count)
            if phone.json {
                return Terminal.json(
                    .object([
                        .init("counts", .object(counts.map { .init($0.0, .count($0.1)) })),
                        .init("waiting", .count(waiting)), .init("conflicts", .count(conflicts)),
                        .init("refused", .count(refused)),
                    ]))
            }
            Terminal.table(["TYPE", "COUNT"], counts.map { [$0.0, String($0.1)] })
            Terminal.show("Changes that wait for the server: \(waiting).")
            guard conflicts + refused > 0 else { return Terminal.show("Nothing needs you.") }
            let lost = "\(conflicts) \(conflicts == 1 ? "edit" : "edits") that lost"
            Terminal.show("What needs you: \(lost), \(refused) refused \(refused == 1 ? "change" : "changes").")
            Terminal.show("See them with: vitals-device entities needs-you")
        }
    }
}
