import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsFeatures
import VitalsWorkouts

@testable import VitalsViewModels

@Suite("The models of workouts", .timeLimit(.minutes(5)))
@MainActor
struct WorkoutModelTests {
    /// Wednesday, 6 May 2026, 10:00 in Berlin.
    private let clock = StepClock(1_778_054_400_000)
    private let device: Device
    private let phone: PhoneModel
    private var model: WorkoutsModel { phone.workouts }

    init() throws {
        let store = try MeasurementStore(path: ":memory:", clock: clock.read, rules: .all, features: .all)
        device = Device(store: store, tokens: InMemorySecureStore(), transport: NoTransport())
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin")!
        let settings = InMemorySettings()
        settings.set(MetricUnit.kilometres.rawValue, for: "unit.distance")
        phone = PhoneModel(
            Dependencies(
                device: device, settings: settings, locale: Locale(identifier: "en_GB"), calendar: calendar,
                clock: clock.read),
            features: ScreenFeature.all)
    }

    @discardableResult
    private func run(hoursAgo: Double, _ change: (inout WorkoutDraft) -> Void = { _ in }) throws -> UUID {
        var draft = WorkoutDraft(start: clock.now.advanced(bySeconds: -hoursAgo * 3_600), minutes: 45)
        draft.activity = "run"
        change(&draft)
        let id = try device.workouts.add(draft)
        phone.refresh()
        return id
    }

    // MARK: The list

    @Test("workouts are listed by day, the latest first, with what is known of them")
    func list() throws {
        expect(model.emptyText != nil)
        try run(hoursAgo: 2) { ($0.distance, $0.energy, $0.heartRate) = (8.23, 412.4, 142.4) }
        try run(hoursAgo: 26) { ($0.activity, $0.minutes, $0.source) = ("strength", 65, "Ada’s Watch") }
        try run(hoursAgo: 30) { $0.activity = "" }
        expect(model.days.map(\.title), equals: ["Today", "Yesterday"])
        let rows = model.days.flatMap(\.rows)
        expect(rows.map(\.title), equals: ["Run", "Strength", "Workout"])
        expect(rows.map(\.time), equals: ["08:00", "08:00", "04:00"])
        expect(rows[0].detail, equals: "45 min · 8.23\u{A0}km · 412\u{A0}kcal · 142\u{A0}bpm")
        expect(rows[1].detail, equals: "1 h 5 min")
        expect(rows.allSatisfy(\.waits) && rows[0].spoken.hasPrefix("Run, 08:00, 45 min, 8.23"))
        expect(rows[1].source == "Ada’s Watch" && model.emptyText == nil)
        let tab = try #require(phone.tabs.first { $0.route == "workouts" })
        expect(tab.title == "Workouts" && phone.tab(at: "vitals:workout/1")?.route == "workouts")
    }

    @Test("a workout is deleted once; then it's in no list, and has neither a screen nor a form")
    func deletes() throws {
        let id = try run(hoursAgo: 2)
        expect(model.editing(id) != nil && model.showing(id) != nil)
        model.delete(id)
        expect(model.days.isEmpty && model.showing(id) == nil && model.editing(id) == nil && model.problem == nil)
        model.delete(id)
        expect(model.problem == nil, "It was deleted already.")
    }

    @Test("a long list is shown in parts")
    func pages() throws {
        for number in 0..<5 { try run(hoursAgo: Double(number) + 1) }
        let model = WorkoutsModel(
            device: device, formatter: { phone.settings.formatter }, clock: clock.read, pageSize: 2)
        model.refresh()
        expect(model.days.flatMap(\.rows).count == 2 && model.hasMore)
        model.showMore()
        model.showMore()
        expect(model.days.flatMap(\.rows).count == 5 && !model.hasMore)
    }

    // MARK: One workout

    @Test("one workout has its values in the person's units, and a pace if it was on foot")
    func detail() throws {
        let id = try run(hoursAgo: 2) { ($0.distance, $0.note, $0.device) = (9, "Along the river", "Watch6,1") }
        let shown = try #require(model.showing(id))
        func value(_ name: String) -> String? { shown.lines.first { $0.name == name }?.value }
        expect(shown.title == "Run" && shown.note == "Along the river" && shown.canEdit && shown.band == nil)
        expect(value("Started"), equals: "Today, 08:00")
        expect(value("Ended"), equals: "Today, 08:45")
        expect(value("Pace") == "5:00 min/km" && value("Distance") == "9\u{A0}km")
        expect(value("Device") == "Watch6,1" && value("Active energy") == nil && value("Sync") == "Saved here")
        phone.settings.distanceUnit = .miles
        shown.refresh()
        expect(value("Pace") == "8:03 min/mi" && value("Distance") == "5.59\u{A0}mi")
        try device.workouts.delete(id)
        shown.refresh()
        expect(shown.isGone)
    }

