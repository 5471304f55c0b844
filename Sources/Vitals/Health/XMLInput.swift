import Foundation

/// A window over the bytes of a document, with the current line.
///
/// It has one buffer of fixed size, and every byte passes `XMLByteCheck` before it can be read. A line ends at a line
/// feed.
final class XMLInput {
    private(set) var line = 1
    /// Bytes read from the source so far.
    private(set) var bytesRead: Int64 = 0

    /// True while nothing was consumed yet, or only the byte order mark.
    private(set) var isAtStart = true

    private let source: any HealthByteSource
    private let chunk: UnsafeMutableBufferPointer<UInt8>
    private var position = 0
    private var end = 0
    private var check = XMLByteCheck()
    private var endsInBadByte = false

    init(source: any HealthByteSource, chunkSizeBytes: Int) {
        self.source = source
        chunk = .allocate(capacity: chunkSizeBytes)
    }

    deinit { chunk.deallocate() }

    /// The buffered bytes; empty only at the end of the document.
    func window() throws -> UnsafeBufferPointer<UInt8> {
        if position == end { try refill() }
        return UnsafeBufferPointer(rebasing: chunk[position..<end])
    }

    func peek() throws -> UInt8? {
        if position == end { try refill() }
        return position < end ? chunk[position] : nil
    }

    /// Consumes `count` bytes of the window.
    func consume(_ count: Int) {
        for index in position..<(position + count) where chunk[index] == 0x0A { line += 1 }
        position += count
        if count > 0 { isAtStart = false }
    }

    /// Marks this position as the start of the document.
    func markStart() { isAtStart = true }

    func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        consume(1)
        return byte
    }

    private func refill() throws {
        if endsInBadByte {
            throw HealthImportError.malformed(line: line, "The file contains a byte that isn't UTF-8 text.")
        }
        let count = try source.read(into: UnsafeMutableRawBufferPointer(chunk))
        if count == 0, !check.isBetweenCharacters {
            throw HealthImportError.malformed(line: line, "The file ends in the middle of a character.")
        }
        bytesRead += Int64(count)
        (position, end) = (0, count)
        if let bad = check.firstBadByte(in: UnsafeBufferPointer(rebasing: chunk[..<count])) {
            // Let the bytes before it be read first, so that the error names the right line.
            endsInBadByte = true
            end = bad
            if bad == 0 { try refill() }
        }
    }
}

extension XMLInput {
    /// Consumes an ASCII literal if the document continues with it.
    ///
    /// Bytes before the first difference stay consumed. Callers treat part of a literal as an error, or try another
    /// literal that begins with another byte.
    func skip(_ literal: String) throws -> Bool {
        for byte in literal.utf8 {
            guard try peek() == byte else { return false }
            consume(1)
        }
        return true
    }

    /// Consumes bytes up to and including an end mark of up to four bytes. Returns the bytes before the mark, at most
    /// the first `limit`.
    func take(
        through mark: String, keeping limit: Int, otherwise incomplete: () -> HealthImportError
    ) throws -> [UInt8] {
        let wanted = mark.utf8.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        let mask = UInt32.max >> (32 - 8 * UInt32(mark.utf8.count))
        var last: UInt32 = 0
        var size = 0
        var kept: [UInt8] = []
        while let byte = try next() {
            last = (last << 8 | UInt32(byte)) & mask
            size += 1
            if kept.count < limit { kept.append(byte) }
            if last == wanted, size >= mark.utf8.count {
                return Array(kept.prefix(size - mark.utf8.count))
            }
        }
        throw incomplete()
    }
}

/// Finds the first byte that an XML document in UTF-8 can't hold. Chunks may cut a character in two.
///
/// It finds ill-formed UTF-8 (table 3-7 of the Unicode Standard) and the control characters that XML 1.0 §2.2 excludes.
struct XMLByteCheck {
    private var missing = 0
    private var next: ClosedRange<UInt8> = 0x80...0xBF

    /// True if the bytes so far end between two characters.
    var isBetweenCharacters: Bool { missing == 0 }

    mutating func firstBadByte(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        for index in 0..<bytes.count {
            let byte = bytes[index]
            if missing == 0, byte < 0x80 {
                if byte < 0x20, byte != 0x0A, byte != 0x09, byte != 0x0D { return index }
            } else if missing > 0 {
                guard next.contains(byte) else { return index }
                missing -= 1
                next = 0x80...0xBF
            } else {
                switch byte {
                case 0xC2...0xDF: missing = 1
                case 0xE0...0xEF:
                    missing = 2
                    if byte == 0xE0 { next = 0xA0...0xBF }
                    if byte == 0xED { next = 0x80...0x9F }
                case 0xF0...0xF4:
                    missing = 3
                    if byte == 0xF0 { next = 0x90...0xBF }
                    if byte == 0xF4 { next = 0x80...0x8F }
                default: return index
                }
            }
        }
        return nil
    }
}
