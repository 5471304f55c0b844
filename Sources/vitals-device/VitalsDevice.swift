import ArgumentParser
import Foundation
import Vitals

/// A phone in the terminal.
struct VitalsDevice: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitals-device",
        abstract: "A phone in the terminal: records measurements offline and syncs them.",
        discussion: """
            Each data directory is a separate phone. Use two of them to watch two phones converge.

            EXAMPLE
              vitals-device --data ./phone-a add weight 72.3 kg
              vitals-device --data ./phone-a list --kind weight
              vitals-device --data ./phone-a login --server http://127.0.0.1:8080
              vitals-device --data ./phone-a sync

            EXIT STATUS
              0 done, 1 failed (one line says why and what to do; also if the output couldn't be written), 2 wrong usage

            ENVIRONMENT
              VITALS_DEVELOPER=1 writes the id, the category and the cause of an error below its line
            """,
        version: "vitals-device 0.1.0",
        subcommands: TerminalFeature.commands(after: [
            Add.self, Edit.self, List.self, Sync.self, Conflicts.self, Rejected.self, Status.self, Login.self,
            Import.self,
        ]))
}

/// A feature as this program offers it: its commands, and its part of `status`.
struct TerminalFeature {
    let commands: [any ParsableCommand.Type]
    var status: @Sendable (Device) throws -> [StatusLine] = { _ in [] }

    /// The program's own commands and those of the features. One of a feature takes the place of the program's with its name.
    static func commands(after own: [any ParsableCommand.Type]) -> [any ParsableCommand.Type] {
        let added = all.flatMap(\.commands)
        let names = Set(added.map { $0._commandName })
        return own.filter { !names.contains($0._commandName) } + added
    }

    /// The lines of all features.
    static func statusLines(_ device: Device) throws -> [StatusLine] { try all.flatMap { try $0.status(device) } }
}

/// A line of `status`.
struct StatusLine {
    let name: String
    let text: String
    let json: JSONValue
    /// What to do after a sync; nil for nothing.
    var hint: String?
    /// The changes that wait for a sync and aren't records, such as 2 "changes of notes, tags or groups"; nil if the feature
    /// sends nothing.
    var waiting: (count: Int, noun: String)?
}

@main
enum Main {
    static func main() async {
        // If a server hangs up during a TLS write, report an error instead of ending the program.
        signal(SIGPIPE, SIG_IGN)
        do {
            try refuseLongArguments()
            var command = try VitalsDevice.parseAsRoot(CommandLine.arguments.withLeadingData())
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            exit(with: error)
        }
        Terminal.exit(0)
    }

    /// The longest argument, in bytes: a path has at most 4,096, a sentence 2,000, a label less.
    private static let maximumArgumentSizeBytes = 8_192

    /// The parser compares arguments as characters, which takes minutes for a long text of combining marks.
    private static func refuseLongArguments() throws {
        guard CommandLine.arguments.contains(where: { $0.utf8.count > maximumArgumentSizeBytes }) else { return }
        throw ValidationError(
            "An argument has more than \(maximumArgumentSizeBytes) bytes. No path, sentence or name is as long.")
    }

    private static func exit(with error: any Error) -> Never {
        let code = VitalsDevice.exitCode(for: error)
        if code == .success || code == .validationFailure || error is ExitCode {
            let message = VitalsDevice.fullMessage(for: error)
            if code == .success {
                Terminal.show(message)
                Terminal.exit(0)
            }
            if !message.isEmpty { Terminal.standardError(message) }
            Terminal.exit(code == .validationFailure ? 2 : code.rawValue)
        }
        Terminal.standardError("vitals-device: \(Terminal.oneLine(error))")
        Developer.explain(error)
        Terminal.exit(1)
    }
}

extension [String] {
    /// The arguments with a leading `--data DIR` moved behind the command, where the parser looks for it. People write
    /// it first, because it says which phone they mean.
    fileprivate func withLeadingData() -> [String] {
        var arguments = Array(dropFirst())
        var moved: [String] = []
        while let first = arguments.first {
            if first == "--data", arguments.count >= 2 {
                moved += arguments.prefix(2)
                arguments.removeFirst(2)
            } else if first.hasPrefix("--data=") || first == "--json" {
                moved.append(arguments.removeFirst())
            } else {
                break
            }
        }
        guard !moved.isEmpty, let command = arguments.first else { return arguments + moved }
        let group = VitalsDevice.configuration.subcommands.first { $0._commandName == command }
        let nested =
            group?.configuration.subcommands.isEmpty == false && arguments.count > 1 && !arguments[1].hasPrefix("-")
        let place = nested ? 2 : 1
        return arguments.prefix(place) + moved + arguments.dropFirst(place)
    }
}