    @Test("the heart rate is a line with gaps, and the time in each range")
    func band() throws {
        let id = try run(hoursAgo: 2)
        let start = clock.now.advanced(bySeconds: -7_200)
        for (minute, rate) in [(0, 100.0), (1, 110), (2, 130), (10, 150), (11, 150)] {
            try device.add(
                .heartRate, rate, .beatsPerMinute, recordedAt: start.advanced(bySeconds: Double(minute * 60)))
        }
        try device.add(.heartRate, 60, .beatsPerMinute, recordedAt: start.advanced(bySeconds: -60))
        let chart = try #require(model.showing(id)?.band)
        expect(chart.summary, equals: "100 to 150, average 128\u{A0}bpm")
        expect(chart.range, equals: 100...160)
        expect(chart.points.map(\.followsGap), equals: [false, false, false, true, false])
        expect(chart.points.first == HeartRateChart.Point(x: 0, y: 0, followsGap: false))
        expect(chart.points.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
        expect(chart.bars.map(\.name), equals: ["100 to 120", "120 to 140", "140 to 160"])
        expect(chart.bars.map(\.value), equals: ["2 min", "2 min", "3 min"])
        expect(abs(chart.bars.reduce(0) { $0 + $1.fraction } - 1) < 1e-9)
    }

    @Test("of many heart rates the line has few points; a summary of the source's has none")
    func manyPoints() throws {
        let id = try run(hoursAgo: 2)
        let start = clock.now.advanced(bySeconds: -7_200)
        for second in 0..<700 {
            try device.add(
                .heartRate, 120, .beatsPerMinute, recordedAt: start.advanced(bySeconds: Double(second)))
        }
        let chart = try #require(model.showing(id)?.band)
        expect(chart.points.count <= HeartRateChart.maximumPoints && chart.points.count > 200)
        expect(chart.points.allSatisfy { abs($0.y - 0.0) < 1e-9 })
        let other = try run(hoursAgo: 20) { ($0.heartRate, $0.heartRateMinimum, $0.heartRateMaximum) = (140, 98, 171) }
        let summary = try #require(model.showing(other)?.band)
        expect(summary.summary == "98 to 171, average 140\u{A0}bpm" && summary.points.isEmpty && summary.bars.isEmpty)
    }

    // MARK: The form

    @Test("a new workout is stored as it's typed, in the person's units and language")
    func adds() throws {
        phone.settings.distanceUnit = .miles
        let form = model.adding()
        expect(form.isNew && form.title == "New workout" && form.distanceSymbol == "mi")
        expect(!form.save() && form.errors.minutes == "Write a number, such as 45.")
        (form.draft.activity, form.draft.minutes, form.draft.distance) = ("run", "45,5", "5")
        (form.draft.energy, form.draft.note) = ("1,204", "Windy")
        expect(form.save(), "\(form.errors) \(form.problem ?? "")")
        phone.refresh()
        let workout = try #require(try device.workouts.list().first)
        expect(workout.minutes == 45.5 && workout.energy == 1_204 && workout.note == "Windy")
        expect(abs((workout.distance ?? 0) - 8.047) < 1e-9, "\(String(describing: workout.distance))")
    }

    @Test("each field that is wrong has its sentence, and nothing is stored")
    func sentences() throws {
        let form = model.adding()
        form.draft.minutes = "1500"
        expect(!form.save() && form.errors.minutes == "A workout takes at most 24 hours.")
        form.draft.minutes = "45"
        (form.draft.distance, form.draft.heartRate) = ("far", "400")
        expect(!form.save() && form.errors.distance == "That isn't a number. Write it like 8.2.")
        form.draft.distance = ""
        expect(!form.save() && form.errors.heartRate?.contains("20 to 300") == true && form.errors.distance == nil)
        form.draft.heartRate = ""
        form.startDate = clock.now.advanced(bySeconds: 60).date
        expect(!form.save() && form.errors.start != nil)
        try expect(device.workouts.list().isEmpty)
    }

    @Test("an edit changes what was touched, and keeps the exact values of the rest")
    func edits() throws {
        let id = try run(hoursAgo: 2) { ($0.distance, $0.minutes, $0.activity) = (8.234, 45.123, "run") }
        phone.settings.distanceUnit = .miles
        let form = try #require(model.editing(id))
        expect(!form.isNew && form.draft.distance == "5.12" && form.draft.minutes == "45.12")
        form.draft.note = "Slow"
        expect(form.save())
        let workout = try #require(try device.workouts.workout(id))
        expect(workout.distance == 8.234 && workout.minutes == 45.123 && workout.note == "Slow")
        let late = try #require(model.editing(id))
        late.draft.distance = ""
        try device.workouts.delete(id)
        expect(!late.save() && late.problem == "The workout was deleted meanwhile. Nothing was saved.")
    }

    @Test("an activity that this build doesn't know can stay")
    func unknownActivity() throws {
        _ = try device.entities.create(
            "workout",
            ["start": .string("2026-05-06T06:00:00Z"), "minutes": .number(30), "activity": .string("rowing")])
        phone.refresh()
        let row = try #require(model.days.first?.rows.first)
        let form = try #require(model.editing(row.id))
        expect(row.title == "rowing" && form.activityChoices.last?.id == "rowing")
        form.draft.note = "New"
        expect(form.save(), "\(form.errors) \(form.problem ?? "")")
        expect(model.adding().activityChoices.map(\.id), equals: WorkoutActivity.allCases.map(\.rawValue))
    }
}
