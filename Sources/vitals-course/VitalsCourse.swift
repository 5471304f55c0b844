internal import ArgumentParser
internal import Checkpoint
internal import Foundation

@main
struct VitalsCourse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitals-course",
        abstract: "Vitals: an offline-first health tracker whose phones converge, and its course.",
        discussion: """
            Exit status: 0 it holds, 1 it does not, 2 usage, 4 the machine lacks something, 128 + N ended by signal N.
            """,
        subcommands: [DemoCommand.self, TestCommand.self, DevCommand.self])

    static func main() async {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error as CourseError {
            Output.error("vitals-course: " + error.report)
            Foundation.exit(error.exitStatus)
        } catch let error as MarkerError {
            Output.error("vitals-course: the course is broken: \(error)")
            Foundation.exit(6)
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Output.error(fullMessage(for: error))
            Foundation.exit(2)
        }
    }
}
