import ArgumentParser
import Foundation

/// The environment variables. No other code reads them.
enum Environment {
    /// The value of a setting; nil where it isn't set.
    ///
    /// - Throws: `ValidationError` where it's set and empty. Somebody meant to set it, say from a secret that isn't there, and a
    ///   server with an empty `DATABASE_URL` must not keep its records in a file instead.
    static func text(_ name: String) throws -> String? {
        guard let text = ProcessInfo.processInfo.environment[name] else { return nil }
        guard !text.isEmpty else {
            throw ValidationError("The environment variable \(name) is set, and empty. Give it a value, or unset it.")
        }
        return text
    }

    /// Whether a variable says on or off; nil where it isn't set.
    ///
    /// - Throws: `ValidationError` for another value.
    static func isOn(_ name: String) throws -> Bool? {
        switch try text(name) {
        case nil: nil
        case "on": true
        case "off": false
        default: throw ValidationError("The environment variable \(name) must be on or off.")
        }
    }

    /// - Throws: `ValidationError` where the variable's value is empty or has another type.
    static func value<Value: LosslessStringConvertible>(_ name: String, as type: Value.Type) throws -> Value? {
        guard let text = try text(name) else { return nil }
        guard let value = Value(text) else {
            throw ValidationError(
                "The environment variable \(name) must be \(type == Int.self ? "a whole " : "a ")number.")
        }
        return value
    }

    /// The folders of `PATH`, which isn't a setting of this program.
    static var searchPath: [Substring] {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    }

    /// The default data directory, `$XDG_DATA_HOME/vitals-server`; without the variable `~/.local/share/vitals-server`. An empty
    /// or relative `XDG_DATA_HOME` counts as none, as its specification says.
    ///
    /// - Throws: `Failure` where the user has no home folder.
    static func dataDirectory() throws -> String {
        let environment = ProcessInfo.processInfo.environment
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/vitals-server" }
        guard let home = homeDirectory(environment["HOME"]) else {
            throw Failure(
                "There is no home folder to keep the records in: HOME isn't set, and the system knows none for this user. "
                    + "Set HOME, or choose a folder with --data.")
        }
        return home + "/.local/share/vitals-server"
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
