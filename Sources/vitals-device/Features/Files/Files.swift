import ArgumentParser
import Foundation
import Vitals
import VitalsFiles

extension TerminalFeature {
    /// `import` takes the place of the one that reads Apple Health exports, and does that too.
    static let files = TerminalFeature(commands: [Export.self, ImportFile.self])
}

extension CSVDecimal: ExpressibleByArgument {}
extension CSVDateOrder: ExpressibleByArgument {}
extension FileExport.Format: ExpressibleByArgument {}
extension FileExport.Content: ExpressibleByArgument {}
extension ImportedFile: ExpressibleByArgument {}

/// The first or the last moment of a range: a time, or a day in this machine's zone.
struct RangeBound: ExpressibleByArgument {
    private let text: String

    init?(argument: String) {
        text = argument
        guard moment(isEnd: false) != nil else { return nil }
    }

    /// - Parameter isEnd: true for the last moment of the day.
    func moment(isEnd: Bool) -> Timestamp? {
        if let moment = Timestamp(rfc3339: text) { return moment }
        guard let day = FileExport.day(text, in: .current) else { return nil }
        return isEnd ? day.last : day.first
    }
}

/// The units of a CSV file.
enum ExportUnits: String, CaseIterable, ExpressibleByArgument {
    /// Those in which records are stored.
    case canonical
    /// Those that people of this machine's region see.
    case shown
    /// Pounds and miles.
    case imperial

    var shownUnits: Set<MetricUnit> {
        switch self {
        case .canonical: []
        case .imperial: [.pounds, .miles]
        case .shown:
            switch Locale.current.measurementSystem {
            case .us: [.pounds, .miles]
            case .uk: [.miles]
            default: []
            }
        }
    }
}
