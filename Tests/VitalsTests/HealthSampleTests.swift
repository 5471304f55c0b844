import Foundation
import TestSupport
import Testing

@testable import Vitals

@Suite("Ids of Apple Health samples")
struct HealthSampleTests {
    private func sample(
        type: HealthSampleType = .bodyMass, value: Double = 72.3, start: Int64 = 1_704_177_060_000,
        end: Int64 = 1_704_177_060_000, created: Int64? = 1_704_177_065_000, source: String = "Scale"
    ) -> HealthSample {
        HealthSample(
            type: type, value: value, start: Timestamp(clamping: start), end: Timestamp(clamping: end),
            created: created.map(Timestamp.init(clamping:)), sourceName: source)
    }

    @Test("version 5 gives the UUID of RFC 9562, appendix A.4")
    func vector() {
        let namespace = UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8")!
        expect(
            UUID(version5: "www.example.com".utf8, in: namespace).lowercased,
            equals: "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    }

    @Test("the name is spelled like this for ever: another spelling would double every history")
    func name() {
        let sample = sample(source: "Ada’s Watch")
        expect(
            sample.name,
            equals:
                "HKQuantityTypeIdentifierBodyMass\n2024-01-02T06:31:00Z\n2024-01-02T06:31:00Z\n7.230e+01\nAda’s Watch"
        )
        expect(sample.id.lowercased, equals: "e720dca6-5dc0-5936-a6b5-6dc366ebff96")
    }

    @Test("milliseconds, digits past the fourth and line feeds in a source make no other id")
    func sameID() {
        let id = sample().id
        expect(sample(start: 1_704_177_060_999, end: 1_704_177_060_001).id, equals: id)
        expect(sample(value: 72.3.nextUp).id, equals: id)
        expect(sample(value: 72.300004).id, equals: id)
        expect(sample(created: nil).id, equals: id)
        expect(sample(value: 0).id, equals: sample(value: -0.0).id)
        expect(sample(source: "A\nB").id, equals: sample(source: "A B").id)
    }

    @Test("type, start, end, value and source each make another id")
    func otherID() {
        let ids: Set<UUID> = [
            sample().id, sample(type: .heartRate).id, sample(start: 1_704_177_059_000).id,
            sample(end: 1_704_177_061_000).id, sample(value: 72.4).id, sample(source: "scale").id,
            sample(source: "").id,
        ]
        expect(ids.count, equals: 7)
    }

    @Test("a time before 1970 is floored towards the past")
    func beforeEpoch() {
        expect(sample(start: -1).name.contains("\n1969-12-31T23:59:59Z\n"))
    }

    @Test("the record is version 1, measured at the end, written when it was saved")
    func record() throws {
        let saved = try sample(start: 1_000, end: 61_500, created: 90_000).validMeasurement()
        expect(saved.version, equals: 1)
        expect(saved.kind, equals: .weight)
        expect(saved.unit, equals: .kilograms)
        expect(saved.recordedAt.millisecondsSinceEpoch, equals: 61_500)
        expect(saved.updatedAt.millisecondsSinceEpoch, equals: 90_000)
        expect(saved.extra, equals: .empty)
        let unsaved = try sample(start: 1_000, end: 61_500, created: nil).validMeasurement()
        expect(unsaved.updatedAt, equals: unsaved.recordedAt)
    }
}
