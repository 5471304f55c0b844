import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsViewModels

@Suite("The models of files", .timeLimit(.minutes(5)))
@MainActor
struct FilesModelTests {
    let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    private func write(_ text: String) throws -> URL {
        let url = directory.url.appendingPathComponent("file.csv")
        try text.write(to: url, atomically: true, encoding: .utf8)
        return url
    }

    @Test("an import is looked at first, asks what the file leaves open, and stores it then")
    func imports() async throws {
        let fixture = try ModelFixture(isConnected: false)
        let model = fixture.phone.csvImport
        await model.open(try write("When,Weight\n01/02/2024,\"160,125\"\n01/02/2024,x\n"))
        expect(model.question == .columns && model.problem?.contains("No column is known") == true)
        await model.answer(columns: "date=When,weight:lb=Weight")
        expect(model.question, equals: .decimal)
        await model.answer(decimalComma: true)
        expect(model.question, equals: .dates)
        expect(!model.canStore)
        await model.answer(dayFirst: false)
        expect(model.question == nil && model.problem == nil && model.canStore, "\(String(describing: model.problem))")
        expect(model.columns.map(\.meaning), equals: ["The date", "Weight, in lb"])
        expect(model.summary, equals: "1 new, 0 here already, 1 unreadable")
        expect(model.unreadable.first?.hasPrefix("Line 3:") == true)
        expect(model.firstEntries.count, equals: 1)
        try expect(fixture.store.list().isEmpty, "a look stores nothing")
        await model.store()
        expect(model.isStored && !model.canStore)
        try expect(fixture.store.list().map(\.measurement.value), equals: [160.125 * MetricUnit.kilogramsPerPound])
    }

    @Test("an export becomes a file, in the units and the range that the person chose")
    func exports() async throws {
        let fixture = try ModelFixture(isConnected: false)
        let at = try #require(Timestamp(rfc3339: "2026-05-01T12:00:00Z"))
        for days in 0..<3 {
            try fixture.store.add(
                kind: .weight, value: 70, unit: .kilograms,
                recordedAt: at.advanced(byMilliseconds: Int64(days) * 86_400_000))
        }
        let model = ExportModel(
            device: fixture.device, units: { UnitPreferences(weight: .pounds) },
            calendar: Calendar(identifier: .gregorian), directory: directory.url)
        model.from = Date(timeIntervalSince1970: Double(at.millisecondsSinceEpoch) / 1_000 + 86_400)
        model.to = model.from
        model.usesShownUnits = true
        await model.export()
        let file = try #require(model.file, "\(String(describing: model.problem))")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\r\n")
        expect(
            lines.count == 2 && lines[1].contains(",WEIGHT,154.32") && lines[1].contains(",LB,2026-05-02T"), "\(lines)")
        model.from = model.to.map { $0 + 10 * 86_400 }
        await model.export()
        expect(model.file == nil && model.problem?.contains("ends before it begins") == true)
        expect(model.progress == nil)
    }
}
