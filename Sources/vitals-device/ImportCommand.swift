import ArgumentParser
import Foundation
import Vitals

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Import an Apple Health export.",
        discussion: """
            Reads the export.zip itself, the export.xml in it, or the XML on standard input (-). Reading the same file
            again adds nothing. What is damaged within one tag costs that tag, and is counted with its line; --json
            lists the first 100. If the file is cut short or something follows its end, nothing of it is imported. The
            exit status is 1 then, and also if the file has records of the kinds that we read and none could be kept.

            A small zip can unpack to more than your disk holds. So an import ends after 32 GiB of XML; --max-gib
            raises that.

            EXAMPLE
              vitals-device import export.zip
              unzip -p export.zip apple_health_export/export.xml | vitals-device import -
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The file, or - for standard input.") var file: String

    @Option(help: "The most XML to read, unpacked, in GiB.")
    var maxGib = Int(HealthImportSource.usualLimitBytes >> 30)

    func validate() throws {
        guard (1...1_048_576).contains(maxGib) else { throw ValidationError("--max-gib is from 1 to 1048576.") }
    }

    func run() throws {
        let (summary, report) = try read(into: phone.open())
        if phone.json {
            Terminal.json(Self.json(summary, report))
        } else {
            Self.show(summary, report)
        }
        guard summary.acceptedCount == 0, summary.items.allSatisfy({ $0.count == 0 }) else { return }
        if let first = summary.unreadable.first {
            throw PhoneError("Nothing could be read. Line \(first.line): \(first.reason)")
        }
        if let first = Self.refused(summary).first {
            throw PhoneError("Nothing was imported: each sample breaks a rule. \(first.reason.detail)")
        }
    }

    private func read(into device: Device) throws -> (HealthExportSummary, ImportReport) {
        defer { Terminal.progress("") }
        return try device.importHealthExport(
            file == "-" ? .standardInput : .file(file), limitBytes: Int64(maxGib) << 30
        ) { read, total in
            let share = total.map { $0 > 0 ? " of \($0 >> 20)" : "" } ?? ""
            Terminal.progress("read \(read >> 20)\(share) MiB")
        }
    }

    private static func show(_ summary: HealthExportSummary, _ report: ImportReport) {
        Terminal.show(
            "Imported: \(report.addedCount) new, \(report.updatedCount) updated, \(report.presentCount) here already.")
        for item in summary.items where item.count > 0 {
            Terminal.show(
                "\(item.name.prefix(1).uppercased())\(item.name.dropFirst()): \(item.addedCount) new, \(item.presentCount) here already."
            )
        }
        if summary.skippedCount > 0 {
            Terminal.show("Left out: \(summary.skippedCount) of other types.")
        }
        for (reason, count) in refused(summary) {
            Terminal.show("Refused: \(count). \(reason.detail)")
        }
        if summary.unreadableCount > 0 {
            Terminal.show("Unreadable: \(summary.unreadableCount).")
            let shown = summary.unreadable.prefix(maximumShown)
            for record in shown { Terminal.show("  line \(record.line): \(record.reason)") }
            let rest = summary.unreadableCount - shown.count
            if rest > 0 {
                Terminal.show("  and \(rest) more; --json lists the first \(HealthExportSummary.maximumUnreadable).")
            }
        }
    }

    /// The lines that are shown to a person. What is wrong with more of them is mostly the same.
    private static let maximumShown = 5

    private static func refused(_ summary: HealthExportSummary) -> [(reason: MeasurementError, count: Int)] {
        summary.refused.sorted { $0.key.code.rawValue < $1.key.code.rawValue }.map { ($0.key, $0.value) }
    }

    private static func json(_ summary: HealthExportSummary, _ report: ImportReport) -> JSONValue {
        .object(
            [
                .init("added", .count(report.addedCount)), .init("updated", .count(report.updatedCount)),
                .init("present", .count(report.presentCount)), .init("skipped", .count(summary.skippedCount)),
                .init("refused", .count(summary.refusedCount)), .init("unreadable", .count(summary.unreadableCount)),
                .init(
                    "unreadableLines",
                    .array(
                        summary.unreadable.map { record in
                            .object([.init("line", .count(record.line)), .init("reason", .string(record.reason))])
                        })),
                .init("exportDate", .optional(summary.exportDate?.rfc3339)),
            ]
                + summary.items.map { item in
                    .init(
                        item.name,
                        .object([.init("added", .count(item.addedCount)), .init("present", .count(item.presentCount))]))
                })
    }
}
