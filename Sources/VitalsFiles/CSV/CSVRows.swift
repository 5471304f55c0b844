/// The rows of a CSV file (RFC 4180): cells between delimiters, in quotes if they hold one, a quote or the end of a line.
///
/// A quote that is never closed costs its line, and not the rest of the file.
struct CSVRows {
    struct Row {
        /// The line on which it begins, counted from 1.
        let line: Int
        var cells: [String]
        /// Why the row can't be read; nil if it can.
        var problem: String?

        /// True for a line without a cell that has a text.
        var isBlank: Bool { problem == nil && cells.allSatisfy(\.isEmpty) }
    }

    /// The longest row with a cell that goes on over several lines, in bytes.
    static let maximumSizeBytes = 64 << 10

    private(set) var lines: CSVLines
    var delimiter: UInt8
    /// Lines that were read ahead, the last one first.
    private var readAhead: [CSVLines.Line] = []

    init(_ lines: CSVLines, delimiter: UInt8 = UInt8(ascii: ",")) {
        self.lines = lines
        self.delimiter = delimiter
    }

    /// The next line as it is, which comes again with the next row.
    mutating func peekLine() throws -> CSVLines.Line? {
        guard let line = try nextLine() else { return nil }
        readAhead.append(line)
        return line
    }

    private mutating func nextLine() throws -> CSVLines.Line? { try readAhead.popLast() ?? lines.next() }

    /// The next row; nil at the end.
    ///
    /// - Throws: errors of the source.
    mutating func next() throws -> Row? {
        guard let first = try nextLine() else { return nil }
        guard !first.isCut else {
            return Row(line: first.number, cells: [], problem: "The line is longer than 1 MiB.")
        }
        var splitter = CSVSplitter(delimiter)
        splitter.take(first.bytes)
        var more: [CSVLines.Line] = []
        var (last, sizeBytes) = (first, first.bytes.count)
        while splitter.isInQuotes {
            guard sizeBytes <= Self.maximumSizeBytes, let line = try nextLine() else {
                readAhead += more.reversed()
                return Row(line: first.number, cells: [], problem: "A quote is opened, and never closed.")
            }
            splitter.take(last.end)
            splitter.take(line.bytes)
            more.append(line)
            (last, sizeBytes) = (line, sizeBytes + line.bytes.count + line.end.count)
        }
        let cells = splitter.finish()
        return Row(
            line: first.number, cells: cells,
            problem: splitter.isMalformed ? "A cell goes on after the quote that closes it." : nil)
    }
}

/// Splits a row into its cells, piece by piece.
struct CSVSplitter {
    private let delimiter: UInt8
    private var cells: [String] = []
    private var cell: [UInt8] = []
    private var state = State.start
    /// True if a cell went on after its closing quote: `"7"1` could be 7, 71 or a cell that lacks its delimiter.
    private(set) var isMalformed = false

    private enum State {
        /// Before the first character of a cell.
        case start
        case plain
        case quoted
        /// After a quote within quotes: it closes the cell, or the next one doubles it.
        case quote
        /// After blanks behind a closing quote, which some programs write.
        case closed
    }

    init(_ delimiter: UInt8) { self.delimiter = delimiter }

    /// True while the row can't end.
    var isInQuotes: Bool { state == .quoted }

    mutating func take(_ bytes: [UInt8]) {
        let (mark, blank) = (UInt8(ascii: "\""), UInt8(ascii: " "))
        for byte in bytes {
            switch state {
            case .quoted:
                if byte == mark { state = .quote } else { cell.append(byte) }
            case .quote where byte == mark:
                cell.append(mark)
                state = .quoted
            case .start where byte == mark: state = .quoted
            case _ where byte == delimiter: endCell()
            case .quote, .closed:
                if byte == blank {
                    state = .closed
                } else {
                    isMalformed = true
                    cell.append(byte)
                    state = .plain
                }
            case .start, .plain:
                cell.append(byte)
                state = .plain
            }
        }
    }

    private mutating func endCell() {
        cells.append(String(decoding: cell, as: UTF8.self))
        cell.removeAll(keepingCapacity: true)
        state = .start
    }

    /// The cells of the row.
    mutating func finish() -> [String] {
        endCell()
        return cells
    }
}
