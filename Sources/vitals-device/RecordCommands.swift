import ArgumentParser
import Foundation
import Vitals

struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Record a measurement.",
        discussion: """
            EXAMPLE
              vitals-device add weight 72.3 kg
              vitals-device add distance 3.1 mi --at 2026-06-20T07:30:00+02:00
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The kind of measurement.") var kind: MetricKind
    @Argument(help: "The value, with a decimal point.") var value: Decimal
    @Argument(help: "The unit. Default: the kind's own.") var unit: MetricUnit?
    @Option(help: ArgumentHelp("The time, such as 2026-06-20T07:30:00+02:00. Default: now.", valueName: "time"))
    var at: Timestamp?
    @Option(
        help: ArgumentHelp(
            "The name of a symptom, such as dizzy.",
            visibility: MetricKind.known.contains(where: \.needsLabel) ? .default : .hidden))
    var label: String?

    func run() throws {
        let record = try phone.open().add(kind, value.value, unit, recordedAt: at, label: label)
        if phone.json {
            Terminal.json(.record(record, [.init("dirty", .bool(true))]))
        } else {
            Terminal.show("Recorded \(record.displayKind) \(record.displayValue) as \(record.displayID).")
        }
    }
}

struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Change a measurement, or fix one that the server refused.",
        discussion: """
            EXAMPLE
              vitals-device edit 3f2a 71.9
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The record's id, or enough of its first characters.") var id: String
    @Argument(help: "The new value, with a decimal point.") var value: Decimal
    @Argument(help: "Its unit. Default: the record's own.") var unit: MetricUnit?

    func run() throws {
        let device = try phone.open()
        let record = try device.edit(device.id(id), value: value.value, unit: unit)
        if phone.json {
            Terminal.json(.record(record, [.init("dirty", .bool(true))]))
        } else {
            Terminal.show("\(record.displayID) is now \(record.displayValue), version \(record.version).")
        }
    }
}

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the measurements, newest first.",
        discussion: """
            EXAMPLE
              vitals-device list --kind weight --json
            """)

    @OptionGroup var phone: PhoneOptions
    @Option(help: "Show only this kind.") var kind: MetricKind?
    @Option(parsing: .unconditional, help: ArgumentHelp("Show at most this many.", valueName: "count")) var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    }

    func run() throws {
        let records = try phone.open().list(kind: kind, limit: limit)
        if phone.json {
            Terminal.json(.array(records.map { .record($0.measurement, [.init("dirty", .bool($0.isDirty))]) }))
        } else if records.isEmpty {
            Terminal.show("Nothing recorded yet.")
        } else {
            Terminal.table(
                ["ID", "KIND", "VALUE", "MEASURED", "VERSION", "STATE"],
                records.map { stored in
                    let record = stored.measurement
                    return [
                        record.displayID, record.displayKind, record.displayValue, record.recordedAt.rfc3339,
                        String(record.version), stored.isDirty ? "not synced yet" : "synced",
                    ]
                })
        }
    }
}
