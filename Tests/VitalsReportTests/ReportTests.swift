import Foundation
import StepSupport
import TestSupport
import Testing
import VitalsEntities
import VitalsFeatures
import VitalsWorkouts

@testable import Vitals
@testable import VitalsReport

@Suite("A report of a device", .timeLimit(.minutes(2))) struct ReportTests {
    private let server = FakeServer()
    private let program = Report.Program(name: "vitals-device 0.1.0", platform: "Linux x86_64")

    @Test("What waits is listed by sort and kind, with since when and how often it failed")
    func waits() async throws {
        let device = try server.device()
        let first = try device.add(.weight, 72.4, .kilograms)
        try device.add(.weight, 72.5, .kilograms)
        let gone = try device.add(.steps, 4_000, .count)
        try device.delete(gone.id)
        try device.entities.create("note", ["title": .string("Doctor")])
        server.answers { _ in HTTPResponse(status: 401) }
        for _ in 0..<3 { _ = try? await device.sync() }
        let waiting = try device.report(by: program).waiting
        expect(
            waiting.map { "\($0.what) \($0.kind) \($0.count) \($0.failedTries)" },
            equals: ["records WEIGHT 2 3", "deletions STEPS 1 3", "commands note 1 3"])
        expect(waiting.first?.since, equals: first.updatedAt)
        let later = try device.add(.distance, 3, .kilometres)
        let tries = try device.report(by: program).waiting.first { $0.kind == "DISTANCE" }
        expect(tries?.failedTries, equals: 0, "It's newer than the failures.")
        expect(tries?.since, equals: later.updatedAt)
    }

    @Test("A refusal is listed with its code, and not with the server's sentence")
    func refusals() async throws {
        let device = try server.device()
        let record = try device.add(.weight, 72.4, .kilograms)
        server.answers { request in
            guard request.method == "POST" else { return try await FakeServer.accepting(request) }
            return FakeServer.json(
                """
                {"acceptedIds":[],"rejected":[{"id":"\(record.id.uuidString.lowercased())","version":1,"code":"out_of_bounds",
                "detail":"Anna's 72.4 is too much"}]}
                """)
        }
        try await device.sync()
        let report = try device.report(by: program)
        expect(
            report.refused.map { "\($0.what) \($0.kind) \($0.code) \($0.count)" },
            equals: ["records WEIGHT out_of_bounds 1"])
        expect(report.refused.first?.last != nil)
        expect(!report.text.contains("Anna"))
    }

    @Test("The positions name the logs, with a digest of the receipt and not the receipt")
    func positions() async throws {
        let device = try server.device()
        try await device.sync()
        let report = try device.report(by: program)
        let records = try #require(report.positions.first)
        expect(records, equals: .init(log: "records", cursor: 7, receiptDigest: "35e8789a"), "by sha256sum")
        expect(report.positions.map(\.log), equals: ["records", "entities", "samples"])
        expect(!report.text.contains("c0ffee"))
        expect(report.features, equals: ["base", "devices"])
    }

    @Test("A phone that never synced has a report, too")
    func fresh() throws {
        let folder = try TemporaryFolder()
        let device = try Device(directory: folder.path("phone"), transport: server, features: .all)
        let report = try device.report(by: program)
        expect(report.address, equals: "none")
        expect(report.sizeBytes ?? 0 > 0)
        expect(report.text.contains("Last sync: never"))
        expect(report.text.contains("Errors, the latest first\n  not kept by this program"))
    }

    @Test("The text is the one of the vectors, which the browser's is, too")
    func vectors() throws {
        let json = try JSONValue(parsing: Data(contentsOf: PackageFiles.url("Tests/Vectors/report.json")))
        let cases = try #require(json.array)
        expect(cases.count >= 3)
        for each in cases {
            let lines = (each["text"]?.array ?? []).compactMap(\.string)
            let text = ReportText.text(of: each["report"] ?? .null)
            expect(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), equals: lines)
        }
    }
}
