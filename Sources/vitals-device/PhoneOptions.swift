import ArgumentParser
import Foundation
import Vitals
import VitalsFeatures

/// The options of every command: the phone's data directory, and the output format.
struct PhoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The phone's data directory (or set VITALS_DATA). Default: ~/.local/share/vitals, by XDG.",
            valueName: "directory"))
    var data: String?

    @Flag(help: "Print JSON for programs instead of text for people.")
    var json = false

    /// Opens the phone in the directory of the options; creates one if there is none yet.
    func open() throws -> Device {
        try Device(directory: directory(), transport: Developer.transport(), features: .all)
    }

    /// The directory of the options.
    ///
    /// - Throws: `ValidationError` where `VITALS_DATA` is set, and empty; `PhoneError` where the user has no home folder.
    func directory() throws -> String {
        if let data { return data }
        let environment = ProcessInfo.processInfo.environment
        if let data = environment["VITALS_DATA"] {
            guard !data.isEmpty else {
                throw ValidationError(
                    "The environment variable VITALS_DATA is set, and empty. Give it a value, or unset it.")
            }
            return data
        }
        // An empty or relative XDG_DATA_HOME counts as none, as its specification says.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/vitals" }
        guard let home = Self.homeDirectory(environment["HOME"]) else {
            throw PhoneError(
                "There is no home folder to keep the records in: HOME isn't set, and the system knows none for this user. "
                    + "Set HOME, or choose a folder with --data.")
        }
        return home + "/.local/share/vitals"
    }

    /// The home folder: `HOME`, or else what the system's user database says. nil where neither is an absolute path.
    private static func homeDirectory(_ variable: String?) -> String? {
        if let variable, variable.hasPrefix("/") { return variable }
        guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir.map({ String(cString: $0) }),
            folder.hasPrefix("/")
        else { return nil }
        return folder
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
