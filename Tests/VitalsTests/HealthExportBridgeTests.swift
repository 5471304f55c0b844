import Foundation
import TestSupport
import Testing

@testable import Vitals

@Suite("Bridge over an Apple Health export")
struct HealthExportBridgeTests {
    private func batches(_ bridge: HealthExportBridge, since anchor: HealthAnchor? = nil) async throws -> [HealthBatch]
    {
        var batches: [HealthBatch] = []
        for try await batch in bridge.batches(since: anchor) { batches.append(batch) }
        return batches
    }

    /// Writes an export of `count` weights, one a minute.
    private func write(_ count: Int, exportDate: String = "2024-03-01 09:15:42 +0100", to url: URL) throws {
        let records = (0..<count).map { index in
            let minute = String(format: "%02d:%02d", index / 60, index % 60)
            return HealthFixture.record(start: "2024-01-02 \(minute):00 +0100")
        }
        let date = "<ExportDate value=\"\(exportDate)\"/>"
        try Data(HealthFixture.export(([date] + records).joined(separator: "\n")).utf8).write(to: url)
    }

    private func withExport(_ count: Int, _ body: (URL) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "vitals-test-\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: url) }
        try write(count, to: url)
        try await body(url)
    }

    @Test("batches are full but for the last")
    func sizes() async throws {
        try await withExport(1_100) { url in
            let batches = try await batches(HealthExportBridge(path: url.path))
            expect(batches.map(\.measurements.count), equals: [500, 500, 100])
            expect(Set(batches.flatMap(\.measurements).map(\.id)).count, equals: 1_100)
        }
        try await withExport(1_000) { url in
            let batches = try await batches(HealthExportBridge(path: url.path))
            expect(batches.map(\.measurements.count), equals: [500, 500])
        }
    }

    @Test("after a crash the anchor goes on where the last stored batch ended")
    func resume() async throws {
        try await withExport(1_100) { url in
            let bridge = HealthExportBridge(path: url.path)
            let all = try await batches(bridge)
            let rest = try await batches(bridge, since: all[0].anchor)
            expect(rest.flatMap(\.measurements), equals: all.dropFirst().flatMap(\.measurements))
            expect(rest.last?.anchor, equals: all.last?.anchor)
            try await expect(batches(bridge, since: all.last?.anchor).isEmpty)
        }
    }

    @Test("another export is read from its start, with the same ids for the same samples")
    func anotherExport() async throws {
        try await withExport(600) { url in
            let first = try await batches(HealthExportBridge(path: url.path))
            try write(601, exportDate: "2024-04-01 10:00:00 +0200", to: url)
            let second = try await batches(HealthExportBridge(path: url.path), since: first.last?.anchor)
            let (old, new) = (first.flatMap(\.measurements), second.flatMap(\.measurements))
            expect(new.count, equals: 601)
            expect(Set(old.map(\.id)).isSubset(of: new.map(\.id)))
        }
    }

    @Test("an anchor counts samples of its own kinds: for others the same export is read from its start")
    func otherKinds() async throws {
        func read(_ kinds: [MetricKind], since anchor: HealthAnchor?) async throws -> [HealthBatch] {
            try await batches(HealthExportBridge(path: HealthFixture.path, kinds: kinds), since: anchor)
        }
        let weights = try #require(try await read([.weight], since: nil).last)
        expect(!weights.measurements.isEmpty)
        try await expect(read(MetricKind.known, since: weights.anchor).flatMap(\.measurements).count, equals: 40)
        let all = try #require(try await read(MetricKind.known, since: nil).last)
        try await expect(read([.weight], since: all.anchor).flatMap(\.measurements), equals: weights.measurements)
        // The same kinds, in whatever order and however often they are named.
        let again = Array(MetricKind.known.reversed()) + [.weight, MetricKind(rawValue: "GRIP")]
        try await expect(read(again, since: all.anchor).isEmpty)
    }

    @Test("kinds that are imported one after the other are all in the store, each sample once")
    func kindsOneAfterTheOther() async throws {
        let store = try makeStore()
        _ = try await store.importAll(from: HealthExportBridge(path: HealthFixture.path, kinds: [.weight]))
        let weights = try store.counts().records
        let report = try await store.importAll(from: HealthExportBridge(path: HealthFixture.path))
        expect(report.addedCount, equals: 39 - weights)
        try expect(store.counts().records, equals: 39)
        let again = try await store.importAll(from: HealthExportBridge(path: HealthFixture.path))
        expect(again, equals: ImportReport())
    }

    @Test("an anchor of a build that left the kinds out of it is read, and begins again")
    func oldAnchor() async throws {
        // The digest of the fixture's bytes alone.
        let anchor = HealthAnchor(rawValue: "1:0750f46ca41aaf5d7e2cee987cf8c3cd:40")
        expect(HealthExportAnchor(anchor)?.samplesRead, equals: 40)
        let read = try await batches(HealthExportBridge(path: HealthFixture.path), since: anchor)
        expect(read.flatMap(\.measurements).count, equals: 40)
    }

    @Test("an anchor that another build wrote is not trusted", arguments: ["", "7", "2:ab:5", "1:ab:-5", "1:ab:x"])
    func foreignAnchor(text: String) async throws {
        let bridge = HealthExportBridge(path: HealthFixture.path)
        let read = try await batches(bridge, since: HealthAnchor(rawValue: text))
        expect(read.flatMap(\.measurements).count, equals: 40)
    }

    @Test("a damaged export gives what stands before the damage and then its error")
    func damaged() async throws {
        try await withExport(700) { url in
            try Data(Data(contentsOf: url).dropLast(20)).write(to: url)
            var count = 0
            await #expect(throws: HealthImportError.self) {
                for try await batch in HealthExportBridge(path: url.path).batches(since: nil) {
                    count += batch.measurements.count
                }
            }
            expect(count, equals: 500)
        }
    }

    @Test("authorisation fails only where there is no file")
    func authorization() async throws {
        try await HealthExportBridge(path: HealthFixture.path).requestAuthorization(for: MetricKind.known)
        await #expect(throws: HealthImportError.self) {
            try await HealthExportBridge(path: "/no/such/export.xml").requestAuthorization(for: [.weight])
        }
    }
}
