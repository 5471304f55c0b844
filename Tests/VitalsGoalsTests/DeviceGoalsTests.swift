import Foundation
import StepSupport
import TestSupport
import Testing
import VitalsEntities
import VitalsFeatures
import VitalsReminders

@testable import Vitals
@testable import VitalsGoals

/// The goals of a device with a store of its own, in Berlin on Wednesday 6 May 2026.
@Suite("The goals of a device") struct DeviceGoalsTests {
    private let clock = Locked(Timestamp(rfc3339: "2026-05-06T07:00:00+02:00")!)
    private let device: Device

    init() throws {
        let clock = clock
        device = try Device.inMemory(clock: { clock.withLock { $0 } }, features: .all)
    }

    private var goals: DeviceGoals { device.goals(in: TimeZone(identifier: "Europe/Berlin")!) }

    private var now: Timestamp { clock.withLock { $0 } }

    private func advance(days: Int64) {
        clock.withLock { $0 = $0.advanced(byMilliseconds: days * 86_400_000) ?? .max }
    }

    private func refusal(_ draft: GoalDraft) -> GoalInvalid? {
        do {
            try goals.set(draft, now: now)
            return nil
        } catch {
            return error as? GoalInvalid
        }
    }

    @Test("A goal is stored in kilograms, with its day, and from the trend of that time")
    func sets() throws {
        expect(try goals.goal() == nil)
        try device.add(.weight, 80, .kilograms, recordedAt: now)
        let goal = try goals.set(GoalDraft(.weight, 154, .pounds, by: CalendarDay("2027-03-01")), now: now)
        expect(abs(goal.value - 69.85322498) < 1e-9 && goal.by?.text == "2027-03-01" && goal.waits)
        expect(goal.start?.rfc3339 == "2026-05-06T05:00:00Z" && goal.startValue == 80)
        expect(try goals.goal(), equals: goal)
        expect(try device.entities.list("goal").first?.fields["kind"], equals: .string("WEIGHT"))
    }

    @Test("A new goal takes the old one's place and begins anew; another day alone doesn't begin anew")
    func replaces() throws {
        try device.add(.weight, 80, .kilograms, recordedAt: now)
        let first = try goals.set(GoalDraft(.weight, 70, .kilograms), now: now)
        advance(days: 1)
        try device.add(.weight, 79, .kilograms, recordedAt: now)
        let moved = try goals.set(GoalDraft(.weight, 70, .kilograms, by: CalendarDay("2027-03-01")), now: now)
        expect(moved.id == first.id && moved.start == first.start && moved.startValue == 80 && moved.by != nil)
        let second = try goals.set(GoalDraft(.weight, 75, .kilograms), now: now)
        expect(second.id == first.id && second.start == now && second.by == nil)
        expect(abs((second.startValue ?? 0) - 79.9) < 1e-9)
        expect(try device.entities.list("goal").count, equals: 1)
    }

    @Test(
        "What is no goal is refused in a sentence, and nothing is stored",
        arguments: [
            (Double.nan, MetricUnit.kilograms, nil, "value", "A goal is a number, such as 70."),
            (.infinity, .kilograms, nil, "value", "A goal is a number, such as 70."),
            (0, .kilograms, nil, "value", "A goal is between 0.1 and 1000 kg."),
            (-70, .kilograms, nil, "value", "A goal is between 0.1 and 1000 kg."),
            (5_000, .pounds, nil, "value", "A goal is between 0.2 and 2204.6 lb."),
            (70, .kilometres, nil, "value", "A weight is in kilograms or pounds."),
            (70, .kilograms, "2026-05-06", "by", "The day of a goal is in the future, such as 2026-08-04."),
        ])
    func refuses(value: Double, unit: MetricUnit, by: String?, field: String, detail: String) throws {
        let refused = refusal(GoalDraft(.weight, value, unit, by: by.flatMap { CalendarDay($0) }))
        expect(refused, equals: GoalInvalid(field, detail))
        expect(refusal(GoalDraft(.steps, 10_000, .count))?.field, equals: "kind")
        expect(try device.entities.list("goal").isEmpty)
        // A server refuses what no phone sends, too: NaN isn't above 0.
        let type = try #require(EntityTypes.builtIn["goal"])
        for value in [Double.nan, 0, -1] {
            #expect(throws: EntityInvalid.self) {
                try type.validate(["kind": .string("WEIGHT"), "value": .number(value)], isWhole: true)
            }
        }
    }

    @Test("Of the goals of two phones the one counts that was set last, whatever the order of their ids, and both go")
    func counts() throws {
        let old: [String: JSONValue] = [
            "kind": .string("WEIGHT"), "value": .number(60), "start": .string("2026-05-01T07:00:00Z"),
        ]
        for _ in 0..<8 { try device.entities.create("goal", old) }
        let latest = try device.entities.create(
            "goal", old.merging(["value": .number(65), "start": .string("2026-05-01T07:00:01Z")]) { $1 })
        // One of a kind that this version doesn't know, one out of bounds and one without a time.
        try device.entities.create("goal", old.merging(["kind": .string("STEPS")]) { $1 })
        try device.entities.create(
            "goal", old.merging(["value": .number(7_000), "start": .string("2026-05-02T07:00:00Z")]) { $1 })
        try device.entities.create("goal", ["kind": .string("WEIGHT"), "value": .number(50)])
        expect(try goals.goal()?.id, equals: latest)
        let set = try goals.set(GoalDraft(.weight, 66, .kilograms), now: now)
        expect(set.id, equals: latest)
        try goals.remove()
        expect(try goals.goal() == nil)
        #expect(throws: StoreError.self) { try goals.remove() }
        expect(try device.entities.list("goal").count, equals: 2, "what this version can't read stays")
    }

    @Test("The trend goes by the days of the phone's zone, and deleted weights don't count")
    func trend() throws {
        // Half past midnight in Berlin is the day before in UTC.
        try device.add(.weight, 80, .kilograms, recordedAt: Timestamp(rfc3339: "2026-05-05T00:30:00+02:00"))
        try device.add(.weight, 81, .kilograms, recordedAt: Timestamp(rfc3339: "2026-05-05T23:30:00+02:00"))
        let wrong = try device.add(.weight, 300, .kilograms, recordedAt: now)
        try device.delete(wrong.id)
        let trend = try goals.trend(now: now)
        expect(trend.points.map(\.day.text) == ["2026-05-05"] && trend.points.first?.value == 80.5)
    }
}
