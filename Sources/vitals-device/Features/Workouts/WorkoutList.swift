import ArgumentParser
import Foundation
import Vitals
import VitalsWorkouts

struct WorkoutList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the workouts, the latest first (the default).",
        discussion: """
            EXAMPLE
              vitals-device workouts list
              vitals-device workouts list --from 2026-05-01 --to 2026-06-01 --activity run
            """)

    @OptionGroup var phone: PhoneOptions
    @Option(help: ArgumentHelp("The first day, such as 2026-05-01, or a time.", valueName: "day")) var from: Moment?
    @Option(help: ArgumentHelp("The day after the last one, or a time.", valueName: "day")) var to: Moment?
    @Option(help: "Show only this activity.") var activity: WorkoutActivity?
    @Option(parsing: .unconditional, help: ArgumentHelp("Show at most this many.", valueName: "count")) var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    }

    func run() throws {
        let all = try phone.open().workouts.list(from: from?.time, to: to?.time)
            .filter { activity == nil || $0.activity == activity?.rawValue }
        let shown = limit.map { Array(all.prefix($0)) } ?? all
        if phone.json { return Terminal.json(.array(shown.map { .workout($0) })) }
        guard !shown.isEmpty else {
            let isOpen = from == nil && to == nil && activity == nil
            return Terminal.show(
                isOpen
                    ? "No workouts yet. Add one with: vitals-device workouts add run --minutes 35" : "No such workouts."
            )
        }
        Terminal.table(
            ["ID", "START", "ACTIVITY", "TIME", "DISTANCE", "ENERGY", "STATE"],
            shown.map { workout in
                [
                    workout.displayID, workout.displayStart, workout.displayTitle, workout.displayMinutes,
                    workout.displayDistance, workout.displayEnergy, workout.displayState,
                ]
            })
    }
}

struct WorkoutShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a workout with its heart rate.",
        discussion: """
            The heart rate is that of the records between the workout's start and end. Without any, it's the summary of the
            watch or app that recorded the workout.

            EXAMPLE
              vitals-device workouts show 3f2a
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The workout's id, or enough of its first characters.") var id: String

    func run() throws {
        let device = try phone.open()
        let workout = try device.workout(id)
        let band = HeartRateBand(workout, try device.workouts.heartRates(of: workout))
        if phone.json { return Terminal.json(.workout(workout, [.init("heartRate", band?.json ?? .null)])) }
        Terminal.show(workout.displayTitle)
        var lines = [("start", workout.displayStart), ("time", workout.displayMinutes)]
        if let end = workout.lastMoment { lines.append(("end", end.clockText)) }
        lines.append(("distance", workout.displayDistance))
        lines.append(("energy", workout.displayEnergy))
        if let band {
            lines.append(("heart rate", band.words))
            lines += band.lines.map { ("", $0) }
        }
        lines.append(("source", workout.source?.printable ?? ""))
        lines.append(("device", workout.device?.printable ?? ""))
        lines.append(("note", workout.note.printable))
        lines.append(("state", workout.displayState))
        for (name, text) in lines where !text.isEmpty {
            Terminal.show("  \(name.padding(toLength: 12, withPad: " ", startingAt: 0))\(text)")
        }
    }
}
