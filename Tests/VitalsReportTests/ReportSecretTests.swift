import Foundation
import StepSupport
import TestSupport
import Testing
import VitalsEntities
import VitalsFeatures
import VitalsWorkouts

@testable import Vitals
@testable import VitalsReport

/// A phone full of words that must not leave it, and a server that says them back wherever it can.
@Suite("A report gives nothing away", .timeLimit(.minutes(2))) struct ReportSecretTests {
    /// Each has these letters, so that one search finds a part of any of them.
    private static let mark = "zqx"
    private static let values = ["71.37", "71,37", "7137", "4711"]

    @Test("No value, label, name, token, address, receipt or sentence is in it, in either form")
    func secrets() async throws {
        let mark = Self.mark
        let server = FakeServer()
        let device = try Device.inMemory(transport: server, features: .all)
        try device.login(to: ServerOrigin("https://\(mark)host.example:4711/\(mark)path"), token: "\(mark)token")
        try device.add(.weight, 71.37, .kilograms)
        let refused = try device.add(.steps, 4_711, .count)
        let symptom = try #require(MetricKind.known.first { $0.needsLabel })
        try device.add(symptom, 3, label: "\(mark) label")
        let unknown = Vitals.Measurement(
            id: UUID(), kind: MetricKind(rawValue: "\(mark)_KIND"), value: 4_711,
            unit: MetricUnit(rawValue: "\(mark)u"),
            recordedAt: device.store.clock(), updatedAt: device.store.clock(), version: 1)
        try device.importing { try $0.add(unknown) }
        try device.entities.create("note", ["title": .string("\(mark) title"), "body": .string("\(mark) body")])
        try device.entities.create("group", ["name": .string("\(mark) group")])
        try samples(device)
        let headers = [
            "vitals-account": "\(mark)account", "vitals-receipt": "4711.abcdef0123456789",
            "vitals-features": "base,devices,\(mark) feature,\(mark)=1", "x-request-id": "req 1 \(mark)",
        ]
        server.answers { request in
            if request.url.hasSuffix("/account/devices") {
                return FakeServer.json(
                    #"{"devices":[{"id":"d1","name":"\#(mark) phone","createdOn":"2026-06-20"}]}"#, headers: headers)
            }
            guard request.url.contains("/sync/push") else {
                let isPull = request.url.contains("/sync/pull")
                return FakeServer.json(
                    isPull ? #"{"records":[],"nextCursor":9}"# : #"{"code":"\#(mark) code","detail":"\#(mark)"}"#,
                    status: isPull ? 200 : 422, headers: headers)
            }
            let id = refused.id.uuidString.lowercased()
            return FakeServer.json(
                #"{"acceptedIds":[],"rejected":[{"id":"\#(id)","version":1,"code":"\#(mark) 71.37","detail":"\#(mark) 4711"}]}"#,
                headers: headers)
        }
        let log = DiagnosticsLog()
        do { try await device.sync() } catch { log.note(error) }
        log.note("\(mark) sentence of 71.37", .backend)
        try await expect(device.accountDevices().count, equals: 1)
        let report = try device.report(by: .init(name: "vitals-device", platform: "Linux"), errors: log.errors)
        expect(!report.waiting.isEmpty && !report.refused.isEmpty && !report.exchanges.isEmpty, "\(report.text)")
        expect(report.deviceCount, equals: 1)
        for text in [report.text, CanonicalJSON.text(report.json)] {
            expect(!text.lowercased().contains(mark), "\(text)")
            for value in Self.values {
                // Ids of errors and counts of bytes are random or long enough to have some of these digits by chance.
                let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "," }
                expect(!words.contains { $0 == value }, "\(value) is in \(text)")
            }
        }
    }

    private func samples(_ device: Device) throws {
        try device.store.write { tables in
            try tables.execute(
                """
                INSERT INTO sample_series (type, unit, source, device, zone)
                VALUES ('HEART_RATE', 'count/min', '\(Self.mark) watch', '\(Self.mark) device', 'Europe/Berlin')
                """)
            try tables.execute(
                "INSERT INTO sample (id, series, value, start, finish, state) VALUES (x'01', 1, 4711, 0, 0, 2)")
            try tables.execute(
                "INSERT INTO sample_rejection (id, code, detail) VALUES (x'01', '\(Self.mark) code', '\(Self.mark)')")
            try tables.execute(
                """
                INSERT INTO entity_dead (request_id, op, type, id, fields, updated_at, code, detail, rejected_at)
                VALUES ('r', 'create', '\(Self.mark)', 'i', '{}', 0, 'name', '\(Self.mark)', 0)
                """)
        }
    }
}
