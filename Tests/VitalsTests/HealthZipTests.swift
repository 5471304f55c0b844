#if os(macOS) || os(Linux)
import Foundation
import TestSupport
import Testing

@testable import Vitals

@Suite("Apple Health export in a zip", .enabled(if: HealthFixture.has(program: "unzip"), "needs the program unzip"))
struct HealthZipTests {
    private func read(_ zip: HealthStoredZip, at name: String = "export.zip") throws -> Int {
        try HealthFixture.withTemporaryFolder { folder in
            let path = folder.appending(path: name).path
            try Data(zip.bytes).write(to: URL(filePath: path))
            return try read(path)
        }
    }

    private func read(_ path: String) throws -> Int {
        var ids: Set<UUID> = []
        let summary = try readHealthExport(.file(path)) { ids.insert($0.id) }
        expect(summary.acceptedCount, equals: 40)
        return ids.count
    }

    private func failure(_ zip: HealthStoredZip) throws -> HealthImportError {
        try #require(throws: HealthImportError.self) { try read(zip) }
    }

    @Test(
        "the export is found under every name that a phone gives it, and however hard the name is",
        arguments: [
            "apple_health_export/export.xml", "apple_health_export/导出.xml", "apple_health_export/Exportación.xml",
            "export.xml", "mcdaniel/export.xml", "apple_health_export/mcdaniel.xml", "health-2026 (cda)/export.xml",
            "a/b/c/EXPORT.XML",
            "Downloads/apple_health_export/导出.xml", "-p/export.xml", "-x.xml", "a[b]*?/ex\\port.xml",
            "apple health/export one.xml",
        ])
    func found(name: String) throws {
        var zip = HealthStoredZip()
        zip.add("apple_health_export/export_cda.xml", Array("<ClinicalDocument/>".utf8))
        zip.add("apple_health_export/workout-routes/route.gpx", Array("<gpx/>".utf8))
        zip.add("apple_health_export/electrocardiograms/deep.xml", Array("<x/>".utf8))
        zip.add("__MACOSX/._export.xml", [0, 5, 22, 7])
        zip.add(name, try HealthFixture.bytes())
        try expect(read(zip), equals: 39)
    }

    @Test("the plain name wins over other XML files beside it")
    func plainName() throws {
        var zip = HealthStoredZip()
        zip.add("apple_health_export/other.xml", Array("<x/>".utf8))
        zip.add("apple_health_export/export.xml", try HealthFixture.bytes())
        try expect(read(zip), equals: 39)
    }

    @Test(
        "a path full of wildcards, or one that looks like an option, is only a path",
        arguments: ["-d[a]*?.zip", "x\\.zip"])
    func hardPath(name: String) throws {
        var zip = HealthStoredZip()
        zip.add("apple_health_export/export.xml", try HealthFixture.bytes())
        try expect(read(zip, at: name), equals: 39)
    }

    @Test("a compressed zip is read", .enabled(if: HealthFixture.has(program: "zip"), "needs the program zip"))
    func compressed() throws {
        try HealthFixture.withTemporaryFolder { folder in
            let zip = Process()
            zip.executableURL = URL(filePath: "/usr/bin/env")
            zip.arguments = ["zip", "-q", "-j", folder.appending(path: "a.zip").path, HealthFixture.path]
            try zip.run()
            zip.waitUntilExit()
            try expect(read(folder.appending(path: "a.zip").path), equals: 39)
        }
    }

    @Test("a zip without an export, or with several files that could be it, is a clear error")
    func notFound() throws {
        var zip = HealthStoredZip()
        zip.add("photos/cat.jpg", [1, 2, 3])
        zip.add("a/export_cda.xml", [1])
        try expect(failure(zip).code, equals: .noExportInZip)
        zip.add("a/one.xml", [1])
        zip.add("a/two.xml", [1])
        try expect(failure(zip).code, equals: .severalExportsInZip)
    }

    @Test("two exports are named, an empty zip is called empty, and a zip in a zip is named")
    func hardToTell() throws {
        var zip = HealthStoredZip()
        zip.add("new/export.xml", try HealthFixture.bytes())
        zip.add("old/export.xml", try HealthFixture.bytes())
        let several = try failure(zip)
        expect(several.code, equals: .severalExportsInZip)
        expect(several.detail.contains("2 files") && several.detail.contains("\"old/export.xml\""), "\(several)")
        try expect(failure(HealthStoredZip()).detail.hasPrefix("The zip is empty."))
        var outer = HealthStoredZip()
        outer.add("backup/export.zip", zip.bytes)
        let inner = try failure(outer)
        expect(inner.code == .noExportInZip && inner.detail.contains("\"backup/export.zip\""), "\(inner)")
        var folder = HealthStoredZip()
        folder.add("apple_health_export/", [])
        try expect(failure(folder).detail.hasPrefix("The zip is empty."))
    }

    @Test("a wrong checksum fails the import although every byte was read")
    func badChecksum() throws {
        var zip = HealthStoredZip()
        zip.add("apple_health_export/export.xml", try HealthFixture.bytes(), checksum: 1)
        let error = try failure(zip)
        expect(error.code, equals: .unzipFailed)
        expect(error.detail.contains("damaged"))
    }

