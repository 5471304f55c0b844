import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsFeatures
import VitalsFiles

/// `Tests/Vectors/csv.json` holds the readers of CSV in Swift and in the browser together: a file in, records out.
@Suite("CSV means the same here and in the browser")
struct CSVVectorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let json: JSONValue

        var testDescription: String { json["name"]?.string ?? "" }
    }

    static let cases: [Case] = {
        let url = PackageFiles.url("Tests/Vectors/csv.json")
        guard let data = try? Data(contentsOf: url), let list = try? JSONValue(parsing: data).array else { return [] }
        return list.map { Case(json: $0) }
    }()

    @Test("There are cases") func some() { expect(Self.cases.count > 20) }

    @Test("A file is read as it's meant", arguments: cases)
    func vector(_ vector: Case) throws {
        let directory = try TemporaryFolder()
        let path = directory.path("file.csv")
        try (vector.json["text"]?.string ?? "").write(toFile: path, atomically: true, encoding: .utf8)
        var options = CSVOptions()
        options.zone = try #require(TimeZone(secondsFromGMT: 7_200))
        options.decimal = vector.json["says"]?["decimal"]?.string.flatMap(CSVDecimal.init)
        options.dates = vector.json["says"]?["dates"]?.string.flatMap(CSVDateOrder.init)
        if let columns = vector.json["columns"]?.string { options.columns = try CSVNamedColumn.list(columns) }
        let device = try Device.inMemory(features: .all)
        do {
            let plan = try CSVPlan(file: path, options: options)
            expect(vector.json["asks"] == nil, "it should have asked")
            for (name, actual) in [
                ("program", plan.header.program), ("decimal", plan.decimal.rawValue), ("dates", plan.dates?.rawValue),
                ("delimiter", String(plan.delimiter)),
            ] {
                guard let expected = vector.json[name]?.string else { continue }
                expect(actual, equals: expected, "\(name)")
            }
            let summary = try device.importCSV(path, plan)
            let lines = vector.json["problems"]?.array ?? []
            expect(summary.problems.map { JSONValue.number(Double($0.line ?? 0)) }, equals: lines)
        } catch let error as FileError {
            expect(error.question?.rawValue, equals: vector.json["asks"]?.string, "\(error)")
        }
        let expected = try (vector.json["records"]?.array ?? []).map(Self.line).sorted()
        let actual = try device.list().map { stored in
            let record = stored.measurement
            return [
                record.id.lowercased, record.kind.rawValue, CanonicalJSON.number(record.value), record.unit.rawValue,
                record.recordedAt.rfc3339, record.label ?? "-",
            ].joined(separator: " ")
        }.sorted()
        expect(actual, equals: expected)
    }

    private static func line(_ record: JSONValue) throws -> String {
        guard case .number(let value)? = record["value"] else { return "no value" }
        let at = record["recordedAt"]?.string.flatMap { Timestamp(rfc3339: $0) }
        return [
            record["id"]?.string ?? "", record["kind"]?.string ?? "", CanonicalJSON.number(value),
            record["unit"]?.string ?? "", at?.rfc3339 ?? "", record["label"]?.string ?? "-",
        ].joined(separator: " ")
    }
}
