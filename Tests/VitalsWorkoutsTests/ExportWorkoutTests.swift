import TestSupport
import Testing
import Vitals
import VitalsWorkouts

@Suite("Workouts of an export")
struct ExportWorkoutTests {
    @Test("a newer export says energy, distance and heart rate in statistics")
    func statistics() throws {
        let phone = try ImportingPhone()
        let (summary, _) = try phone.take(
            ExportXML.workout(
                "Cycling",
                more: "device=\"\(ExportXML.device)\" totalEnergyBurned=\"9\" totalEnergyBurnedUnit=\"kcal\"",
                inner: ExportXML.zone("Europe/Berlin")
                    + ExportXML.statistics("ActiveEnergyBurned", "sum=\"1046\" unit=\"kJ\"")
                    + ExportXML.statistics("DistanceCycling", "sum=\"12\" unit=\"mi\"")
                    + ExportXML.statistics(
                        "HeartRate", "average=\"141.5\" minimum=\"92\" maximum=\"171\" unit=\"count/min\"")
                    + ExportXML.statistics("StepCount", "sum=\"12\" unit=\"count\"")
                    + "<WorkoutActivity>\(ExportXML.statistics("ActiveEnergyBurned", "sum=\"500\" unit=\"kcal\""))</WorkoutActivity>"
            ))
        let workout = try #require(try phone.device.workouts.list().first)
        expect(workout.activity == "cycle" && workout.minutes == 30, "\(workout)")
        expect(workout.start?.rfc3339 == "2026-05-01T05:30:00Z" && workout.end?.rfc3339 == "2026-05-01T06:00:30Z")
        expect(workout.energy == 250 && workout.distance == 19.312, "\(workout)")
        expect(
            workout.heartRate == 141.5 && workout.heartRateMinimum == 92 && workout.heartRateMaximum == 171,
            "\(workout)")
        expect(workout.source == "Watch" && workout.device == "Watch6,7" && workout.waits)
        expect(summary.item("workouts")?.addedCount == 1 && summary.unreadableCount == 0, "\(summary.lines)")
    }

    @Test("an older export says totals in the tag, and nothing where they are 0")
    func totals() throws {
        let phone = try ImportingPhone()
        try phone.take(
            ExportXML.workout(
                "Walking", duration: "0.5", unit: "hr",
                more:
                    "totalDistance=\"2500\" totalDistanceUnit=\"m\" totalEnergyBurned=\"120\" totalEnergyBurnedUnit=\"kcal\""
            ),
            ExportXML.workout(
                "Yoga", duration: nil, more: "totalDistance=\"0\" totalEnergyBurned=\"0\""))
        let found = try phone.device.workouts.list().sorted { ($0.activity ?? "") > ($1.activity ?? "") }
        expect(found.map(\.activity) == ["walk", "other"], "\(found)")
        expect(found[0].distance == 2.5 && found[0].energy == 120 && found[0].minutes == 30, "\(found[0])")
        expect(found[1].distance == nil && found[1].energy == nil && found[1].minutes == 30.5, "\(found[1])")
    }

    @Test("two identical workouts neither abort an import nor count twice, nor does the file when it's read again")
    func twice() throws {
        let phone = try ImportingPhone()
        let elements = [ExportXML.workout(inner: ""), ExportXML.workout(), ExportXML.workout(source: "iPhone")]
            .joined(separator: "\n")
        let first = try phone.take(elements).summary.item("workouts")
        expect(first?.addedCount == 2 && first?.presentCount == 1, "\(String(describing: first))")
        expect(try phone.take(elements).summary.item("workouts")?.addedCount == 0)
        expect(try phone.device.workouts.list().count == 2)
    }

    @Test("a workout that was deleted here doesn't come back, and one that was edited stays as it is")
    func deletedAndEdited() throws {
        let phone = try ImportingPhone()
        let elements = [ExportXML.workout(), ExportXML.workout(source: "iPhone")].joined(separator: "\n")
        try phone.take(elements)
        let workouts = try phone.device.workouts.list()
        try phone.device.workouts.delete(workouts[0].id)
        var draft = try #require(WorkoutDraft(of: workouts[1]))
        draft.note = "Felt strong"
        try phone.device.workouts.update(workouts[1].id, draft)
        expect(try phone.take(elements).summary.item("workouts")?.presentCount == 2)
        expect(try phone.device.workouts.list().map(\.note) == ["Felt strong"])
    }

    @Test("an impossible one costs only itself, and is counted with its line")
    func impossible() throws {
        let phone = try ImportingPhone()
        let (summary, _) = try phone.take(
            ExportXML.workout(start: "2026-05-01 09:00:00 +0200"),
            ExportXML.workout(end: "2027-05-01 07:30:00 +0200"),
            ExportXML.workout(duration: "600000", unit: "min"),
            ExportXML.workout(duration: "NaN"),
            ExportXML.workout(duration: "0"),
            ExportXML.workout(duration: "-5"),
            ExportXML.workout(more: "totalEnergyBurned=\"NaN\" totalEnergyBurnedUnit=\"kcal\""),
            ExportXML.workout(more: "totalDistance=\"5\" totalDistanceUnit=\"kcal\""),
            ExportXML.workout(start: "yesterday"),
            ExportXML.workout(start: "1800-05-01 07:30:00 +0200", end: "1800-05-01 08:00:00 +0200"),
            "<Workout duration=1>",
            ExportXML.workout(
                source: "iPhone", inner: "\n" + ExportXML.statistics("ActiveEnergyBurned", "sum=\"NaN\" unit=\"kcal\""))
        )
        let lines = summary.lines.map { $0.prefix { $0 != ":" } }
        expect(lines == ["3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "15"], "\(summary.lines)")
        expect(summary.item("workouts")?.addedCount == 1)
        expect(try phone.device.workouts.list().map(\.source) == ["iPhone"])
    }

    @Test("a heart rate that nobody has is left out, and the workout stays")
    func heartRate() throws {
        let phone = try ImportingPhone()
        try phone.take(
            ExportXML.workout(
                inner: ExportXML.statistics(
                    "HeartRate", "average=\"140\" minimum=\"3\" maximum=\"900\" unit=\"count/min\"")))
        let workout = try #require(try phone.device.workouts.list().first)
        expect(workout.heartRate == 140 && workout.heartRateMinimum == nil && workout.heartRateMaximum == nil)
    }

    @Test("a name with control characters is one line")
    func names() throws {
        let phone = try ImportingPhone()
        try phone.take(ExportXML.workout(source: "A\u{1B}[2J&#10;B"))
        expect(try phone.device.workouts.list().first?.source == "A [2J B")
    }

    @Test("HealthKit's activities have the words of the contract")
    func activities() {
        for (name, word) in [
            ("Running", "run"), ("Hiking", "walk"), ("HandCycling", "cycle"),
            ("FunctionalStrengthTraining", "strength"),
            ("HighIntensityIntervalTraining", "hiit"), ("Yoga", "other"), ("", "other"),
        ] { expect(WorkoutActivity(health: "HKWorkoutActivityType" + name).rawValue, equals: word) }
    }
}
