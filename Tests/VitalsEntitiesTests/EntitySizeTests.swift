import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities

@Suite("A long queue of commands")
struct EntitySizeTests {
    @Test("Reading the next batch and the list on the screen costs the same with many pending commands as with few")
    func longQueue() throws {
        let phone = try EntityPhone()
        func fill(_ count: Int) throws {
            try phone.access.write { tables in
                for number in 0..<count {
                    try tables.create(
                        phone.access.types["note"]!, ["title": .string("note \(number)"), "body": .string("x")])
                }
            }
        }
        func seconds(_ body: () throws -> Void) rethrows -> Double {
            let start = ContinuousClock.now
            for _ in 0..<10 { try body() }
            return (ContinuousClock.now - start) / .seconds(10)
        }
        func batch() throws { _ = try phone.access.write { try $0.claim(limit: 500) } }
        func list() throws { _ = try phone.access.read { try $0.list("note", limit: 50) } }
        try fill(600)
        let (fewBatch, fewList) = (try seconds(batch), try seconds(list))
        let large = ProcessInfo.processInfo.environment["VITALS_ENTITY_QUEUE"].flatMap { Int($0) } ?? 6_000
        try fill(large)
        let (manyBatch, manyList) = (try seconds(batch), try seconds(list))
        print("batch \(fewBatch) s, then \(manyBatch) s; list \(fewList) s, then \(manyList) s")
        expect(
            manyBatch < 4 * fewBatch + 0.05,
            "The next batch took \(fewBatch) s with 600 commands, and \(manyBatch) s with \(large).")
        expect(
            manyList < 4 * fewList + 0.05,
            "The list took \(fewList) s with 600 commands, and \(manyList) s with \(large).")
    }
}
