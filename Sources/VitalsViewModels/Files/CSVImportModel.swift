public import Foundation
public import Observation
public import Vitals
import VitalsFiles

/// The model for an import of a CSV file: how it's understood, what it leaves open, and what would be stored.
///
/// Nothing is stored before `store()`.
@MainActor
@Observable
public final class CSVImportModel {
    /// A column of the file, as a person reads it.
    public struct Column: Identifiable, Hashable, Sendable {
        public let id: Int
        public let name: String
        /// Such as `Weight, in kg`, or `Left out`.
        public let meaning: String
    }

    /// What the file leaves open.
    public enum Question: Hashable, Sendable {
        /// Which number of a date is the day: `answer(dayFirst:)`.
        case dates
        /// Whether a comma is a decimal sign: `answer(decimalComma:)`.
        case decimal
        /// What columns are, or in which unit: `answer(columns:)`.
        case columns
    }

    public private(set) var columns: [Column] = []
    /// The first entries as they'd be stored, such as `Weight 72.5 kg`.
    public private(set) var firstEntries: [String] = []
    /// What would be new, is here already and can't be read; after `store()`, what was.
    public private(set) var summary: String?
    /// The first cells and rows that can't be read, with their lines.
    public private(set) var unreadable: [String] = []
    public private(set) var question: Question?
    /// The question's sentence, or the error and what to do about it.
    public private(set) var problem: String?
    public private(set) var isBusy = false
    /// True once the file was stored.
    public private(set) var isStored = false

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let onEdit: @MainActor () -> Void
    private var file: URL?
    private var options = CSVOptions()
    private var plan: CSVPlan?

    /// - Parameter onEdit: called after entries were stored, for an automatic sync.
    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(),
        formatter: @escaping @MainActor () -> DisplayFormatter, timeZone: TimeZone = .current,
        onEdit: @escaping @MainActor () -> Void = {}
    ) {
        (self.device, self.diagnostics, self.formatter, self.onEdit) = (device, diagnostics, formatter, onEdit)
        options.zone = timeZone
    }

    /// True if there's a preview whose entries can be stored.
    public var canStore: Bool { plan != nil && !isBusy && !isStored }

    /// Looks at a file, and stores nothing.
    public func open(_ file: URL) async {
        self.file = file
        (options.columns, options.dates, options.decimal) = ([], nil, nil)
        await look()
    }

    public func answer(dayFirst: Bool) async {
        options.dates = dayFirst ? .dmy : .mdy
        await look()
    }

    public func answer(decimalComma: Bool) async {
        options.decimal = decimalComma ? .comma : .point
        await look()
    }

    /// - Parameter columns: such as `date=Datum,weight:kg=Gewicht`.
    public func answer(columns: String) async {
        do {
            options.columns = try CSVNamedColumn.list(columns)
        } catch {
            problem = diagnostics.message(of: error)
            return
        }
        await look()
    }

    /// Stores the entries of the file that was looked at.
    public func store() async {
        guard canStore, let file, let plan else { return }
        await work { device in (plan, try device.importCSV(file.path, plan)) }
        guard problem == nil else { return }
        isStored = true
        onEdit()
    }

    private func look() async {
        guard let file, !isBusy else { return }
        (plan, isStored) = (nil, false)
        let options = options
        await work { device in
            let plan = try CSVPlan(file: file.path, options: options)
            return (plan, try device.importCSV(file.path, plan, isRehearsal: true))
        }
    }

    private func work(_ body: @escaping @Sendable (Device) throws -> (CSVPlan, FileImportSummary)) async {
        let device = device
        isBusy = true
        (problem, question) = (nil, nil)
        defer { isBusy = false }
        do {
            let (plan, summary) = try await Task.detached { try body(device) }.value
            show(plan, summary)
        } catch let error as FileError {
            question =
                switch error.question {
                case .dates?: .dates
                case .decimal?: .decimal
                case .columns?: .columns
                case nil: nil
                }
            problem = diagnostics.message(of: error)
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    private func show(_ plan: CSVPlan, _ found: FileImportSummary) {
        let formatter = formatter()
        self.plan = plan
        columns = plan.header.columns.enumerated().map { place, column in
            Column(id: place, name: column.name, meaning: Self.meaning(of: column))
        }
        firstEntries = found.firstRecords.map { "\($0.kind.title) \(formatter.value(of: $0))" }
        summary =
            "\(found.measurements.added) new, \(found.measurements.present) here already, \(found.problemCount) unreadable"
        unreadable = found.problems.map { "Line \($0.line ?? 0): \($0.reason)" }
    }

    private static func meaning(of column: CSVHeader.Column) -> String {
        switch column.role {
        case .date?, .moment?: "The date"
        case .time?: "The time"
        case .value(let kind, let unit)?: "\(kind.title), in \(unit.name)"
        case nil: "Left out"
        default: "Kept"
        }
    }
}
