/// A source of an export's bytes, in order.
package protocol HealthByteSource: AnyObject {
    /// The size in bytes; nil when it isn't known beforehand.
    var totalBytes: Int64? { get }

    /// Fills part of the buffer, at least one byte; returns 0 at the end, once it is certain that nothing is missing.
    ///
    /// - Throws: `HealthImportError` when the bytes can't be read. That may show only after the last of them.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// Reads on to the end, if only there it shows whether the bytes were right. Call it once they made no sense: a zip with
    /// a wrong bit unpacks to XML that is damaged, and the zip is what to copy again.
    ///
    /// - Throws: `HealthImportError` when the bytes were wrong.
    func checkWhole() throws

    /// Releases files and processes, at any point. Deinitialising the source does it too.
    func close()
}

extension HealthByteSource {
    package func checkWhole() throws {}

    /// Reads up to `count` bytes from the current position; fewer only at the end.
    func readPrefix(_ count: Int) throws -> [UInt8] {
        var prefix = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let read = try prefix.withUnsafeMutableBytes { try self.read(into: .init(rebasing: $0[filled...])) }
            guard read > 0 else { break }
            filled += read
        }
        return Array(prefix[..<filled])
    }
}

/// A source that returns bytes that were read ahead, and then the rest of their source.
final class PrefixedByteSource: HealthByteSource {
    private var prefix: ArraySlice<UInt8>
    private let rest: any HealthByteSource

    init(prefix: [UInt8], rest: any HealthByteSource) {
        self.prefix = prefix[...]
        self.rest = rest
    }

    var totalBytes: Int64? { rest.totalBytes }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !prefix.isEmpty else { return try rest.read(into: buffer) }
        let part = prefix.prefix(buffer.count)
        buffer.copyBytes(from: part)
        prefix = prefix.dropFirst(part.count)
        return part.count
    }

    func checkWhole() throws { try rest.checkWhole() }

    func close() { rest.close() }
}
