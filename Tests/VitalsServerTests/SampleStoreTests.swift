import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsServer
import VitalsServerEntities
import VitalsServerWorkouts
import VitalsWorkouts

/// The promises of a store of samples: one suite for memory, SQLite and Postgres.
@Suite("Samples on a server") struct SampleStoreTests {
    private static let stores = StoreUnderTest.available

    @Test("A sample comes back as it was sent, and of two with one id the first stays", arguments: stores)
    func stays(_ kind: StoreUnderTest) async throws {
        try await kind.withSamples { phone in
            let id = UUID()
            let full = SampleBodies.sample(
                id, value: 1e-3,
                with: [
                    "device": .string("Watch6,1"), "zone": .string("Europe/Berlin"),
                    "source": .string("Anna’s é e\u{301}"),
                    "start": .string("1905-05-06T07:00:00.123Z"), "end": .string("1905-05-06T07:00:00.123Z"),
                ])
            // The same name in another spelling of é is another source.
            let other = SampleBodies.sample(
                minute: 1, with: ["source": .string("Anna’s e\u{301} é"), "type": .string("X_1")])
            try await expect(phone.upload([full, other]).counts, equals: "received 2 stored 2")
            let again = SampleBodies.sample(id, value: 99)
            try await expect(phone.upload([again, SampleBodies.sample(id)]).counts, equals: "known 2 received 2")
            let page = try await phone.service.list(SampleQuery(type: "BASAL_ENERGY"), user: phone.user)
            expect(page.samples.map(\.json.canonical), equals: [full.canonical])
            expect(page.next == nil)
            let newer = try await phone.service.list(SampleQuery(type: "X_1"), user: phone.user)
            expect(newer.samples.map(\.json.canonical), equals: [other.canonical])
        }
    }

    @Test("A repeated request gets its first answer, byte for byte, and stores nothing", arguments: stores)
    func repeats(_ kind: StoreUnderTest) async throws {
        try await kind.withSamples { phone in
            let (request, one, two) = (UUID(), UUID(), UUID())
            let samples = [SampleBodies.sample(one), SampleBodies.sample(two, with: ["unit": .string("km")])]
            let first = try await phone.upload(samples, id: request)
            expect(first.counts, equals: "received 2 rejected 1 stored 1")
            try await phone.delete([one])
            let between = try await phone.upload([SampleBodies.sample()])
            // The answer would be another today: the sample was deleted since.
            let again = try await phone.upload(samples, id: request, receipt: first.receipt)
            expect(again.text, equals: first.text)
            expect(again.receipt, equals: between.receipt, "The receipt is of now.")
            try await expect(phone.ids().count, equals: 1)

            let gone = UUID()
            let deletion = try await phone.delete([gone, two], id: request == one ? two : gone)
            try await expect(phone.delete([gone, two], id: gone).text, equals: deletion.text)
        }
    }

    @Test("A known request with other bytes is refused, and nothing of it is stored", arguments: stores)
    func reused(_ kind: StoreUnderTest) async throws {
        try await kind.withSamples { phone in
            let (request, id) = (UUID(), UUID())
            try await phone.upload([SampleBodies.sample(id)], id: request)
            for samples in [[SampleBodies.sample()], [SampleBodies.sample(id), SampleBodies.sample()]] {
                await expectError(422, "request_reused") { try await phone.upload(samples, id: request) }
            }
            await expectError(422, "request_reused") { try await phone.delete([id], id: request) }
            try await expect(phone.ids(), equals: [id])
            // The same id is another user's own.
            let other = try await phone.another()
            try await expect(other.upload([SampleBodies.sample()], id: request).counts, equals: "received 1 stored 1")
        }
    }

    @Test("A deletion is final, whether its sample came before or comes later", arguments: stores)
    func deletion(_ kind: StoreUnderTest) async throws {
        try await kind.withSamples { phone in
            let (early, late, other) = (UUID(), UUID(), UUID())
            try await phone.upload([SampleBodies.sample(early), SampleBodies.sample(other, minute: 1)])
            try await expect(
                phone.delete([early, late, late]).counts, equals: "deleted 1 received 3 unknown 2")
            let both = [SampleBodies.sample(early), SampleBodies.sample(late), SampleBodies.sample(other)]
            try await expect(phone.upload(both).counts, equals: "deleted 2 known 1 received 3")
            try await expect(phone.ids(), equals: [other])
            try await expect(phone.delete([early]).counts, equals: "received 1 unknown 1")
        }
    }

