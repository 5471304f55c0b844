import ArgumentParser
import Vitals

extension TerminalFeature {
    static let deletes = TerminalFeature(commands: [Delete.self, Deleted.self, RestoreDeleted.self])
}

struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Delete a measurement, here and with the next sync everywhere.",
        discussion: """
            Its content stays on this phone for 30 days; `vitals-device deleted` shows it.

            EXAMPLE
              vitals-device delete 3f2a
              vitals-device restore 1
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The record's id, or enough of its beginning.") var id: String

    func run() throws {
        let device = try phone.open()
        let id = try device.id(id)
        try device.delete(id)
        let entry = try device.recentlyDeleted().first { $0.measurement.id == id }
        if phone.json {
            Terminal.json(entry.map { .deleted($0) } ?? .null)
        } else if let entry {
            Terminal.show("Deleted \(entry.measurement.displayKind) \(entry.measurement.displayValue).")
            Terminal.show("Bring it back within 30 days with: vitals-device restore \(entry.id)")
        }
    }
}

struct Deleted: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what was deleted in the last 30 days.",
        discussion: """
            EXAMPLE
              vitals-device deleted
              vitals-device deleted erase 1
            """,
        subcommands: [Show.self, Erase.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Show it (the default).")
        @OptionGroup var phone: PhoneOptions

        func run() throws {
            let deleted = try phone.open().recentlyDeleted()
            if phone.json {
                Terminal.json(.array(deleted.map { .deleted($0) }))
            } else if deleted.isEmpty {
                Terminal.show("Nothing was deleted in the last 30 days.")
            } else {
                Terminal.table(
                    ["NUMBER", "ID", "KIND", "VALUE", "MEASURED", "DELETED"],
                    deleted.map { entry in
                        [
                            String(entry.id), entry.measurement.displayID, entry.measurement.displayKind,
                            entry.measurement.displayValue, entry.measurement.recordedAt.rfc3339,
                            entry.deletedAt.rfc3339,
                        ]
                    })
                Terminal.show("Bring one back with: vitals-device restore NUMBER")
            }
        }
    }

    struct Erase: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Erase one now, and not after 30 days. It can't be brought back on this phone.")
        @OptionGroup var phone: PhoneOptions
        @Argument(help: "The number that `deleted` shows.") var number: Int64

        func run() throws {
            try phone.open().erase(deleted: number)
            if !phone.json { Terminal.show("Entry \(number) is erased.") }
        }
    }
}

struct RestoreDeleted: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring back a deleted measurement.",
        discussion: """
            EXAMPLE
              vitals-device restore 1
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The number that `deleted` shows.") var number: Int64

    func run() throws {
        let record = try phone.open().restore(deleted: number)
        if phone.json {
            Terminal.json(.record(record, [.init("dirty", .bool(true))]))
        } else {
            Terminal.show("\(record.displayID) is \(record.displayValue) again, version \(record.version).")
        }
    }
}

extension JSONValue {
    fileprivate static func deleted(_ entry: RecentlyDeleted) -> JSONValue {
        .object([
            .init("number", .number(Double(entry.id))), .init("deletedAt", .string(entry.deletedAt.rfc3339)),
            .init("record", .record(entry.measurement)),
        ])
    }
}
