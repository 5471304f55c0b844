import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsFeatures
import VitalsWorkouts

@Suite("What HealthKit's objects become")
struct HealthReadingTests {
    private static let start = Timestamp(rfc3339: "2026-05-06T07:30:00.250Z")!
    private static let end = Timestamp(rfc3339: "2026-05-06T07:31:00.750Z")!

    private static func reading(
        _ type: String, _ value: Double, _ unit: String, source: String = "Ada's Watch", zone: String? = "Europe/Berlin"
    ) -> HealthReading {
        HealthReading(
            type: SampleType.named(type)!, value: value, unit: unit, start: start, end: end, source: source,
            device: "Watch6,1", zone: zone)
    }

    private static func record(_ reading: HealthReading) -> Vitals.Measurement? {
        if case .measurement(let record)? = reading.content { record } else { nil }
    }

    private static func sample(_ reading: HealthReading) -> Sample? {
        if case .sample(let sample)? = reading.content { sample } else { nil }
    }

    @Test("each type is what the table says, and keeps what the source said")
    func storage() throws {
        for type in SampleType.all {
            let unit = try #require(type.factors.keys.min())
            let value = 36 / type.factors[unit]!
            let reading = Self.reading(type.name, type.isSummed || type.unit == "degC" ? value : value * 1.2, unit)
            switch type.storage {
            case .measurement(let kind): expect(Self.record(reading)?.kind == kind, "\(type.name)")
            case .sample: expect(Self.sample(reading)?.type == type.name, "\(type.name)")
            }
        }
        let sample = try #require(Self.sample(Self.reading("BASAL_ENERGY", 52.3, "kJ")))
        expect(sample.value == 52.3 && sample.unit == "kJ" && sample.device == "Watch6,1")
        expect(sample.zone == "Europe/Berlin" && sample.source == "Ada's Watch")
    }

    @Test("all digits of HealthKit and the six of an export are one reading, with one id")
    func sameAsExport() throws {
        let (exact, exported) = (Self.reading("WEIGHT", 72.300001234, "kg"), Self.reading("WEIGHT", 72.3, "kg"))
        expect(Self.record(exact) != nil && Self.record(exact) == Self.record(exported))
        expect(
            Self.sample(Self.reading("BASAL_ENERGY", 12.500000321, "kcal"))?.id
                == Self.sample(Self.reading("BASAL_ENERGY", 12.5, "kcal"))?.id)
        let folder = try TemporaryFolder()
        let xml = """
            <?xml version="1.0"?><HealthData locale="en_GB">
            <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Ada's Watch" unit="count"
             creationDate="2026-05-06 09:31:00 +0200" startDate="2026-05-06 09:30:00 +0200"
             endDate="2026-05-06 09:31:00 +0200" value="87"/>
            <Record type="HKQuantityTypeIdentifierHeight" sourceName="Ada's Watch" unit="cm"
             creationDate="2026-05-06 09:31:00 +0200" startDate="2026-05-06 09:30:00 +0200"
             endDate="2026-05-06 09:31:00 +0200" value="174"/>
            <Record type="HKQuantityTypeIdentifierBasalEnergyBurned" sourceName="Ada's Watch" unit="kcal"
             creationDate="2026-05-06 09:31:00 +0200" startDate="2026-05-06 09:30:00 +0200"
             endDate="2026-05-06 09:31:00 +0200" value="12.5"/>
            </HealthData>
            """
        let path = folder.url.appending(path: "export.xml").path
        try xml.write(toFile: path, atomically: true, encoding: .utf8)
        let device = try Device.inMemory(features: .all)
        _ = try device.importHealthExport(.file(path))
        let steps = try #require(Self.record(Self.reading("STEPS", 87, "count")))
        let height = try #require(Self.record(Self.reading("HEIGHT", 1.74, "m")))
        expect(try device.record(steps.id)?.value == 87 && steps.origin?.source == "Ada's Watch")
        expect(try abs((device.record(height.id)?.value ?? 0) - 174) < 1e-9)
        let basal = try #require(Self.sample(Self.reading("BASAL_ENERGY", 12.5, "kcal")))
        let stored = try device.samples.list("BASAL_ENERGY", from: Timestamp(clamping: 0), to: .max)
        expect(stored.map(\.id) == [basal.id])
    }

    @Test("a reading that breaks a rule costs only itself; a zone that can't be costs only the zone")
    func broken() {
        expect(Self.reading("WEIGHT", .nan, "kg").content == nil)
        expect(Self.reading("WEIGHT", 9_000, "kg").content == nil)
        expect(Self.reading("WEIGHT", 70, "count").content == nil)
        expect(Self.reading("BASAL_ENERGY", 1, "kg").content == nil)
        let odd = Self.sample(Self.reading("BASAL_ENERGY", 1, "kcal", zone: "a\nb"))
        expect(odd != nil && odd?.zone == nil)
    }

    @Test("a workout has the id that an export gives it; one that can't be is left out")
    func workouts() throws {
        var draft = WorkoutDraft(start: Self.start, minutes: 45)
        (draft.end, draft.activity, draft.source) = (Self.start.advanced(byMilliseconds: 2_700_000), "run", "Watch")
        guard case .workout(let id, let fields)? = draft.content(now: Self.end) else {
            Issue.record("It is no workout.")
            return
        }
        expect(id == draft.recordedID && fields["activity"] == .string("run"))
        draft.minutes = .nan
        expect(draft.content(now: Self.end) == nil)
    }

    @Test("a moment of HealthKit's is floored to the millisecond, as in an export")
    func moments() {
        let date = Date(timeIntervalSince1970: 1_778_054_400.1239)
        expect(Timestamp(floored: date).millisecondsSinceEpoch == 1_778_054_400_123)
        expect(Timestamp(floored: Date(timeIntervalSince1970: .infinity)) == .max)
        for milliseconds in Int64(0)..<1_000 {
            // As a date keeps it: seconds since 2001.
            let date = Date(timeIntervalSinceReferenceDate: 799_747_200 + Double(milliseconds) / 1_000)
            let moment = Timestamp(clamping: 1_778_054_400_000 + milliseconds)
            expect(Timestamp(floored: date) == moment, "\(milliseconds)")
            expect(Timestamp(floored: moment.exactDate) == moment, "\(milliseconds)")
        }
    }

    @Test("types are asked for in two steps, each in one")
    func steps() {
        let names = SampleType.all.map(\.name) + [SampleTables.workoutType]
        let body = names.filter { PermissionStep(type: $0) == .body }
        expect(Set(body) == ["WEIGHT", "HEIGHT", "BODY_FAT"])
        expect(PermissionStep(type: "WORKOUT") == .activity && PermissionStep(type: "STEPS") == .activity)
    }
}
