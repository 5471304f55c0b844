import ArgumentParser
import Foundation
import Vitals
import VitalsFiles

/// `import` for each sort of file: what isn't CSV or JSON goes to the command that reads Apple Health exports.
struct ImportFile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a CSV file, an export of Vitals, or an Apple Health export.",
        discussion: """
            Reading the same file again adds nothing, and what you've edited or deleted here stays so. What can't be read costs only
            itself, and is listed with its line. The exit status is 1 if nothing could be kept.

            CSV: the exports of openScale, Withings, Fitbit, Google Takeout and Vitals are known, and others by the names of their
            columns. --dry-run shows how the columns are understood, and changes nothing. Name columns yourself with --columns:
            date, time, skip, or a kind with its unit. A file that leaves open which number is the day is refused until you say
            --dates. Times without an offset are those of this machine's zone, or of --zone; a date alone means noon.

            Apple Health: the export.zip itself, or the export.xml in it, also on standard input (-). An import ends after 32 GiB of
            XML; --max-gib raises that.

            EXAMPLE
              vitals-device import weight.csv --dry-run
              vitals-device import waage.csv --columns 'date=Datum,weight:kg=Gewicht'
              vitals-device import everything.json
              vitals-device import export.zip
            """)

    @OptionGroup var health: Import
    @Flag(help: "Show what an import of the CSV or JSON file would do, and change nothing.") var dryRun = false
    @Option(help: ArgumentHelp("What columns are, such as 'date=Datum,weight:kg=Gewicht'.", valueName: "names"))
    var columns: String?
    @Option(help: "The decimal sign, if the file leaves it open.") var decimal: CSVDecimal?
    @Option(help: "The order of day, month and year, if the file leaves it open.") var dates: CSVDateOrder?
    @Option(
        help: ArgumentHelp("The time zone of times without an offset (default: this machine's).", valueName: "name"))
    var zone: String?
    @Option(help: "What the file is. Default: by its name and its first bytes.") var format: ImportedFile?

    func run() throws {
        let isInput = health.file == "-"
        switch format ?? (isInput ? inputFormat : .of(health.file)) {
        case .health:
            guard !dryRun else {
                throw PhoneError("--dry-run is for CSV and JSON. An Apple Health export can be read again at no cost.")
            }
            try health.run()
        case let format:
            let path = isInput ? try ImportedFile.spooledInput() : health.file
            defer { if isInput { unlink(path) } }
            try run(format, path)
        }
    }

    /// Standard input can't be looked at beforehand: it's an Apple Health export unless an option is about CSV.
    private var inputFormat: ImportedFile {
        columns != nil || decimal != nil || dates != nil || zone != nil ? .csv : .health
    }

    private func run(_ format: ImportedFile, _ path: String) throws {
        let device = try health.phone.open()
        let name = dryRun ? "counted" : "imported"
        func progress(_ read: Int64, _ total: Int64?) {
            guard read % (1 << 20) < 64 << 10 else { return }
            Terminal.progress("\(name) \(read >> 20)\(total.map { " of \($0 >> 20)" } ?? "") MiB")
        }
        defer { Terminal.progress("") }
        var plan: CSVPlan?
        let summary: FileImportSummary
        if format == .csv {
            let understood = try CSVPlan(file: path, options: options())
            plan = understood
            summary = try device.importCSV(path, understood, isRehearsal: dryRun, progress: progress)
        } else {
            summary = try device.importJSON(path, isRehearsal: dryRun, progress: progress)
        }
        Terminal.progress("")
        if health.phone.json {
            Terminal.json(ImportWords.json(summary, plan, isRehearsal: dryRun))
        } else {
            ImportWords.show(summary, plan, isRehearsal: dryRun)
        }
        if summary.acceptedCount == 0, let first = summary.problems.first {
            let place = first.line.map { "Line \($0): " } ?? ""
            throw PhoneError("Nothing could be kept. \(place)\(first.reason)")
        }
    }

    private func options() throws -> CSVOptions {
        var options = CSVOptions()
        options.columns = try columns.map { try CSVNamedColumn.list($0) } ?? []
        (options.decimal, options.dates) = (decimal, dates)
        if let zone {
            guard let named = TimeZone.wire(zone, orElse: nil) else {
                throw ValidationError("There is no time zone `\(zone)`. Name one such as Europe/Berlin.")
            }
            options.zone = named
        }
        return options
    }
}
