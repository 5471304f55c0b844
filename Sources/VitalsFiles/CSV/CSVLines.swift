/// The lines of a text, as they stand in the file.
struct CSVLines {
    struct Line {
        /// Counted from 1.
        let number: Int
        /// Without the end of the line.
        var bytes: [UInt8]
        /// LF, or CR and LF; empty at the end of the file.
        var end: [UInt8] = []
        /// True if the line is longer than any row: only its beginning is here.
        var isCut = false
    }

    /// The longest line that is kept, in bytes.
    static let maximumSizeBytes = 1 << 20

    private let nextPiece: () throws -> [UInt8]
    private var piece: [UInt8] = []
    private var position = 0
    private var number = 0
    private var isAtEnd = false

    /// - Parameter nextPiece: returns the next bytes of the text; none at its end.
    init(_ nextPiece: @escaping () throws -> [UInt8]) { self.nextPiece = nextPiece }

    /// The next line; nil at the end. A byte order mark before the first one is left out.
    ///
    /// - Throws: `FileError` for a text that isn't UTF-8; errors of the source.
    mutating func next() throws -> Line? {
        guard !isAtEnd else { return nil }
        number += 1
        var line = Line(number: number, bytes: [])
        while true {
            if position == piece.count {
                piece = try nextPiece()
                position = 0
                if piece.isEmpty {
                    isAtEnd = true
                    if line.bytes.isEmpty { return nil }
                    break
                }
            }
            let rest = piece[position...]
            let end = rest.firstIndex(of: 0x0A) ?? piece.endIndex
            if line.bytes.count < Self.maximumSizeBytes {
                line.bytes += rest[..<end]
            } else {
                line.isCut = true
            }
            position = min(end + 1, piece.count)
            if end < piece.endIndex {
                line.end = [0x0A]
                if line.bytes.last == 0x0D {
                    line.bytes.removeLast()
                    line.end = [0x0D, 0x0A]
                }
                break
            }
        }
        if number == 1 { try Self.removeMark(&line.bytes) }
        return line
    }

    private static func removeMark(_ bytes: inout [UInt8]) throws {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]), !bytes.prefix(4_096).contains(0)
        else {
            throw FileError("The file isn't text in UTF-8. Save it as CSV in UTF-8, and import that.")
        }
    }
}
