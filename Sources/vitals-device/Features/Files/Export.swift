import ArgumentParser
import Foundation
import Vitals
import VitalsFiles

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write your data to a file: CSV for a spreadsheet, JSON for everything.",
        discussion: """
            Without a file, it's written to standard output. A name that ends in .json means JSON; anything else is CSV. A file is
            replaced once the export is complete, so a full disk leaves the old one.

            CSV has one table: the measurements, or with --what the workouts or the samples. JSON has everything: measurements,
            workouts, notes, tags, groups, reminders and samples. `import` takes both, and what is here already counts once.

            EXAMPLE
              vitals-device export weights.csv --kinds weight --from 2026-01-01
              vitals-device export everything.json
              vitals-device export --json | gzip > vitals.json.gz
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The file, or - for standard output.") var file = "-"
    @Option(help: "The format. Default: by the file's name.") var format: FileExport.Format?
    @Option(help: "The part to export. Default: measurements as CSV, everything as JSON.") var what: FileExport.Content?
    @Option(help: ArgumentHelp("The first day or moment.", valueName: "date")) var from: RangeBound?
    @Option(help: ArgumentHelp("The last day or moment.", valueName: "date")) var to: RangeBound?
    @Option(help: ArgumentHelp("Only these kinds of measurements, such as weight,steps.", valueName: "kinds"))
    var kinds: String?
    @Option(help: "The units of CSV: as stored, as this machine's region shows them, or pounds and miles.")
    var units = ExportUnits.canonical

    func run() throws {
        let export = try request()
        let device = try phone.open()
        defer { Terminal.progress("") }
        let summary = try device.export(export, to: file == "-" ? nil : file) { count in
            Terminal.progress("written: \(count)")
        }
        guard file != "-" else { return }
        Terminal.progress("")
        if phone.json {
            Terminal.json(
                .object([
                    .init("measurements", .count(summary.measurements)), .init("entities", .count(summary.entities)),
                    .init("samples", .count(summary.samples)),
                ]))
        } else {
            Terminal.show("Exported to \(file): \(Self.words(summary)).")
        }
    }

    private func request() throws -> FileExport {
        let isJSON = file == "-" ? phone.json : file.lowercased().hasSuffix(".json")
        var export = FileExport(format: format ?? (isJSON ? .json : .csv), content: what)
        export.shownUnits = units.shownUnits
        export.from = from?.moment(isEnd: false)
        export.to = to?.moment(isEnd: true)
        export.kinds = try kinds.map { text in
            try text.split(separator: ",").map { word in
                guard let kind = MetricKind(argument: String(word)) else {
                    throw ValidationError(
                        "There is no kind `\(word)`. Choose from \(MetricKind.allValueStrings.joined(separator: ", "))."
                    )
                }
                return kind
            }
        }
        do {
            try export.validate()
        } catch {
            throw ValidationError(error.description)
        }
        return export
    }

    static func words(_ summary: FileExportSummary) -> String {
        var parts = [(summary.measurements, "measurement")]
        if summary.entities > 0 { parts.append((summary.entities, "workout, note or the like")) }
        if summary.samples > 0 { parts.append((summary.samples, "sample")) }
        return parts.map { count, noun in
            noun == "workout, note or the like"
                ? "\(count) of workouts, notes and the like" : "\(count) \(noun)\(count == 1 ? "" : "s")"
        }.joined(separator: ", ")
    }
}
