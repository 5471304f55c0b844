package import Foundation
import Vitals

/// The user's answers about a CSV file.
package struct CSVOptions: Sendable {
    package var columns: [CSVNamedColumn] = []
    package var decimal: CSVDecimal?
    package var dates: CSVDateOrder?
    /// The zone of times that say no offset.
    package var zone = TimeZone.current

    package init() {}
}

/// How a CSV file is understood: what its columns are, and how it writes dates and numbers.
package struct CSVPlan: Sendable {
    /// Of the first table.
    package let header: CSVHeader
    package let delimiter: Character
    package let decimal: CSVDecimal
    /// nil where each date says it by itself.
    package let dates: CSVDateOrder?
    /// Rows with something for us.
    package let rowCount: Int
    /// Rows of other tables in the same file.
    package let leftOutCount: Int
    package let options: CSVOptions

    /// Reads a file from beginning to end, and finds out what it doesn't say outright.
    ///
    /// - Parameter progress: called for each 64 KiB that are read.
    /// - Throws: `FileError` where the file leaves open what a number or a date means: then the person has to say.
    package init(
        file path: String, options: CSVOptions,
        progress: @escaping FileProgress = { _, _ in }
    ) throws {
        let bytes = try FileBytes(path)
        try self.init(
            CSVLines {
                progress(bytes.readBytes, bytes.totalBytes)
                return try bytes.next()
            }, options: options)
    }

    init(_ lines: CSVLines, options: CSVOptions) throws {
        var table = try CSVTable(lines, named: options.columns)
        var survey = CSVSurvey()
        var first: CSVHeader?
        var names: Set<String> = []
        var (count, leftOutCount) = (0, 0)
        while let item = try table.next() {
            switch item {
            case .header(let header):
                first = first ?? header
                names.formUnion(header.columns.map { $0.name.lowercased() })
            case .leftOut: leftOutCount += 1
            case .row(let row, let header):
                count += 1
                if row.problem == nil { survey.take(row, header) }
            }
        }
        guard let first else { throw FileError("The file is empty.") }
        if let missing = options.columns.first(where: { !names.contains($0.header.lowercased()) }) {
            throw FileError(
                "The file has no column \(missing.header.quoted). Its columns are "
                    + first.columns.prefix(20).map(\.name.quoted).joined(separator: ", ") + ".", asks: .columns)
        }
        header = first
        delimiter = Character(Unicode.Scalar(table.delimiter))
        decimal = try first.isOwn ? .point : options.decimal ?? survey.decimal()
        dates = try first.isOwn ? nil : options.dates ?? survey.dates()
        rowCount = count
        self.leftOutCount = leftOutCount
        self.options = options
    }
}

/// The evidence in a file's rows for the form of its dates and numbers.
struct CSVSurvey {
    private var dmyLine, mdyLine: Int?
    private var unclearDate: (line: Int, date: CSVDate, text: String)?
    private var lines: [CSVDecimal: Int] = [:]
    private var unclearNumber: (line: Int, text: String, sign: CSVDecimal)?

    mutating func take(_ row: CSVRows.Row, _ header: CSVHeader) {
        guard !header.isOwn else { return }
        if let place = header.index(.date), place < row.cells.count, let date = CSVDate(row.cells[place].trimmed) {
            switch date.evidence {
            case .dmy: dmyLine = dmyLine ?? row.line
            case .mdy: mdyLine = mdyLine ?? row.line
            default:
                if unclearDate == nil, date.isUnclear { unclearDate = (row.line, date, row.cells[place].trimmed) }
            }
        }
        for (place, kind, _) in header.values where place < row.cells.count {
            switch CSVNumber.evidence(row.cells[place].trimmed, isWhole: kind == .steps) {
            case .none: break
            case .proves(let sign): if lines[sign] == nil { lines[sign] = row.line }
            case .unclear(let sign):
                // A point is a decimal sign where nothing speaks against it.
                if unclearNumber == nil, sign == .comma { unclearNumber = (row.line, row.cells[place].trimmed, sign) }
            }
        }
    }

    func dates() throws(FileError) -> CSVDateOrder? {
        if let dmyLine, let mdyLine {
            throw FileError(
                "The dates are in two orders: line \(dmyLine) has the day first, and line \(mdyLine) the month. Put them in one order, "
                    + "or import the rows of each in a file of its own.", asks: .dates)
        }
        if dmyLine != nil { return .dmy }
        if mdyLine != nil { return .mdy }
        guard let unclearDate else { return nil }
        let readings = unclearDate.date.readings.map { order, day in
            let text = Timestamp(clamping: Int64(day) * 86_400_000).rfc3339.prefix(10)
            return "\(text) with --dates \(order.rawValue)"
        }
        throw FileError(
            "The order of the dates is open: \(unclearDate.text.quoted) in line \(unclearDate.line) is "
                + readings.joined(separator: ", and ") + ". Say which it is.", asks: .dates)
    }

    func decimal() throws(FileError) -> CSVDecimal {
        if let comma = lines[.comma], let point = lines[.point] {
            throw FileError(
                "Line \(comma) has a decimal comma, and line \(point) a decimal point. Say which it is, with --decimal: numbers with "
                    + "the other one are listed as unreadable.", asks: .decimal)
        }
        if let sign = lines.keys.first { return sign }
        guard let unclearNumber else { return .point }
        throw FileError(
            "The comma in line \(unclearNumber.line) may be a decimal comma, or separate thousands. Say --decimal comma or --decimal point.",
            asks: .decimal
        )
    }
}
