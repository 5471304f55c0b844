import Foundation
import Testing
import Vitals

/// Your tests of `merge`: the properties that must hold for any two, and any three, records with the same id.
@Suite("Merge")
struct MergeTests {
    // @write 9 merge-tests
    /// Copies of one record in ascending order; something else decides the order of each neighbouring pair.
    static let copies: [Vitals.Measurement] = [
        copy(version: 1, updatedAt: 9_000, value: 99),
        copy(version: 2, updatedAt: 1_000, value: 80),
        copy(version: 2, updatedAt: 1_001, value: 70),
        copy(version: 2, updatedAt: 1_001, value: 71),
        copy(version: 2, updatedAt: 1_001, value: 71, recordedAt: 501),
        copy(version: 2, updatedAt: 1_001, value: 71, recordedAt: 501, note: "cafe\u{301}"),
        copy(version: 2, updatedAt: 1_001, value: 71, recordedAt: 501, note: "caf\u{e9}"),
    ]

    static func copy(
        version: Int64, updatedAt: Int64, value: Double, recordedAt: Int64 = 500, note: String? = nil
    ) -> Vitals.Measurement {
        Vitals.Measurement(
            id: UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), kind: .weight, value: value,
            unit: .kilograms, recordedAt: Timestamp(clamping: recordedAt), updatedAt: Timestamp(clamping: updatedAt),
            version: version, extra: note.map { UnknownMembers(members: [.init("note", .string($0))]) } ?? .empty)
    }

    @Test("the greater copy wins, whichever side it is on")
    func greaterWins() {
        for (position, lesser) in Self.copies.enumerated() {
            for greater in Self.copies[(position + 1)...] {
                #expect(merge(lesser, greater) == greater)
                #expect(merge(greater, lesser) == greater)
            }
        }
    }

    @Test("of three copies the same one is left, whichever two meet first")
    func associative() {
        for a in Self.copies {
            for b in Self.copies {
                for c in Self.copies {
                    #expect(merge(merge(a, b), c) == merge(a, merge(b, c)))
                }
            }
        }
    }

    @Test("a copy merged with itself is that copy")
    func idempotent() {
        for copy in Self.copies { #expect(merge(copy, copy) == copy) }
    }
    // @starter
    //| // Write your tests here. Make this one the first of them.
    //| @Test("the greater copy wins, whichever side it is on")
    //| func greaterWins() throws {
    //|     throw NotWritten(9, "test merge in both orders of its arguments")
    //| }
    // @end
}
