public import Foundation
public import Observation
public import Vitals
import VitalsFiles

/// The model for an export: what a person chooses, and the file that it becomes.
@MainActor
@Observable
public final class ExportModel {
    public enum Format: String, CaseIterable, Sendable {
        /// A table of the entries, for a spreadsheet.
        case csv
        /// Everything, for another Vitals.
        case json
    }

    public var format = Format.csv
    /// The first day; nil for no bound.
    public var from: Date?
    /// The last day, which counts too; nil for no bound.
    public var to: Date?
    /// True for the units that the person sees, in CSV.
    public var usesShownUnits = false
    /// The number of things that were written so far; nil while nothing is.
    public private(set) var progress: Int?
    /// The complete file, to be shared; nil before.
    public private(set) var file: URL?
    /// The error, and what to do about it.
    public private(set) var problem: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let units: @MainActor () -> UnitPreferences
    private let calendar: Calendar
    private let clock: @Sendable () -> Timestamp
    private let directory: URL

    /// - Parameter directory: the folder of the file, which may be a temporary one.
    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(),
        units: @escaping @MainActor () -> UnitPreferences,
        calendar: Calendar = .current, clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock,
        directory: URL = FileManager.default.temporaryDirectory
    ) {
        (self.device, self.diagnostics, self.units) = (device, diagnostics, units)
        (self.calendar, self.clock, self.directory) = (calendar, clock, directory)
    }

    /// Writes the file, off the main actor.
    public func export() async {
        guard progress == nil else { return }
        (progress, problem, file) = (0, nil, nil)
        defer { progress = nil }
        let (device, request, target) = (device, request(), target())
        do {
            try await Task.detached {
                _ = try device.export(request, to: target.path) { count in
                    Task { @MainActor [weak self] in self?.note(count) }
                }
            }.value
            file = target
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    private func note(_ count: Int) {
        if progress != nil { progress = count }
    }

    private func request() -> FileExport {
        var export = FileExport(format: format == .csv ? .csv : .json)
        export.zone = calendar.timeZone
        export.from = from.map { Timestamp($0, in: calendar) }
        export.to = to.flatMap { calendar.date(byAdding: .day, value: 1, to: $0) }.flatMap {
            Timestamp($0, in: calendar).advanced(byMilliseconds: -1)
        }
        if format == .csv, usesShownUnits { export.shownUnits = [units().weight, units().distance] }
        return export
    }

    private func target() -> URL {
        let day = clock().rfc3339.prefix(10)
        return directory.appendingPathComponent("vitals-\(day).\(format.rawValue)")
    }
}

extension Timestamp {
    /// The first moment of a date's day.
    fileprivate init(_ date: Date, in calendar: Calendar) {
        self.init(clamping: Int64((calendar.startOfDay(for: date).timeIntervalSince1970 * 1_000).rounded()))
    }
}