    @Test("Each request has one row of the log, and a receipt of another history is refused", arguments: stores)
    func receipts(_ kind: StoreUnderTest) async throws {
        try await kind.withSamples { phone in
            let first = try await phone.upload([SampleBodies.sample()])
            let receipt = try #require(first.receipt)
            expect(receipt.seq, equals: 1)
            let many = (0..<50).map { SampleBodies.sample(minute: Int64($0)) }
            try await expect(phone.upload(many, receipt: receipt).receipt?.seq, equals: 2)
            try await expect(phone.delete([UUID()], receipt: receipt).receipt?.seq, equals: 3)
            let foreign = [
                Receipt(seq: 4, tag: receipt.tag), Receipt(seq: 1, tag: "0123456789abcdef"), Receipt(seq: 1, tag: "0"),
            ]
            let before = try await phone.ids()
            for receipt in foreign {
                let receipt = try #require(receipt)
                await expectError(409, "history_lost") {
                    try await phone.upload([SampleBodies.sample()], receipt: receipt)
                }
                await expectError(409, "history_lost") { try await phone.delete(before, receipt: receipt) }
            }
            try await expect(phone.ids(), equals: before)
            let other = try await phone.another()
            await expectError(409, "history_lost") { try await other.upload([SampleBodies.sample()], receipt: receipt) }
        }
    }

    @Test("Two users may have one id, and neither sees or deletes the other's", arguments: stores)
    func isolation(_ kind: StoreUnderTest) async throws {
        try await kind.withSamples { phone in
            let (other, id) = (try await phone.another(), UUID())
            try await phone.upload([SampleBodies.sample(id, value: 1)])
            try await expect(other.ids(), equals: [])
            try await expect(other.delete([id]).counts, equals: "received 1 unknown 1")
            try await expect(phone.ids(), equals: [id])
            try await expect(other.upload([SampleBodies.sample(id, value: 2)]).counts, equals: "deleted 1 received 1")
            try await expect(phone.service.summary(user: other.user), equals: [])
            try await expect(phone.service.summary(user: phone.user).map(\.count), equals: [1])
        }
    }

