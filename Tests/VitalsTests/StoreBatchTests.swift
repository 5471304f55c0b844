import Foundation
import TestSupport
import Testing
import Vitals

@Suite("The batches that a store gives to a push")
struct StoreBatchTests {
    /// A record whose other members are almost as large as they may be.
    private func largeRecord(_ number: Int) -> Vitals.Measurement {
        var record = weight(70, id: uuid(number))
        record.extra = UnknownMembers(members: [.init("note", .string(String(repeating: "x", count: 8_000)))])
        return record
    }

    @Test("a batch of small records has as many as asked for, and one of large records fits into a server's 5 MiB")
    func fitsARequest() throws {
        let store = try makeStore()
        _ = try store.importing { transaction in
            for number in 1...700 { try transaction.add(largeRecord(number)) }
            for number in 1_001...2_400 { try transaction.add(weight(70, id: uuid(number))) }
        }
        var (sizes, ids, after): ([Int], [UUID], UUID?) = ([], [], nil)
        while true {
            let batch = try store.dirty(after: after, limit: 1_000)
            guard let last = batch.last else { break }
            let byteCount = batch.reduce(0) { $0 + $1.json.utf8.count + 100 }
            expect(byteCount < 5 << 20)
            sizes.append(batch.count)
            ids += batch.map(\.id)
            after = last.id
        }
        expect(sizes.count, equals: 3, "\(sizes)")
        expect(sizes[0] > 400 && sizes[1] == 1_000)
        let stored = (1...700).map(uuid) + (1_001...2_400).map(uuid)
        let expected = stored.sorted { $0.lowercased < $1.lowercased }
        expect(ids, equals: expected)
    }

    @Test("a record that is larger than a batch may be is a batch of its own")
    func oneLargeRecord() throws {
        let store = try makeStore()
        var record = weight(70, id: uuid(1))
        record.extra = UnknownMembers(unchecked: #"{"note":"\#(String(repeating: "x", count: 5 << 20))"}"#)
        try store.upsert(record)
        try store.upsert(weight(70, id: uuid(2)))
        try expect(store.dirty(after: nil, limit: 10).map(\.id), equals: [uuid(1)])
        try expect(store.dirty(after: uuid(1), limit: 10).map(\.id), equals: [uuid(2)])
    }
}
