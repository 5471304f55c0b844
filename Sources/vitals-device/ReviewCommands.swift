import ArgumentParser
import Foundation
import Vitals

extension Conflict {
    /// The device that wrote the winner; nil if the winner is gone.
    fileprivate var wonBy: String? {
        guard winner != nil else { return nil }
        return winnerIsOwn ? "this device" : "another device"
    }
}

struct Conflicts: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show edits of this phone that lost to another edit, and restore them.",
        discussion: """
            EXAMPLE
              vitals-device conflicts
              vitals-device conflicts restore 1
            """,
        subcommands: [Show.self, Restore.self, Dismiss.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Show them (the default).")
        @OptionGroup var phone: PhoneOptions

        func run() throws {
            let conflicts = try phone.open().conflicts()
            if phone.json {
                Terminal.json(Self.json(conflicts))
            } else if conflicts.isEmpty {
                Terminal.show("No edit of this phone has lost to another.")
            } else {
                Self.show(conflicts)
            }
        }

        static func json(_ conflicts: [Conflict]) -> JSONValue {
            .array(
                conflicts.map { conflict in
                    .object([
                        .init("number", .number(Double(conflict.id))),
                        .init("lostAt", .string(conflict.lostAt.rfc3339)),
                        .init("loser", .record(conflict.loser)),
                        .init("winner", conflict.winner.map { .record($0) } ?? .null),
                        .init("wonBy", conflict.wonBy.map { .string($0) } ?? .null),
                    ])
                })
        }

        static func show(_ conflicts: [Conflict]) {
            Terminal.table(
                ["NUMBER", "ID", "KIND", "YOUR EDIT", "WHAT WON", "WON BY", "LOST AT"],
                conflicts.map { conflict in
                    [
                        String(conflict.id), conflict.loser.displayID, conflict.loser.displayKind,
                        conflict.loser.displayValue, conflict.winner?.displayValue ?? "gone",
                        conflict.wonBy ?? "-", conflict.lostAt.rfc3339,
                    ]
                })
            Terminal.show("Restore one with: vitals-device conflicts restore NUMBER")
        }
    }

    struct Restore: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Restore an edit that lost, as a new edit that wins.")
        @OptionGroup var phone: PhoneOptions
        @Argument(help: "The conflict's number.") var number: Int64

        func run() throws {
            let record = try phone.open().restore(conflict: number)
            if phone.json {
                Terminal.json(.record(record, [.init("dirty", .bool(true))]))
            } else {
                Terminal.show("\(record.displayID) is \(record.displayValue) again, version \(record.version).")
            }
        }
    }

    struct Dismiss: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Dismiss a conflict and keep the winner.")
        @OptionGroup var phone: PhoneOptions
        @Argument(help: "The conflict's number.") var number: Int64

        func run() throws {
            try phone.open().dismiss(conflict: number)
            if !phone.json { Terminal.show("Conflict \(number) is gone.") }
        }
    }
}

struct Rejected: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show records that the server refused, and why.",
        discussion: """
            To fix such a record, edit it. The next sync sends the fix.

            EXAMPLE
              vitals-device rejected
              vitals-device edit 3f2a 72.5
            """,
        subcommands: [Show.self, Dismiss.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Show them (the default).")
        @OptionGroup var phone: PhoneOptions

        func run() throws {
            let rejected = try phone.open().rejected()
            if phone.json {
                Terminal.json(Self.json(rejected))
            } else if rejected.isEmpty {
                Terminal.show("The server hasn't refused any record.")
            } else {
                Self.show(rejected)
            }
        }

        static func json(_ rejected: [RejectedMeasurement]) -> JSONValue {
            .array(
                rejected.map { copy in
                    .object([
                        .init("number", .number(Double(copy.id))), .init("code", .string(copy.code)),
                        .init("detail", .string(copy.detail)),
                        .init("rejectedAt", .string(copy.rejectedAt.rfc3339)),
                        .init("record", .record(copy.measurement)),
                    ])
                })
        }

        static func show(_ rejected: [RejectedMeasurement]) {
            Terminal.table(
                ["NUMBER", "ID", "KIND", "VALUE", "WHY"],
                rejected.map { copy in
                    [
                        String(copy.id), copy.measurement.displayID, copy.measurement.displayKind,
                        copy.measurement.displayValue, copy.detail.printable,
                    ]
                })
            let unknownKind = MeasurementError.Code.unknownKind.rawValue
            if rejected.contains(where: { $0.code == unknownKind }) {
                Terminal.show("What your server doesn't take yet stays on this phone, and is sent once it does.")
            }
            if rejected.contains(where: { $0.code != unknownKind }) {
                Terminal.show("Fix one with: vitals-device edit ID VALUE")
            }
        }
    }

    struct Dismiss: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Dismiss a refused copy.")
        @OptionGroup var phone: PhoneOptions
        @Argument(help: "The refused copy's number.") var number: Int64

        func run() throws {
            try phone.open().dismiss(rejected: number)
            if !phone.json { Terminal.show("Refused copy \(number) is gone.") }
        }
    }
}
