import ArgumentParser
import Foundation
import Vitals
import VitalsWorkouts

/// The options that `add` and `edit` share.
struct WorkoutOptions: ParsableArguments {
    @Option(help: ArgumentHelp("When it began, as RFC 3339.", valueName: "time")) var at: Timestamp?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("How long it took, in minutes.", valueName: "minutes"))
    var minutes: Decimal?
    @Option(parsing: .unconditional, help: ArgumentHelp("In kilometres; 0 for none.", valueName: "km"))
    var distance: Decimal?
    @Option(parsing: .unconditional, help: ArgumentHelp("In kilocalories; 0 for none.", valueName: "kcal"))
    var energy: Decimal?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The average in beats per minute; 0 for none.", valueName: "bpm")) var heartRate: Decimal?
    @Option(parsing: .unconditional, help: "A text; an empty one for none.") var note: String?

    var isEmpty: Bool {
        let given: [Any?] = [at, minutes, distance, energy, heartRate, note]
        return given.allSatisfy { $0 == nil }
    }

    /// Writes what was given into a draft.
    func apply(to draft: inout WorkoutDraft) {
        if let at { draft.start = at }
        if let minutes { draft.minutes = minutes.value }
        if let distance { draft.distance = distance.value }
        if let energy { draft.energy = energy.value }
        if let heartRate { draft.heartRate = heartRate.value == 0 ? nil : heartRate.value }
        if let note { draft.note = note }
    }
}

struct WorkoutAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a workout.",
        discussion: """
            Without --at it has just ended. If your watch recorded it too, the server makes one of the two.

            EXAMPLE
              vitals-device workouts add run --minutes 35 --distance 6.2
              vitals-device workouts add strength --minutes 50 --at 2026-05-06T18:00:00+02:00 --note "Legs"
            """)

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var options: WorkoutOptions
    @Argument(help: "The activity.") var activity: WorkoutActivity

    func validate() throws {
        if options.minutes == nil { throw ValidationError("Say how long it took: --minutes 35.") }
    }

    func run() throws {
        let device = try phone.open()
        let minutes = options.minutes?.value ?? 0
        let now = Timestamp.systemClock().flooredToSecond
        let length = Int64(min(max(minutes, 0), WorkoutDraft.maximumMinutes) * 60_000)
        var draft = WorkoutDraft(start: now.advanced(byMilliseconds: -length) ?? now, minutes: minutes)
        draft.activity = activity.rawValue
        options.apply(to: &draft)
        let id = try checkingWorkout { try device.workouts.add(draft) }
        guard let workout = try device.workouts.workout(id) else { return }
        if phone.json { return Terminal.json(.workout(workout)) }
        Terminal.show(
            "Added \(workout.displayTitle) as \(workout.displayID): \(workout.displayStart), \(workout.displayMinutes)."
        )
    }
}

struct WorkoutEdit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a workout.",
        discussion: """
            EXAMPLE
              vitals-device workouts edit 3f2a --note "Felt strong"
              vitals-device workouts edit 3f2a --activity walk --distance 0
            """)

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var options: WorkoutOptions
    @Option(help: "The activity.") var activity: WorkoutActivity?
    @Argument(help: "The workout's id, or enough of its first characters.") var id: String

    func validate() throws {
        if options.isEmpty, activity == nil {
            throw ValidationError("Say what to change, such as --note or --minutes.")
        }
    }

    func run() throws {
        let device = try phone.open()
        let before = try device.workout(id)
        guard var draft = WorkoutDraft(of: before) else {
            throw PhoneError("The start or the duration of this workout can't be read here. Update this program.")
        }
        if let activity { draft.activity = activity.rawValue }
        options.apply(to: &draft)
        try checkingWorkout { try device.workouts.update(before.id, draft) }
        guard let workout = try device.workouts.workout(before.id) else { return }
        if phone.json { return Terminal.json(.workout(workout)) }
        Terminal.show("Changed \(workout.displayTitle): \(workout.displayStart), \(workout.displayMinutes).")
    }
}

struct WorkoutDelete: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a workout, here and with the next sync everywhere.",
        discussion: """
            Importing it again doesn't bring it back.

            EXAMPLE
              vitals-device workouts delete 3f2a
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The workout's id, or enough of its first characters.") var id: String

    func run() throws {
        let device = try phone.open()
        let workout = try device.workout(id)
        try device.workouts.delete(workout.id)
        if phone.json { return Terminal.json(.object([.init("deleted", .string(workout.id.lowercased))])) }
        Terminal.show("Deleted \(workout.displayTitle) of \(workout.displayStart).")
    }
}
