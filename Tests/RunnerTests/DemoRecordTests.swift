import TestSupport
import Testing

@testable import CheckpointDemo

@Suite("The winner that the demo expects")
struct DemoRecordTests {
    @Test(
        "is the greater record, key by key, whichever is named first",
        arguments: [
            (record(version: 2, updatedAt: "2030-01-01T00:00:00Z"), record(version: 3)),
            (record(updatedAt: "2026-01-01T00:00:00Z"), record(updatedAt: "2026-01-01T00:00:00.001Z", value: 1)),
            (record(updatedAt: "2026-01-01T00:00:00.5Z"), record(updatedAt: "2026-01-01T00:00:00.510Z", value: 1)),
            (record(kind: "STEPS", value: 90), record(kind: "WEIGHT", value: 80)),
            (record(value: 9.5), record(value: 10)),
            (record(unit: "KG"), record(unit: "LB")),
            (record(recordedAt: "2025-12-31T23:59:59.999Z"), record(recordedAt: "2026-01-01T00:00:00Z")),
        ])
    func greater(lesser: DemoRecord, greater: DemoRecord) {
        expect(DemoRecord.winner(lesser, greater), equals: greater)
        expect(DemoRecord.winner(greater, lesser), equals: greater)
    }

    @Test("Records are the same where ids differ in case and times in spelling only")
    func sameContent() {
        expect(
            record(updatedAt: "2026-01-01T00:00:00.500Z").content,
            equals: record(updatedAt: "2026-01-01T00:00:00.5Z").content
        )
        expect(record(id: "AB").content, equals: record(id: "ab").content)
        expect(record(value: 70).content != record(value: 70.1).content)
    }
}

private func record(
    id: String = "a", version: Int64 = 1, updatedAt: String = "2026-01-01T00:00:00Z", kind: String = "WEIGHT",
    value: Double = 70, unit: String = "KG", recordedAt: String = "2026-01-01T00:00:00Z"
) -> DemoRecord {
    DemoRecord(
        id: id, kind: kind, value: value, unit: unit, recordedAt: recordedAt, updatedAt: updatedAt, version: version,
        dirty: nil, deleted: nil, label: nil, extra: nil)
}
