/// The bytes of an export, in order, from wherever they come.
package protocol HealthByteSource: AnyObject {
    /// The size in bytes, where it is known beforehand.
    var totalBytes: Int64? { get }

    /// Fills a part of the buffer, at least one byte; 0 at the end, once it is certain that nothing is missing.
    ///
    /// - Throws: `HealthImportError` when the bytes cannot be had, also after the last of them.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// Lets go of files and processes, at whatever point. A source that is dropped does it too.
    func close()
}

extension HealthByteSource {
    /// Up to `count` bytes from where the source stands; fewer only at its end.
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

/// Bytes that were read ahead, and then the source they came from.
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

    func close() { rest.close() }
}
