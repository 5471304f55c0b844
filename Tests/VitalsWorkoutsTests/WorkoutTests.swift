import Foundation
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsFeatures
import VitalsWorkouts

@Suite("Workouts")
struct WorkoutTests {
    private static let start = Timestamp(rfc3339: "2026-05-01T05:30:00Z")!
    private let device: Device

    private func workout(_ id: UUID) throws -> Workout { try #require(try device.workouts.workout(id)) }

    private func draft(of id: UUID) throws -> WorkoutDraft { try #require(WorkoutDraft(of: workout(id))) }

    private func added(_ draft: WorkoutDraft) throws -> Workout { try workout(device.workouts.add(draft)) }

    init() throws { device = try Device.inMemory(clock: { ImportingPhone.now }, features: .all) }

    private static func draft(minutes: Double = 30) -> WorkoutDraft {
        var draft = WorkoutDraft(start: start, minutes: minutes)
        draft.activity = "run"
        return draft
    }

    @Test("are added, changed and deleted")
    func edits() throws {
        let id = try device.workouts.add(Self.draft())
        var draft = try draft(of: id)
        (draft.distance, draft.note) = (6.25, "Fast")
        try device.workouts.update(id, draft)
        let workout = try workout(id)
        expect(workout.distance == 6.25 && workout.note == "Fast" && workout.title == "Run", "\(workout)")
        expect(workout.end == nil && workout.lastMoment?.rfc3339 == "2026-05-01T06:00:00Z")
        draft = try self.draft(of: id)
        draft.distance = 0
        try device.workouts.update(id, draft)
        expect(try device.workouts.workout(id)?.distance == nil)
        try device.workouts.delete(id)
        expect(try device.workouts.list().isEmpty)
    }

    @Test("what can't be is refused in a sentence, and nothing is stored")
    func refused() throws {
        func field(_ change: (inout WorkoutDraft) -> Void) -> String? {
            var draft = Self.draft()
            change(&draft)
            do {
                try device.workouts.add(draft)
                return nil
            } catch {
                return (error as? WorkoutInvalid)?.field
            }
        }
        func at(_ text: String) -> Timestamp { Timestamp(rfc3339: text)! }
        expect(field { $0.minutes = .nan } == "minutes")
        expect(field { $0.minutes = 0 } == "minutes")
        expect(field { $0.minutes = 0.0001 } == "minutes")
        expect(field { $0.minutes = 1_441 } == "minutes")
        expect(field { $0.start = at("1899-12-31T00:00:00Z") } == "start")
        expect(field { $0.start = at("2027-06-01T00:00:00Z") } == "start")
        expect(field { $0.end = at("2026-05-01T05:29:00Z") } == "end")
        expect(field { $0.end = at("2026-05-02T06:00:00Z") } == "end")
        expect(field { $0.activity = "yoga" } == "activity")
        expect(field { $0.energy = .nan } == "energy")
        expect(field { $0.energy = -1 } == "energy")
        expect(field { $0.distance = 50_001 } == "distance")
        expect(field { $0.heartRate = 301 } == "heartRate")
        expect(field { $0.source = "a\u{1B}" } == "source")
        expect(field { $0.note = String(repeating: "x", count: 40_000) } == "note")
        expect(try device.workouts.list().isEmpty)
        expect(field { $0.minutes = 1_440 } == nil)
    }

    @Test("the end of a recorded one goes with its start and its duration")
    func moved() throws {
        var draft = Self.draft()
        draft.end = Timestamp(rfc3339: "2026-05-01T06:10:00Z")
        let id = try device.workouts.add(draft)
        var edit = try self.draft(of: id)
        edit.note = "x"
        try device.workouts.update(id, edit)
        expect(try device.workouts.workout(id)?.end?.rfc3339 == "2026-05-01T06:10:00Z")
        edit.start = Timestamp(rfc3339: "2026-05-01T07:00:00Z")!
        try device.workouts.update(id, edit)
        expect(try device.workouts.workout(id)?.end?.rfc3339 == "2026-05-01T07:30:00Z")
    }

    @Test("a field that can't be read is none, and the others are shown")
    func lenient() {
        let workout = Workout(
            id: UUID(),
            fields: [
                "start": .string("soon"), "minutes": .number(30), "energy": .string("much"),
                "activity": .string("yoga"),
                "distance": .number(-1),
            ], waits: false)
        expect(workout.start == nil && workout.minutes == 30 && workout.energy == nil && workout.distance == nil)
        expect(workout.title == "yoga" && workout.lastMoment == nil && WorkoutDraft(of: workout) == nil)
    }

    @Test("an activity of a newer build stays while something else is edited")
    func unknownActivity() throws {
        let id = try device.entities.create(
            "workout",
            ["start": .string(Self.start.rfc3339), "minutes": .number(20), "activity": .string("yoga")])
        var draft = try draft(of: id)
        draft.note = "Calm"
        try device.workouts.update(id, draft)
        expect(try device.workouts.workout(id)?.activity == "yoga")
    }

    @Test("are listed by their start, the latest first, within a span")
    func list() throws {
        for day in 1...3 {
            try device.workouts.add(WorkoutDraft(start: Timestamp(rfc3339: "2026-04-0\(day)T10:00:00Z")!, minutes: 20))
        }
        let starts = try device.workouts.list().map { String($0.start?.rfc3339.prefix(10) ?? "") }
        expect(starts == ["2026-04-03", "2026-04-02", "2026-04-01"], "\(starts)")
        let from = Timestamp(rfc3339: "2026-04-02T10:00:00Z")!
        expect(try device.workouts.list(from: from, to: Timestamp(rfc3339: "2026-04-03T10:00:00Z")!).count == 1)
        expect(try device.workouts.list(from: from).count == 2)
    }

    // MARK: Heart rate

    private func beat(_ rate: Double, _ time: String) throws -> UUID {
        try device.add(.heartRate, rate, .beatsPerMinute, recordedAt: Timestamp(rfc3339: time)!).id
    }

    @Test("the heart rate is that of the records from start to end, without deleted ones")
    func heartRates() throws {
        let workout = try added(Self.draft())
        _ = try beat(80, "2026-05-01T05:29:59Z")
        for (rate, time) in [(100.0, "05:30:00"), (130, "05:31:00"), (150, "05:31:30"), (150, "06:00:00")] {
            _ = try beat(rate, "2026-05-01T\(time)Z")
        }
        try device.delete(try beat(190, "2026-05-01T05:40:00Z"))
        _ = try beat(80, "2026-05-01T06:00:01Z")
        let points = try device.workouts.heartRates(of: workout)
        expect(points.map(\.rate) == [100, 130, 150, 150], "\(points)")
        let band = try #require(HeartRateBand(workout, points))
        expect(band.minimum == 100 && band.maximum == 150 && band.average == 132.5, "\(band)")
        // The watch lost contact after 5:31:30: of the gap, two minutes count.
        expect(band.buckets.map(\.lower) == [100, 120, 140], "\(band.buckets)")
        expect(band.buckets.map(\.seconds) == [60, 30, 120], "\(band.buckets)")
    }

    @Test("without records it's the summary of what recorded the workout, and without that it's none")
    func summary() throws {
        var draft = Self.draft()
        (draft.heartRate, draft.heartRateMaximum) = (140, 171)
        let workout = try added(draft)
        let band = try #require(HeartRateBand(workout, []))
        expect(band.minimum == nil && band.average == 140 && band.maximum == 171 && band.buckets.isEmpty)
        let plain = try added(Self.draft())
        expect(HeartRateBand(plain, []) == nil)
        expect(HeartRateBand(plain, [HeartRatePoint(time: Self.start, rate: 5)]) == nil)
    }
}
