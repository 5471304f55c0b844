/// The rows of a CSV file with the header that each belongs to. A file may have several tables below each other, each with a title,
/// as Fitbit's has.
struct CSVTable {
    enum Item {
        case header(CSVHeader)
        case row(CSVRows.Row, CSVHeader)
        /// A row of a table that has nothing for us.
        case leftOut(CSVRows.Row)
    }

    private var rows: CSVRows
    private let named: [CSVNamedColumn]
    private var header: CSVHeader?
    private var waiting: CSVRows.Row?
    private var columnCount = 0

    /// The rows before the header that may be titles and notes.
    private static let maximumTitleCount = 20

    /// Reads up to the header.
    ///
    /// - Throws: `FileError` for a file without a date or anything that is measured; errors of the source.
    init(_ lines: CSVLines, named: [CSVNamedColumn]) throws {
        rows = CSVRows(lines)
        self.named = named
        var first: CSVRows.Row?
        for _ in 0..<Self.maximumTitleCount {
            guard let line = try rows.peekLine() else { break }
            rows.delimiter = Self.delimiter(of: line.bytes)
            guard let row = try rows.next() else { break }
            guard !row.isBlank else { continue }
            if let found = try CSVHeader(row, named: named) {
                header = found
                columnCount = row.cells.count
                waiting = nil
                isHeaderNew = true
                return
            }
            if first == nil || row.cells.count > first!.cells.count { first = row }
        }
        guard let first else { throw FileError("The file is empty.") }
        let names = first.cells.prefix(20).map(\.trimmed.quoted).joined(separator: ", ")
        throw FileError(
            "No column is known as a date or as something to keep. The file has \(names). Name them: "
                + "--columns 'date=NAME,weight:kg=NAME'.", asks: .columns)
    }

    private var isHeaderNew = false
    var delimiter: UInt8 { rows.delimiter }

    /// The delimiter that the line has most of, outside of quotes.
    private static func delimiter(of line: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isInQuotes = false
        for byte in line {
            if byte == 0x22 { isInQuotes.toggle() }
            if !isInQuotes, byte == 0x2C || byte == 0x3B || byte == 0x09 { counts[byte, default: 0] += 1 }
        }
        return [0x3B, 0x09, 0x2C].max { counts[$0, default: 0] < counts[$1, default: 0] } ?? 0x2C
    }

    /// - Throws: `FileError`; errors of the source.
    mutating func next() throws -> Item? {
        if isHeaderNew, let header {
            isHeaderNew = false
            return .header(header)
        }
        while true {
            let taken = waiting
            waiting = nil
            guard let row = try taken ?? rows.next() else { return nil }
            if row.isBlank { continue }
            if columnCount > 1, row.problem == nil, row.cells.count(where: { !$0.isEmpty }) == 1,
                let following = try nextWritten()
            {
                if Self.looksLikeHeader(following) {
                    header = try CSVHeader(following, named: named)
                    columnCount = following.cells.count
                    guard let header else { continue }
                    return .header(header)
                }
                waiting = following
            }
            guard let header else { return .leftOut(row) }
            return .row(checked(row), header)
        }
    }

    /// The row, with a problem if it has more cells than the table has columns. A decimal comma without quotes makes two cells of one
    /// number, and half a number must not be taken for it.
    private func checked(_ row: CSVRows.Row) -> CSVRows.Row {
        var row = row
        if row.problem == nil, row.cells.dropFirst(columnCount).contains(where: { !$0.trimmed.isEmpty }) {
            row.problem = "The row has more cells than the table has columns."
        }
        return row
    }

    private mutating func nextWritten() throws -> CSVRows.Row? {
        while let row = try rows.next() {
            if !row.isBlank { return row }
        }
        return nil
    }

    private static func looksLikeHeader(_ row: CSVRows.Row) -> Bool {
        row.problem == nil && row.cells.count > 1
            && row.cells.allSatisfy { cell in cell.utf8.first.map { !(0x30...0x39).contains($0) } ?? true }
    }
}
