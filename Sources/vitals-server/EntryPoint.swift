import ArgumentParser
import Foundation
import ProgramOutput

@main
enum EntryPoint {
    static func main() async {
        do {
            let command = try VitalsServerCommand.parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                var command = command
                try command.run()
            }
        } catch {
            end(report(error))
        }
        end(0)
    }

    private static func end(_ status: Int32) -> Never {
        StandardOutput.exit(status) { complain("vitals-server: \($0)") }
    }

    /// Prints the error and returns the exit status. ArgumentParser's own status for a usage error is 64; ours is 2.
    private static func report(_ error: any Error) -> Int32 {
        if let failure = error as? Failure {
            complain("vitals-server: \(failure.message)")
            return 1
        }
        let text = VitalsServerCommand.fullMessage(for: error)
        switch VitalsServerCommand.exitCode(for: error) {
        case .success:
            print(text)
            return 0
        case .validationFailure:
            complain(text)
            return 2
        default:
            complain("vitals-server: \(text)")
            return 1
        }
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}
