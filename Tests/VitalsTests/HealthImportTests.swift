import Foundation
import TestSupport
import Testing

@testable import Vitals

@Suite("Import of a health export")
struct HealthImportTests {
    @Test("a file is read to its end, with progress")
    func file() throws {
        var count = 0
        var progress: [(Int64, Int64?)] = []
        let summary = try readHealthExport(.file(HealthFixture.path)) {
            progress.append(($0, $1))
        } sample: { _ in
            count += 1
        }
        expect(count, equals: 40)
        expect(summary.acceptedCount, equals: 40)
        let last = try #require(progress.last)
        expect(last.0, equals: summary.bytesRead)
        expect(last.1, equals: summary.bytesRead)
    }

    @Test("what the closure throws ends the import")
    func closureThrows() {
        struct DiskFull: Error {}
        var count = 0
        #expect(throws: DiskFull.self) {
            try readHealthExport(.file(HealthFixture.path)) { _ in
                count += 1
                if count == 3 { throw DiskFull() }
            }
        }
        expect(count, equals: 3)
    }

    @Test("a file that is not there, and a folder, are clear errors")
    func noFile() throws {
        try HealthFixture.withTemporaryFolder { folder in
            let missing = try #require(throws: HealthImportError.self) {
                try readHealthExport(.file(folder.path + "/no.xml")) { _ in }
            }
            expect(missing.code, equals: .cannotOpen)
            let directory = try #require(throws: HealthImportError.self) {
                try readHealthExport(.file(folder.path)) { _ in }
            }
            expect(directory.code, equals: .isDirectory)
            expect(!directory.description.contains("\n"))
        }
    }

    @Test("an empty file is an error, not an empty history")
    func empty() throws {
        try HealthFixture.withTemporaryFolder { folder in
            let path = folder.appending(path: "export.xml")
            try Data().write(to: path)
            let error = try #require(throws: HealthImportError.self) { try readHealthExport(.file(path.path)) { _ in } }
            expect(error.code, equals: .malformed)
        }
    }

    @Test("bytes that were read ahead come first")
    func prefix() throws {
        let source = PrefixedByteSource(prefix: [1, 2, 3], rest: MemoryByteSource([4, 5], pieceSize: 1))
        try expect(source.readPrefix(4), equals: [1, 2, 3, 4])
        try expect(source.readPrefix(4), equals: [5])
    }
}
