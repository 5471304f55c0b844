import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Vitals

@Suite("Health's types, each with an anchor of its own")
struct HealthTypePagesTests {
    /// A health store of numbered samples; a type without permission shows none of them.
    private struct Source: HealthBridge {
        let source = "test"
        var types = ["weight", "steps"]
        var granted: Set<String>
        var samples: [String: [Vitals.Measurement]]
        var pageSize = 2

        func requestAuthorization(for kinds: [MetricKind]) async throws {}

        func batches(since anchor: HealthAnchor?) -> AsyncThrowingStream<HealthBatch, any Error> {
            let pages = HealthTypePages(types: types, anchor: anchor) { type, anchor in
                // As HealthKit does, the anchor moves on although nothing may be seen.
                let start = anchor.flatMap { Int($0.rawValue) } ?? 0
                let visible = granted.contains(type) ? samples[type] ?? [] : []
                guard start < visible.count else { return nil }
                let end = min(start + pageSize, visible.count)
                return HealthBatch(
                    measurements: Array(visible[start..<end]), anchor: HealthAnchor(rawValue: "\(end)"))
            }
            return AsyncThrowingStream { try await pages.next() }
        }
    }

    private static let weights = (1...5).map { weight(Double(60 + $0), id: uuid($0)) }
    private static let steps = (6...8).map { number in
        Vitals.Measurement(
            id: uuid(number), kind: .steps, value: Double(number), unit: .count, recordedAt: Timestamp(clamping: 500),
            updatedAt: Timestamp(clamping: 1_000), version: 1)
    }

    private func source(_ granted: Set<String>) -> Source {
        Source(granted: granted, samples: ["weight": Self.weights, "steps": Self.steps])
    }

    @Test("a kind that is granted later delivers its older samples, and the others aren't read again")
    func grantedLater() async throws {
        let store = try makeStore()
        let first = try await store.importAll(from: source(["weight"]))
        expect(first.addedCount, equals: 5)
        let second = try await store.importAll(from: source(["weight", "steps"]))
        expect(second.addedCount, equals: 3)
        expect(second.presentCount, equals: 0)
        try expect(store.allByKind(.steps), equals: Self.steps)
        let third = try await store.importAll(from: source(["weight", "steps"]))
        expect(third, equals: ImportReport())
    }

    @Test("a kind that the app asks for later does too, and one it no longer asks for keeps its anchor")
    func askedForLater() async throws {
        let store = try makeStore()
        var asked = source(["weight", "steps"])
        asked.types = ["steps"]
        _ = try await store.importAll(from: asked)
        asked.types = ["weight"]
        try await expect(store.importAll(from: asked).addedCount, equals: 5)
        asked.types = ["weight", "steps"]
        try await expect(store.importAll(from: asked), equals: ImportReport())
    }

    @Test("an import that ends in the middle goes on with the page that was not stored, whatever its type")
    func resumes() async throws {
        let store = try makeStore()
        struct Crash: Error {}
        for stored in 0..<5 {
            let batches = source(["weight", "steps"]).batches(since: try store.anchor(source: "test"))
            var iterator = batches.makeAsyncIterator()
            guard let batch = try await iterator.next() else { break }
            _ = try store.importing { transaction in
                for record in batch.measurements { try transaction.add(record) }
                try transaction.setAnchor(try #require(batch.anchor), source: "test")
            }
            try expect(store.dirty().count, equals: [2, 4, 5, 7, 8][stored])
        }
        try await expect(store.importAll(from: source(["weight", "steps"])), equals: ImportReport())
    }

    @Test("an anchor from before, which all types shared, is read as none: everything comes again and is present")
    func sharedAnchor() async throws {
        let store = try makeStore()
        for shared in ["YnBsaXN0MDA=", "5", "", "[1]"] {
            _ = try store.importing { try $0.setAnchor(HealthAnchor(rawValue: shared), source: "test") }
            let report = try await store.importAll(from: source(["weight", "steps"]))
            expect(report.addedCount + report.presentCount, equals: 8)
        }
        try expect(store.dirty().count, equals: 8)
    }
}
