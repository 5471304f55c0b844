import Foundation
import StepSupport
import TestSupport
import Testing

@testable import Vitals

@Suite("The totals of a day")
struct DayTotalsTests {
    private struct Vector {
        let name: String
        let days: [Range<Timestamp>]
        let records: [Vitals.Measurement]
        let totals: [Double]
    }

    private func vectors() throws -> [Vector] {
        let json = try JSONValue(parsing: Data(contentsOf: PackageFiles.url("Tests/Vectors/day-totals.json")))
        guard case .array(let cases) = json else { return [] }
        return try cases.map { json in
            let members = try Members(json)
            let midnights = try members.list("midnights").compactMap { json -> Timestamp? in
                guard case .string(let text) = json else { return nil }
                return Timestamp(rfc3339: text)
            }
            let totals = try members.list("totals").compactMap { json -> Double? in
                guard case .number(let number) = json else { return nil }
                return number
            }
            return Vector(
                name: try members.text("name"), days: zip(midnights, midnights.dropFirst()).map { $0..<$1 },
                records: try members.list("records").map(record), totals: totals)
        }
    }

    private struct Members {
        let members: [JSONValue.Member]

        init(_ json: JSONValue) throws {
            guard case .object(let members) = json else { throw JSONError.shape("Expected an object.") }
            self.members = members
        }

        subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

        func list(_ name: String) throws -> [JSONValue] {
            guard case .array(let list)? = self[name] else { throw JSONError.shape("Expected a list.", at: name) }
            return list
        }

        func text(_ name: String) throws -> String {
            guard case .string(let text)? = self[name] else { throw JSONError.shape("Expected a text.", at: name) }
            return text
        }
    }

    private func record(_ json: JSONValue) throws -> Vitals.Measurement {
        let members = try Members(json)
        let time = try #require(Timestamp(rfc3339: members.text("recordedAt")))
        guard case .number(let value)? = members["value"] else { throw JSONError.shape("Expected a number.") }
        return Vitals.Measurement(
            id: UUID(), kind: .steps, value: value, unit: .count, recordedAt: time, updatedAt: time, version: 1,
            extra: UnknownMembers(members: members.members.filter { !["value", "recordedAt"].contains($0.name) }))
    }

    @Test("every vector adds up to what it says, in any order of its records")
    func everyVector() throws {
        let vectors = try vectors()
        expect(vectors.count >= 300, "The vectors are not all there.")
        for vector in vectors {
            let totals = vector.days.map(DayTotals(vector.records).total)
            expect(totals.count, equals: vector.totals.count, "\(vector.name)")
            for (total, expected) in zip(totals, vector.totals) {
                expect(abs(total - expected) <= 1e-9 * max(1, expected), "\(vector.name): \(total), not \(expected)")
            }
            let reversed = DayTotals(vector.records.reversed())
            expect(vector.days.map(reversed.total), equals: totals, "\(vector.name)")
        }
    }

    @Test("a deleted record doesn't count")
    func deleted() throws {
        let vector = try #require(try vectors().first { $0.name == "one source" })
        var tombstone = vector.records[0]
        tombstone.extra = UnknownMembers(members: tombstone.extra.members + [.init("deleted", .bool(true))])
        expect(DayTotals([tombstone]).total(in: vector.days[0]), equals: 0)
    }

    @Test("months of a watch and a phone are added up day by day in a moment")
    func size() throws {
        let day: Int64 = 86_400_000
        var values: [(value: Double, recordedAt: Timestamp, origin: SampleOrigin?)] = []
        for number: Int64 in 0..<20_000 {
            let (start, end) = (Timestamp(clamping: number * 600_000), Timestamp(clamping: (number + 1) * 600_000))
            for source in ["Watch", "Phone"] { values.append((10, end, SampleOrigin(source: source, start: start))) }
        }
        let totals = DayTotals(values: values)
        let started = ContinuousClock.now
        let days: [Double] = (Int64(0)..<138).map { number in
            totals.total(in: Timestamp(clamping: number * day)..<Timestamp(clamping: (number + 1) * day))
        }
        expect(days.allSatisfy { $0 == 1_440 })
        expect(ContinuousClock.now - started < .seconds(20))
    }
}
