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
            throw HealthImportError.malformed(line: line, "The file holds a byte that is not UTF-8 text.")
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
