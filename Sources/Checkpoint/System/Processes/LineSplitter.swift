internal import Foundation

/// Splits a program's output into lines.
///
/// It accepts whatever a program writes: a longer line is cut, and bytes that aren't UTF-8 are replaced.
struct LineSplitter {
    /// Maximum length of a line, in bytes.
    static let longest = 1 << 16

    private var line: [UInt8] = []
    private var isCut = false
    private var isEmpty = true

    /// Returns the lines that end in these bytes.
    mutating func lines(in bytes: UnsafeRawBufferPointer) -> [String] {
        let pieces = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return pieces.indices.compactMap { index in
            append(pieces[index])
            return index < pieces.count - 1 ? end() : nil
        }
    }

    /// Returns the last line if no line break ended it.
    mutating func rest() -> String? { isEmpty ? nil : end() }

    private mutating func append(_ piece: Slice<UnsafeRawBufferPointer>) {
        let room = Self.longest - line.count
        line += piece.prefix(room)
        isCut = isCut || piece.count > room
        isEmpty = isEmpty && piece.isEmpty
    }

    private mutating func end() -> String {
        defer { (line, isCut, isEmpty) = ([], false, true) }
        if !isCut, line.last == UInt8(ascii: "\r") { line.removeLast() }
        return String(decoding: line, as: UTF8.self) + (isCut ? "…" : "")
    }
}
