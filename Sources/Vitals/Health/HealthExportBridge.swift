import Crypto
import Foundation

/// The health bridge of systems without HealthKit: an Apple Health export, as XML or as a zip.
///
/// ```swift
/// let bridge = HealthExportBridge(path: path)
/// let report = try await device.importAll(from: bridge)
/// print("\(report.addedCount) new, \(report.presentCount) here already")
/// ```
///
/// Batches are stored one by one, so if a file is damaged half-way, everything before the damage is kept. Every sample
/// has a fixed id, so reading the repaired file again adds only the rest. For all or nothing use `readHealthExport`.
public struct HealthExportBridge: HealthBridge {
    /// The source's name in the store.
    public let source = "apple-health-export"
    private let file: HealthImportSource
    private let kinds: [MetricKind]

    /// Samples per batch; few enough that a batch fits into one push.
    static let batchSize = 500

    /// Creates a bridge that reads an export.
    ///
    /// - Parameters:
    ///   - path: the path of an `export.xml` or of the `export.zip` around it.
    ///   - kinds: the kinds to read.
    public init(path: String, kinds: [MetricKind] = MetricKind.base) {
        file = .file(path)
        self.kinds = kinds
    }

    /// Checks only that the file can be opened: a person who holds the file needs no further permission.
    ///
    /// - Throws: `HealthImportError` when it can't be opened.
    public func requestAuthorization(for kinds: [MetricKind]) async throws {
        try file.open().close()
    }

    /// The samples of the file in batches, from the beginning unless the anchor says that this file was read.
    public func batches(since anchor: HealthAnchor?) -> AsyncThrowingStream<HealthBatch, any Error> {
        let batches = HealthExportBatches(file: file, kinds: kinds, anchor: anchor)
        // An unfolding stream reads the file only as fast as batches are stored, so none wait in memory.
        return AsyncThrowingStream { try await batches.next() }
    }
}

/// Reads an export once, batch by batch.
private actor HealthExportBatches {
    private let file: HealthImportSource
    private let kinds: [MetricKind]
    private let anchor: HealthAnchor?
    private var open: (bytes: any HealthByteSource, reader: HealthExportReader, digest: String)?
    private var count = 0
    private var isDone = false

    init(file: HealthImportSource, kinds: [MetricKind], anchor: HealthAnchor?) {
        self.file = file
        self.kinds = kinds
        self.anchor = anchor
    }

    /// The next batch with the anchor after it; nil after the last one.
    func next() throws -> HealthBatch? {
        guard !isDone else { return nil }
        do {
            let (reader, digest) = try opened()
            // @write 6 next-batch
            var measurements: [Measurement] = []
            while measurements.count < HealthExportBridge.batchSize, let measurement = try reader.next() {
                measurements.append(measurement)
            }
            count += measurements.count
            if measurements.count < HealthExportBridge.batchSize { finish() }
            guard !measurements.isEmpty else { return nil }
            return HealthBatch(
                measurements: measurements,
                anchor: HealthExportAnchor(digest: digest, samplesRead: count).encoded)
            // @starter
            //| _ = (reader, digest)
            //| throw NotWritten(6, "read up to a batch of samples, and say how far the export is read now")
            // @end
        } catch {
            finish()
            throw error
        }
    }

    private func opened() throws -> (HealthExportReader, digest: String) {
        if let open { return (open.reader, open.digest) }
        let bytes = try file.open()
        do {
            let prefix = try bytes.readPrefix(HealthExportAnchor.prefixSizeBytes)
            let digest = HealthExportAnchor.digest(of: prefix, kinds: kinds)
            let reader = HealthExportReader(source: PrefixedByteSource(prefix: prefix, rest: bytes), kinds: kinds)
            try skipWhatWasRead(reader, digest: digest)
            open = (bytes, reader, digest)
            return (reader, digest)
        } catch {
            bytes.close()
            throw error
        }
    }

    /// Skips the samples that the anchor counts, if it counts these kinds in this very export. Sets `count` to the
    /// number of samples skipped.
    private func skipWhatWasRead(_ reader: HealthExportReader, digest: String) throws {
        // @write 6 resume
        guard let known = HealthExportAnchor(anchor), known.digest == digest else { return }
        while count < known.samplesRead, try reader.next() != nil { count += 1 }
        // @starter
        //| throw NotWritten(6, "skip the samples that the anchor says were read")
        // @end
    }

    private func finish() {
        isDone = true
        open?.bytes.close()
        open = nil
    }
}

// @show export-anchor
/// The point up to which an export was read: a count of samples, and a digest of what they were counted in. The digest
/// covers the beginning of the file, which holds the date of the export, and the requested kinds.
///
/// In another export, or for other kinds, the count means other samples. The file is then read from its start, which is
/// harmless because samples have fixed ids.
struct HealthExportAnchor: Hashable {
    let digest: String
    let samplesRead: Int

    /// The size of the beginning in the digest. It reaches far beyond the document type, to the export date and the
    /// first records.
    static let prefixSizeBytes = 1 << 16

    init(digest: String, samplesRead: Int) {
        self.digest = digest
        self.samplesRead = samplesRead
    }

    /// Reads an anchor; nil for no anchor, and for one that this build did not write.
    init?(_ anchor: HealthAnchor?) {
        let parts = (anchor?.rawValue ?? "").split(separator: ":")
        guard parts.count == 3, parts[0] == "1", let count = Int(parts[2]), count >= 0 else { return nil }
        self.init(digest: String(parts[1]), samplesRead: count)
    }

    var encoded: HealthAnchor { HealthAnchor(rawValue: "1:\(digest):\(samplesRead)") }

    static func digest(of prefix: [UInt8], kinds: [MetricKind]) -> String {
        let types = Set(kinds.compactMap(HealthSampleType.init)).map(\.rawValue).sorted()
        // The zero byte separates the two: neither the name of a type nor XML can hold one.
        return SHA256.hash(data: Array(types.joined(separator: "\n").utf8) + [0] + prefix).prefix(16).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }
}
// @end
