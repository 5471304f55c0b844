import Foundation
import TestSupport
import Testing
import Vitals
import VitalsServer
import VitalsServerEntities
import VitalsServerWorkouts
import VitalsWorkouts

/// A store of samples with a user, and what tests send to it.
struct SampleFixture: Sendable {
    let store: any SampleStore
    let user: UUID
    /// Nil for the store in memory, which knows no users.
    let sync: (any SyncStore)?

    var service: SampleService { SampleService(store: store) }

    func another() async throws -> SampleFixture {
        SampleFixture(store: store, user: try await sync?.addUser(token: UUID().uuidString) ?? UUID(), sync: sync)
    }

    @discardableResult
    func upload(_ samples: [JSONValue], id: UUID = UUID(), receipt: Receipt? = nil) async throws -> Answer {
        let body = SampleBodies.samples(samples, id: id)
        return Answer(try await service.upload(try SampleUpload(body: body), user: user, receipt: receipt))
    }

    @discardableResult
    func delete(_ ids: [UUID], id: UUID = UUID(), receipt: Receipt? = nil) async throws -> Answer {
        let body = SampleBodies.deletions(ids, id: id)
        return Answer(try await service.delete(try SampleDeletions(body: body), user: user, receipt: receipt))
    }

    func ids(_ type: String = "BASAL_ENERGY") async throws -> [UUID] {
        try await service.list(SampleQuery(type: type, limit: 5_000), user: user).samples.map(\.id)
    }

    /// The numbers of an answer, and its receipt.
    struct Answer: Hashable {
        let text: String
        let receipt: Receipt?

        init(_ response: SampleService.Response) {
            text = response.text
            receipt = response.head?.receipt
        }

        /// The counts, such as `stored 2 known 1`, without those that are 0.
        var counts: String { (try? JSONValue(parsing: text)).map(SampleBodies.counts) ?? "" }
    }
}

/// Bodies of requests about samples.
enum SampleBodies {
    /// A sample of resting energy that begins some minutes after 7 o'clock.
    static func sample(
        _ id: UUID = UUID(), minute: Int64 = 0, value: Double = 12.5, with changes: [String: JSONValue?] = [:]
    ) -> JSONValue {
        let start = Timestamp(rfc3339: "2026-05-06T07:00:00Z")!.advanced(byMilliseconds: minute * 60_000)!
        var members: [String: JSONValue] = [
            "id": .string(id.lowercased), "type": .string("BASAL_ENERGY"), "value": .number(value),
            "unit": .string("kcal"), "start": .string(start.rfc3339),
            "end": .string(start.advanced(byMilliseconds: 60_000)!.rfc3339), "source": .string("Apple Watch"),
        ]
        for (name, value) in changes { members[name] = value }
        return .object(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
    }

    static func samples(_ samples: [JSONValue], id: UUID = UUID()) -> [UInt8] {
        body([.init("uploadRequestId", .string(id.lowercased)), .init("samples", .array(samples))])
    }

    static func deletions(_ ids: [UUID], id: UUID = UUID()) -> [UInt8] {
        body([
            .init("uploadRequestId", .string(id.lowercased)),
            .init("deletions", .array(ids.map { .string($0.lowercased) })),
        ])
    }

    static func body(_ members: [JSONValue.Member]) -> [UInt8] { Array(CanonicalJSON.text(.object(members)).utf8) }

    static func counts(_ json: JSONValue) -> String {
        guard case .object(let members) = json else { return "" }
        return members.compactMap { member -> String? in
            switch member.value {
            case .number(let number) where number != 0: "\(member.name) \(Int(number))"
            case .array(let elements) where !elements.isEmpty: "\(member.name) \(elements.count)"
            default: nil
            }
        }.sorted().joined(separator: " ")
    }
}

extension StoreUnderTest {
    func withSamples(_ body: @escaping @Sendable (SampleFixture) async throws -> Void) async throws {
        guard self != .memory else {
            return try await body(SampleFixture(store: MemorySampleStore(), user: DevelopmentUser.id, sync: nil))
        }
        try await withStore(hasEntities: true, hasSamples: true) { sync in
            let store = try #require(sync.ability((any SampleStore).self))
            expect(store.hasSampleTables)
            try await body(SampleFixture(store: store, user: DevelopmentUser.id, sync: sync))
        }
    }
}
