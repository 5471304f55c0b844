import ArgumentParser
import Vitals
import VitalsWorkouts

extension TerminalFeature {
    static let workouts = TerminalFeature(
        commands: [Workouts.self, IngestCommands.self],
        status: { device in
            let (count, samples) = (try device.workouts.list().count, try device.samples.counts())
            let waiting = samples.pending + samples.deletionsPending
            let json = JSONValue.object([.init("total", .count(samples.total))] + samples.members)
            let hint =
                samples.rejected > 0
                ? "Samples that your server refused: \(samples.rejected). See `vitals-device ingest`." : nil
            return [
                StatusLine(name: "workouts", text: String(count), json: .count(count)),
                StatusLine(
                    name: "samples", text: "\(samples.total), \(waiting) still to be sent", json: json, hint: hint,
                    waiting: (waiting, "samples")),
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