    @Test("a zip cut short is an error")
    func truncated() throws {
        try HealthFixture.withTemporaryFolder { folder in
            var zip = HealthStoredZip()
            zip.add("apple_health_export/export.xml", try HealthFixture.bytes())
            let path = folder.appending(path: "export.zip")
            try Data(zip.bytes.prefix(5_000)).write(to: path)
            let error = try #require(throws: HealthImportError.self) { try readHealthExport(.file(path.path)) { _ in } }
            expect(error.code, equals: .unzipFailed)
        }
    }

    @Test("a password is named as the reason", .enabled(if: HealthFixture.has(program: "zip"), "needs the program zip"))
    func password() throws {
        try HealthFixture.withTemporaryFolder { folder in
            let path = folder.appending(path: "a.zip").path
            let zip = Process()
            zip.executableURL = URL(filePath: "/usr/bin/env")
            zip.arguments = ["zip", "-q", "-j", "-P", "secret", path, HealthFixture.path]
            try zip.run()
            zip.waitUntilExit()
            let error = try #require(throws: HealthImportError.self) { try readHealthExport(.file(path)) { _ in } }
            expect(error.detail.contains("password"))
        }
    }

    @Test("without unzip the error names the package")
    func unzipMissing() throws {
        try HealthFixture.withTemporaryFolder { folder in
            let path = folder.appending(path: "export.zip")
            try Data([0x50, 0x4B, 3, 4]).write(to: path)
            let error = try #require(throws: HealthImportError.self) {
                try ZippedHealthExport(path: path.path, command: "unzip-that-is-not-there")
            }
            expect(error, equals: .unzipMissing)
            expect(error.detail.contains("Install the package \"unzip\""))
        }
    }

    @Test("an import that is given up ends unzip and removes its folder")
    func givenUp() throws {
        struct Enough: Error {}
        try HealthFixture.withTemporaryFolder { folder in
            // More than a pipe holds, so that unzip waits for its reader.
            let records = String(repeating: "\n" + HealthFixture.record(), count: 3_000)
            var zip = HealthStoredZip()
            zip.add("a/export.xml", Array(HealthFixture.export(records).utf8))
            let path = folder.appending(path: "export.zip")
            try Data(zip.bytes).write(to: path)
            #expect(throws: Enough.self) { try readHealthExport(.file(path.path)) { _ in throw Enough() } }

            let source = try ZippedHealthExport(path: path.path)
            try expect(source.readPrefix(5), equals: Array("<?xml".utf8))
            expect(FileManager.default.fileExists(atPath: source.folder.path))
            source.close()
            expect(!FileManager.default.fileExists(atPath: source.folder.path))
        }
    }

    @Test(
        "a method of compression that unzip doesn't know is named, and isn't called a password",
        arguments: [(14, "LZMA"), (93, "Zstandard"), (95, "XZ"), (77, "by a method")])
    func method(number: Int, name: String) throws {
        var zip = HealthStoredZip(method: number)
        zip.add("apple_health_export/export.xml", try HealthFixture.bytes())
        let error = try failure(zip)
        expect(error.code, equals: .unzipFailed)
        expect(error.detail.contains(name) && !error.detail.contains("password"), "\(error)")
        // The encryption of WinZip and 7-Zip is a method of its own.
        var encrypted = HealthStoredZip(method: 99)
        encrypted.add("apple_health_export/export.xml", try HealthFixture.bytes())
        try expect(failure(encrypted).detail.contains("password"))
    }

    @Test("damage of the zip is called that, though the XML that comes out is damaged before it shows")
    func damageInside() throws {
        let bytes = try HealthFixture.bytes()
        let checksum = HealthStoredZip.crc32(bytes)
        let later = Array(String(repeating: " ", count: 1 << 20).utf8)
        for content in [
            Array(bytes.dropLast(20)), [0x51] + bytes.dropFirst(), Array("<gpx/>".utf8), [1] + bytes + later,
        ] {
            var zip = HealthStoredZip()
            zip.add("apple_health_export/export.xml", content, checksum: checksum)
            let error = try failure(zip)
            expect(error.code, equals: .unzipFailed)
            expect(error.detail.contains("damaged"), "\(error)")
            // The same in a sound zip is the damage of the XML.
            var sound = HealthStoredZip()
            sound.add("apple_health_export/export.xml", content)
            try expect(failure(sound).code != .unzipFailed)
        }
    }

    @Test("a zip that unpacks itself is read, and one whose first byte is wrong is called damaged")
    func prefix() throws {
        var zip = HealthStoredZip()
        zip.add("apple_health_export/export.xml", try HealthFixture.bytes())
        try HealthFixture.withTemporaryFolder { folder in
            let path = folder.appending(path: "export.exe").path
            for program in ["MZ" + String(repeating: "\0", count: 70_000), "#!/bin/sh\nexec unzip \"$0\"\n"] {
                try Data(Array(program.utf8) + zip.bytes).write(to: URL(filePath: path))
                try expect(read(path), equals: 39)
            }
            try Data([0x51] + zip.bytes.dropFirst()).write(to: URL(filePath: path))
            let error = try #require(throws: HealthImportError.self) { try readHealthExport(.file(path)) { _ in } }
            expect(error.code == .unzipFailed && error.detail.contains("damaged"), "\(error)")
            // An XML that speaks of a zip is none.
            let xml = HealthFixture.export(HealthFixture.record(source: "PK\u{5}\u{6}"))
            try Data(xml.utf8).write(to: URL(filePath: path))
            try expect(readHealthExport(.file(path)) { _ in }.acceptedCount, equals: 1)
        }
    }
}
#endif
