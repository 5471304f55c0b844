import Foundation

/// A window over the bytes of a document, with the current line.
///
/// It has one buffer of fixed size, and a second one while it reads again what was given back. The bytes are as they are in
/// the file: whoever reads text from them checks it. A line ends at a line feed.
final class XMLInput {
    private(set) var line = 1
    /// Bytes read from the source so far.
    private(set) var bytesRead: Int64 = 0
    /// Bytes consumed so far, less those that were given back.
    private(set) var offset: Int64 = 0

    /// True while nothing was consumed yet, or only the byte order mark.
    private(set) var isAtStart = true

    private let source: any HealthByteSource
    private let chunk: UnsafeMutableBufferPointer<UInt8>
    private var position = 0
    private var end = 0
    /// The buffer that is read now: the chunk, or bytes that were given back and are no longer in the chunk.
    private var buffer: UnsafeMutableBufferPointer<UInt8>
    /// Where the chunk is in the meantime.
    private var rest: Range<Int>?

    init(source: any HealthByteSource, chunkSizeBytes: Int) {
        self.source = source
        chunk = .allocate(capacity: chunkSizeBytes)
        buffer = chunk
    }

    deinit {
        if rest != nil { buffer.deallocate() }
        chunk.deallocate()
    }

    /// The buffered bytes; empty only at the end of the document.
    func window() throws -> UnsafeBufferPointer<UInt8> {
        if position == end { try refill() }
        return UnsafeBufferPointer(rebasing: buffer[position..<end])
    }

    func peek() throws -> UInt8? {
        if position == end { try refill() }
        return position < end ? buffer[position] : nil
    }

    /// Consumes `count` bytes of the window.
    func consume(_ count: Int) {
        for index in position..<(position + count) where buffer[index] == 0x0A { line += 1 }
        position += count
        offset += Int64(count)
        if count > 0 { isAtStart = false }
    }

    /// Marks this position as the start of the document.
    func markStart() { isAtStart = true }

    func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        consume(1)
        return byte
    }

    /// Gives back the bytes that were consumed last, to be read once more.
    func giveBack(_ bytes: ArraySlice<UInt8>) {
        line -= bytes.count { $0 == 0x0A }
        offset -= Int64(bytes.count)
        let earlier = bytes.dropLast(position)
        position = max(0, position - bytes.count)
        guard !earlier.isEmpty else { return }
        // Another chunk has taken their place.
        let kept = rest == nil ? [] : Array(buffer[position..<end])
        let again = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: earlier.count + kept.count)
        _ = again.initialize(from: Array(earlier) + kept)
        if rest == nil { rest = position..<end } else { buffer.deallocate() }
        (buffer, position, end) = (again, 0, again.count)
    }

    private func refill() throws {
        if let rest {
            buffer.deallocate()
            (buffer, position, end, self.rest) = (chunk, rest.lowerBound, rest.upperBound, nil)
            guard position == end else { return }
        }
        let count = try source.read(into: UnsafeMutableRawBufferPointer(chunk))
        bytesRead += Int64(count)
        (position, end) = (0, count)
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
