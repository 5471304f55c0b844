import Foundation

/// The source of an Apple Health export.
public enum HealthImportSource: Hashable, Sendable {
    /// The path of an `export.xml`, or of the `export.zip` around it.
    case file(String)
    /// The XML itself, through a pipe.
    case standardInput

    /// The bytes of XML that an import reads unless it's told otherwise: 32 GiB, several times the largest export that
    /// we've heard of.
    public static let usualLimitBytes: Int64 = 32 << 30

    /// Opens the export. A zip is recognised by its first bytes or its last, not by its name.
    ///
    /// - Parameter limitBytes: the bytes of XML after which reading is an error.
    /// - Throws: `HealthImportError`.
    func open(limitBytes: Int64 = usualLimitBytes) throws -> any HealthByteSource {
        LimitedByteSource(try openWithoutLimit(), limitBytes: limitBytes)
    }

    private func openWithoutLimit() throws -> any HealthByteSource {
        switch self {
        case .file(let path):
            let file = try FileByteSource(path: path)
            do {
                let prefix = try file.readPrefix(Self.zipMagic.count)
                guard prefix != Self.emptyZipMagic else { throw HealthImportError.emptyZip }
                guard prefix == Self.zipMagic || file.endsAsZip() else {
                    return PrefixedByteSource(prefix: prefix, rest: file)
                }
            } catch {
                file.close()
                throw error
            }
            file.close()
            #if os(macOS) || os(Linux)
            return try ZippedHealthExport(path: path)
            #else
            throw HealthImportError.zipNotSupported
            #endif
        case .standardInput:
            let pipe = FileByteSource(borrowing: STDIN_FILENO)
            let prefix = try pipe.readPrefix(Self.zipMagic.count)
            guard prefix != Self.zipMagic, prefix != Self.emptyZipMagic else {
                throw HealthImportError.zipOnStandardInput
            }
            return PrefixedByteSource(prefix: prefix, rest: pipe)
        }
    }

    /// The header of a zip's first file: "PK" and 3, 4 (APPNOTE.TXT §4.3.7).
    private static let zipMagic: [UInt8] = [0x50, 0x4B, 3, 4]
    /// A zip without files is only the record at its end (§4.3.16).
    private static let emptyZipMagic: [UInt8] = [0x50, 0x4B, 5, 6]
}

/// Reads an Apple Health export from beginning to end and passes on every sample that may be stored.
///
/// Synchronous, in constant memory. Call it inside one transaction of the store: a damaged file throws after samples
/// were passed on, and then none of them should stay.
/// - Parameters:
///   - limitBytes: the bytes of XML after which the import is given up, so that a small zip can't fill the disk.
///   - progress: called about once per mebibyte, and at the end, with the bytes read and, for a plain file, their
///     total.
///   - sample: receives each sample. An error that it throws ends the import and is rethrown.
/// - Throws: `HealthImportError`, or what `sample` throws.
public func readHealthExport(
    _ source: HealthImportSource, kinds: [MetricKind] = MetricKind.base,
    limitBytes: Int64 = HealthImportSource.usualLimitBytes,
    progress: (_ bytesRead: Int64, _ totalBytes: Int64?) -> Void = { _, _ in },
    sample: (Measurement) throws -> Void
) throws -> HealthExportSummary {
    try readSamples(
        of: source, kinds: kinds, limitBytes: limitBytes, progress: progress,
        sample: { record, _ in try sample(record) })
}

/// Reads an export as `readHealthExport` does, and passes on with each sample where it comes from.
///
/// - Parameters:
///   - otherTypes: the types of the records that `take` reads.
///   - take: offered each sound tag first; returns true for one that it has read and counted.
func readSamples(
    of source: HealthImportSource, kinds: [MetricKind], limitBytes: Int64,
    progress: (_ bytesRead: Int64, _ totalBytes: Int64?) -> Void,
    otherTypes: Set<String> = [], take: HealthExportReader.Taker = { _, _, _ in false },
    sample: (Measurement, SampleOrigin) throws -> Void
) throws -> HealthExportSummary {
    let bytes = try source.open(limitBytes: limitBytes)
    defer { bytes.close() }
    let reader = HealthExportReader(source: bytes, kinds: kinds, otherTypes: otherTypes)
    var reported: Int64 = 0
    func report(_ bytesRead: Int64) {
        guard bytesRead - reported >= 1 << 20 else { return }
        reported = bytesRead
        progress(bytesRead, bytes.totalBytes)
    }
    while let measurement = try reader.next(take: { tag, depth, summary in
        report(summary.bytesRead)
        return try take(tag, depth, &summary)
    }) {
        try sample(measurement, reader.origin)
    }
    progress(reader.summary.bytesRead, bytes.totalBytes)
    return reader.summary
}

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
