import ArgumentParser
import Foundation
import Vitals

/// The options of every command: the phone's data directory, and the output format.
struct PhoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The phone's data directory (or set VITALS_DATA). Default: \(PhoneOptions.defaultDirectory).",
            valueName: "directory"))
    var data: String?

    @Flag(help: "Print JSON for programs instead of text for people.")
    var json = false

    /// Opens the phone in the directory of the options; creates one if there is none yet.
    func open() throws -> Device { try Device(directory: directory) }

    /// The directory of the options.
    var directory: String {
        let environment = ProcessInfo.processInfo.environment["VITALS_DATA"].flatMap { $0.isEmpty ? nil : $0 }
        return data ?? environment ?? Self.defaultDirectory
    }

    private static var defaultDirectory: String {
        let environment = ProcessInfo.processInfo.environment
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/vitals" }
        return (environment["HOME"] ?? ".") + "/.local/share/vitals"
    }
}

extension Device {
    /// The id of the one record that a person means by the beginning of its id.
    func id(_ prefix: String) throws -> UUID {
        guard !prefix.isEmpty else { throw PhoneError("The id is empty. `vitals-device list` shows the ids.") }
        let ids = try ids(beginningWith: prefix)
        switch ids.count {
        case 1: return ids[0]
        case 0: throw PhoneError("No record's id starts with \(prefix). `vitals-device list` shows the ids.")
        default: throw PhoneError("Several ids start with \(prefix). Type more of it.")
        }
    }
}

/// A failure of the command line, in one line that says what to do.
struct PhoneError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
