import Foundation
import Testing

@testable import Vitals

/// Bytes in memory, handed out in pieces of a given size.
final class MemoryByteSource: HealthByteSource {
    let totalBytes: Int64? = nil
    private(set) var isClosed = false
    private var rest: ArraySlice<UInt8>
    private let pieceSize: Int

    init(_ bytes: [UInt8], pieceSize: Int = .max) {
        rest = bytes[...]
        self.pieceSize = pieceSize
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let piece = rest.prefix(min(buffer.count, pieceSize))
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }

    func close() { isClosed = true }
}

enum HealthFixture {
    static let path = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/apple-health/export.xml").standardizedFileURL.path

    static func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    /// Returns a small export around some elements; they begin in line 3.
    static func export(_ body: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_GB\">\n\(body)\n</HealthData>\n"
    }

    /// Returns a record; an attribute that is nil is left out.
    static func record(
        type: String? = "HKQuantityTypeIdentifierBodyMass", source: String? = "Scale", unit: String? = "kg",
        value: String? = "72.5", start: String? = "2024-01-02 07:31:00 +0100", end: String? = nil,
        created: String? = "2024-01-02 07:31:05 +0100"
    ) -> String {
        let attributes = [
            ("type", type), ("sourceName", source), ("unit", unit), ("creationDate", created), ("startDate", start),
            ("endDate", end ?? start), ("value", value),
        ]
        return "<Record "
            + attributes.compactMap { name, value in value.map { "\(name)=\"\($0)\"" } }.joined(separator: " ") + "/>"
    }

    static func read(
        _ xml: String, pieceSize: Int = .max, chunkSizeBytes: Int = 1 << 16
    ) throws -> (measurements: [Vitals.Measurement], summary: HealthExportSummary) {
        try read(Array(xml.utf8), pieceSize: pieceSize, chunkSizeBytes: chunkSizeBytes)
    }

    static func read(
        _ bytes: [UInt8], pieceSize: Int = .max, chunkSizeBytes: Int = 1 << 16
    ) throws -> (measurements: [Vitals.Measurement], summary: HealthExportSummary) {
        let source = MemoryByteSource(bytes, pieceSize: pieceSize)
        let reader = HealthExportReader(source: source, chunkSizeBytes: chunkSizeBytes)
        var measurements: [Vitals.Measurement] = []
        while let measurement = try reader.next() { measurements.append(measurement) }
        return (measurements, reader.summary)
    }

    /// Returns the error of a document that can't be imported.
    static func failure(of xml: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> HealthImportError {
        try #require(throws: HealthImportError.self, sourceLocation: sourceLocation) { try read(xml) }
    }

    static func has(program: String) -> Bool {
        ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    static func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vitals-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}