    @Test("If the last statement fails, nothing of the request stays", arguments: stores)
    func rollsBack(_ kind: StoreUnderTest) async throws {
        struct Crash: Error {}
        try await kind.withSamples { phone in
            let (kept, id) = (UUID(), UUID())
            let before = try await phone.upload([SampleBodies.sample(kept)])
            await #expect(throws: Crash.self) {
                try await phone.store.transactSamples(user: phone.user, receipt: nil) { storage, head in
                    let sample = try Sample(json: SampleBodies.sample(id))
                    _ = try storage.insert([sample])
                    _ = try storage.delete([kept])
                    try storage.append(
                        SampleLogRow(seq: (head?.seq ?? 0) + 1, tag: 7), requestID: UUID(),
                        SampleAnswer(bodyHash: "", text: "{}"))
                    throw Crash()
                }
            }
            try await expect(phone.ids(), equals: [kept])
            let after = try await phone.upload([SampleBodies.sample(id, minute: 1)], receipt: before.receipt)
            expect(after.receipt?.seq == 2 && after.counts == "received 1 stored 1")
        }
    }

    @Test("Uploads of one user side by side are stored one after the other", arguments: stores)
    func concurrent(_ kind: StoreUnderTest) async throws {
        try await kind.withSamples { phone in
            let ids = (0..<40).map { _ in UUID() }
            let seqs = try await withThrowingTaskGroup(of: Int64.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        // Each batch shares half of its samples with the next.
                        let own = ids[(number * 5)..<min(number * 5 + 10, 40)]
                        let samples = own.enumerated().map { SampleBodies.sample($1, minute: Int64($0)) }
                        return try await phone.upload(samples).receipt?.seq ?? 0
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            expect(seqs.sorted(), equals: Array(1...8))
            try await expect(Set(phone.ids()), equals: Set(ids))
        }
    }

    @Test("Pages go by start and id, from the first moment to the one before the last", arguments: stores)
    func pages(_ kind: StoreUnderTest) async throws {
        try await kind.withSamples { phone in
            // Three samples start in each minute.
            let samples = (0..<12).map { SampleBodies.sample(minute: Int64($0 / 3), value: Double($0)) }
            try await phone.upload(samples.shuffled())
            try await phone.upload([SampleBodies.sample(with: ["type": .string("STAND_TIME"), "unit": .string("min")])])
            var query = SampleQuery(type: "BASAL_ENERGY", limit: 5)
            var (found, sizes) = ([Sample](), [Int]())
            repeat {
                let page = try await phone.service.list(query, user: phone.user)
                found += page.samples
                sizes.append(page.samples.count)
                query.after = page.next
            } while query.after != nil
            expect(sizes, equals: [5, 5, 2])
            let places = found.map { "\($0.start.rfc3339) \($0.id.lowercased)" }
            expect(places == places.sorted() && Set(places).count == 12)
            func count(_ from: String, _ to: String) async throws -> Int {
                let query = SampleQuery(
                    type: "BASAL_ENERGY", from: Timestamp(rfc3339: "2026-05-06T\(from)Z")!,
                    to: Timestamp(rfc3339: "2026-05-06T\(to)Z")!)
                return try await phone.service.list(query, user: phone.user).samples.count
            }
            try await expect(count("07:00:00", "07:02:00"), equals: 6)
            try await expect(count("07:00:00.001", "07:02:00.001"), equals: 6)
            try await expect(count("07:03:00", "07:03:00"), equals: 0)
        }
    }

    @Test("A summary counts by type and source, and says when the first and the last start", arguments: stores)
    func summary(_ kind: StoreUnderTest) async throws {
        try await kind.withSamples { phone in
            try await phone.upload([
                SampleBodies.sample(minute: 5), SampleBodies.sample(minute: 1),
                SampleBodies.sample(minute: 9, with: ["source": .string("Aphone")]),
                SampleBodies.sample(minute: 2, with: ["type": .string("A_NEW_ONE"), "unit": .string("furlong")]),
            ])
            func row(_ type: String, _ source: String, _ count: Int, _ first: Int, _ last: Int) -> SampleSummary {
                let time = { (minute: Int) in Timestamp(rfc3339: "2026-05-06T07:0\(minute):00Z")! }
                return SampleSummary(type: type, source: source, count: count, first: time(first), last: time(last))
            }
            try await expect(
                phone.service.summary(user: phone.user),
                equals: [
                    row("A_NEW_ONE", "Apple Watch", 1, 2, 2), row("BASAL_ENERGY", "Aphone", 1, 9, 9),
                    row("BASAL_ENERGY", "Apple Watch", 2, 1, 5),
                ])
        }
    }

    @Test("An export reads every sample and every deleted id once", arguments: stores)
    func export(_ kind: StoreUnderTest) async throws {
        try await kind.withSamples { phone in
            let (ids, gone) = ((0..<7).map { _ in UUID() }, (0..<5).map { _ in UUID() })
            try await phone.upload(ids.map { SampleBodies.sample($0) })
            try await phone.delete(gone)
            var (found, last) = ([UUID](), UUID?.none)
            repeat {
                let page = try await phone.store.samplesByID(user: phone.user, after: last, limit: 3)
                found += page.map(\.id)
                last = page.last?.id
            } while last != nil
            expect(found.map(\.lowercased), equals: ids.map(\.lowercased).sorted())
            var deleted: [UUID] = []
            repeat {
                let page = try await phone.store.deletedSamples(user: phone.user, after: last, limit: 2)
                deleted += page
                last = page.last
            } while last != nil
            expect(deleted.map(\.lowercased), equals: gone.map(\.lowercased).sorted())
        }
    }

    @Test("A restored backup refuses the receipt, and takes everything again", arguments: stores)
    func restored(_ kind: StoreUnderTest) async throws {
        guard kind == .memory else { return }
        try await kind.withSamples { phone in
            guard let memory = phone.store as? MemorySampleStore else { return }
            let (one, two, batch) = (UUID(), UUID(), UUID())
            try await phone.upload([SampleBodies.sample(one)])
            let backup = memory.samples(of: phone.user)
            let lost = try await phone.upload([SampleBodies.sample(two, minute: 1)], id: batch)
            memory.restore(backup, of: phone.user)
            await expectError(409, "history_lost") {
                try await phone.upload([SampleBodies.sample(two, minute: 1)], id: batch, receipt: lost.receipt)
            }
            // The next row has the lost one's number and another tag.
            let next = try await phone.upload([SampleBodies.sample(two, minute: 1)], id: batch)
            expect(next.receipt?.seq == 2 && next.receipt != lost.receipt && next.counts == "received 1 stored 1")
            try await expect(phone.ids(), equals: [one, two])
        }
    }
}

/// Expects that `body` is refused with this status and code.
func expectError<Value>(
    _ status: Int, _ code: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
) async {
    do {
        _ = try await body()
        Issue.record("It wasn't refused.", sourceLocation: sourceLocation)
    } catch let error as ServiceError {
        expect(error.status == status && error.code == code, "\(error)", sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
}
