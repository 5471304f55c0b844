import ArgumentParser
import Foundation
import Vitals
import VitalsWorkouts

/// What was read from health sources, and how much of it is kept here.
struct IngestCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest",
        abstract: "Show what was read from health sources, and say how much of it this phone keeps.",
        discussion: """
            Samples are the readings of a watch or a phone, hundreds a day. They come with `import` or
            from a feed, and go up with `sync`. A
            phone keeps the last 24 months of them; once your server has the older ones, they are on the server alone.

            EXAMPLE
              vitals-device ingest
              vitals-device ingest feed ring.jsonl
              vitals-device ingest keep 6
              vitals-device ingest older basal-energy --from 2024-01-01 --to 2024-02-01
            """,
        subcommands: [
            IngestStatus.self, IngestFeed.self, IngestKeep.self, IngestOlder.self, IngestRetry.self, IngestDiscard.self,
        ], defaultSubcommand: IngestStatus.self)
}

struct IngestStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the samples by type, and what waits or was refused (the default).",
        discussion: """
            EXAMPLE
              vitals-device ingest status --json
            """)

    @OptionGroup var phone: PhoneOptions

    func run() throws {
        let samples = try phone.open().samples
        let (types, counts, refused) = (try samples.types(), try samples.counts(), try samples.rejected())
        let (lanes, months) = (try samples.lanes(), try samples.retention())
        if phone.json {
            return Terminal.json(
                .object(
                    [
                        .init("types", .array(types.map(\.json))), .init("total", .count(counts.total)),
                        .init("refused", .array(refused.map(\.json))),
                        .init("keepMonths", months.map { .count($0) } ?? .null),
                        .init("lanes", .object(lanes.map { .init($0, .array($1.map(\.json))) })),
                    ] + counts.members))
        }
        guard !types.isEmpty || counts.deletionsPending > 0 || !lanes.isEmpty else {
            return Terminal.show("No samples yet. Import an export of Apple Health: vitals-device import export.zip")
        }
        show(types)
        Terminal.show("Still to be sent: \(counts.pending), and \(counts.deletionsPending) deletions.")
        Terminal.show(IngestKeep.sentence(months))
        show(lanes)
        show(refused)
    }

    private func show(_ types: [SampleTypeSummary]) {
        guard !types.isEmpty else { return }
        Terminal.table(
            ["TYPE", "COUNT", "FIRST", "LAST", "SOURCES"],
            types.map { type in
                let names = type.sources.prefix(Self.maximumShown).map { "\($0.name.printable) (\($0.count))" }
                let rest = type.sources.count - names.count
                return [
                    type.type.printable, String(type.count), type.first.clockText, type.last.clockText,
                    names.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : ""),
                ]
            })
    }

    private func show(_ lanes: [String: [LaneProgress]]) {
        for (source, lanes) in lanes.sorted(by: { $0.key < $1.key }) where !lanes.isEmpty {
            Terminal.show("From \(source.printable):")
            for lane in lanes {
                let state = lane.isStalled ? "stopped: two windows in a row moved nothing" : lane.words
                Terminal.show("  \(lane.type.printable): \(state)")
            }
        }
    }

    private func show(_ refused: [RejectedSample]) {
        guard !refused.isEmpty else { return }
        Terminal.show("Refused by your server: \(refused.count).")
        for one in refused.prefix(Self.maximumShown) {
            let text = "\(one.sample.type) of \(one.sample.start.clockText), \(one.sample.source): \(one.detail)"
            Terminal.show("  \(text.printableLine)")
        }
        let rest = refused.count - Self.maximumShown
        if rest > 0 { Terminal.show("  and \(rest) more; --json lists all.") }
        Terminal.show(
            "Send them again with: vitals-device ingest retry. Forget them with: vitals-device ingest discard")
    }

    private static let maximumShown = 5
}

struct IngestKeep: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep", abstract: "Say how many months of samples this phone keeps.",
        discussion: """
            Older samples are removed with the next sync, once your server has them. Measurements and workouts stay.

            EXAMPLE
              vitals-device ingest keep 6
              vitals-device ingest keep all
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: ArgumentHelp("A number of months from 1 to 1200, or all.", valueName: "months")) var months: String

    private var number: Int? { Int(months).flatMap { (1...1_200).contains($0) ? $0 : nil } }

    func validate() throws {
        guard months == "all" || number != nil else {
            throw ValidationError("Say a number of months from 1 to 1200, or all.")
        }
    }

    func run() throws {
        try phone.open().samples.setRetention(number)
        if phone.json {
            return Terminal.json(.object([.init("keepMonths", number.map { .count($0) } ?? .null)]))
        }
        Terminal.show(Self.sentence(number))
    }

    static func sentence(_ months: Int?) -> String {
        guard let months else { return "This phone keeps all samples." }
        return
            "This phone keeps the last \(months == 1 ? "month" : "\(months) months") of samples, and older ones until your server has them."
    }
}

struct IngestOlder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "older", abstract: "Show samples that your server has, also those that this phone has removed.",
        discussion: """
            EXAMPLE
              vitals-device ingest older basal-energy --from 2024-01-01 --to 2024-02-01
              vitals-device ingest older RESPIRATORY_RATE --from 2024-01-01 --to 2024-01-02 --json
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The type, such as basal-energy.") var type: String
    @Option(help: ArgumentHelp("The first day, such as 2024-01-01, or a time.", valueName: "day")) var from: Moment
    @Option(help: ArgumentHelp("The day after the last one, or a time.", valueName: "day")) var to: Moment

    private var name: String { type.uppercased().replacing("-", with: "_") }

    func validate() throws {
        guard (1...64).contains(name.utf8.count),
            name.utf8.allSatisfy({ (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F })
        else { throw ValidationError("The type is a name such as basal-energy.") }
        guard from.time < to.time else { throw ValidationError("--from is before --to.") }
    }

    func run() async throws {
        let found = try await phone.open().samples.older(name, from: from.time, to: to.time)
        if phone.json { return Terminal.json(.array(found.map(\.json))) }
        guard !found.isEmpty else { return Terminal.show("Your server has no such samples.") }
        Terminal.table(
            ["START", "END", "VALUE", "SOURCE"],
            found.map { sample in
                [
                    sample.start.clockText, sample.end.clockText,
                    "\(WorkoutWords.number(sample.value, 3)) \(sample.unit.printable)", sample.source.printable,
                ]
            })
    }
}

struct IngestRetry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Send the samples that your server refused again, with the next sync.",
        discussion: """
            EXAMPLE
              vitals-device ingest retry
            """)

    @OptionGroup var phone: PhoneOptions

    func run() throws {
        let samples = try phone.open().samples
        let count = try samples.counts().rejected
        try samples.retryRejected()
        if phone.json { return Terminal.json(.object([.init("retried", .count(count))])) }
        Terminal.show(count == 0 ? "Nothing was refused." : "To be sent again: \(count). Next: vitals-device sync")
    }
}

struct IngestDiscard: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard", abstract: "Forget the samples that your server refused.",
        discussion: """
            EXAMPLE
              vitals-device ingest discard
            """)

    @OptionGroup var phone: PhoneOptions

    func run() throws {
        let samples = try phone.open().samples
        let count = try samples.counts().rejected
        try samples.discardRejected()
        if phone.json { return Terminal.json(.object([.init("discarded", .count(count))])) }
        Terminal.show(count == 0 ? "Nothing was refused." : "Forgotten: \(count).")
    }
}
