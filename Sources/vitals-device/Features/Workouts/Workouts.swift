import ArgumentParser
import Vitals
import VitalsWorkouts

extension TerminalFeature {
    static let workouts = TerminalFeature(
        commands: [Workouts.self],
        status: { device in
            let count = try device.workouts.list().count
            return [
                StatusLine(
                    name: "workouts", text: String(count), json: .object([.init("workouts", .count(count))]))
            ]
        })
}

struct Workouts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show, add and change workouts, and send them to a coach.",
        discussion: """
            Workouts come from `import`, from your other phones, or from you. What you add or change here goes to them with the
            next sync. `send` is for a coach whose server isn't yours.

            EXAMPLE
              vitals-device workouts add run --minutes 35 --distance 6.2
              vitals-device workouts list --from 2026-05-01
              vitals-device workouts show 3f2a
              vitals-device workouts send https://coach.example.com --code 4711-0815
            """,
        subcommands: [
            WorkoutList.self, WorkoutShow.self, WorkoutAdd.self, WorkoutEdit.self, WorkoutDelete.self, WorkoutSend.self,
        ], defaultSubcommand: WorkoutList.self)
}
