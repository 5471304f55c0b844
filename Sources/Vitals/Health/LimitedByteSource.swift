/// A source that refuses to go on beyond a number of bytes, because a small zip can unpack to more than a disk holds.
final class LimitedByteSource: HealthByteSource {
    private let source: any HealthByteSource
    private let limitBytes: Int64
    private var count: Int64 = 0

    init(_ source: any HealthByteSource, limitBytes: Int64) {
        self.source = source
        self.limitBytes = limitBytes
    }

    var totalBytes: Int64? { source.totalBytes }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let read = try source.read(into: buffer)
        count += Int64(read)
        guard count <= limitBytes else { throw HealthImportError.tooLarge(limitBytes: limitBytes) }
        return read
    }

    func checkWhole() throws { try source.checkWhole() }

    func close() { source.close() }
}
