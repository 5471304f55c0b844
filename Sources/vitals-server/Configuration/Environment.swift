import ArgumentParser
import Foundation

/// The environment variables. No other code reads them.
enum Environment {
    static func text(_ name: String) -> String? {
        guard let text = ProcessInfo.processInfo.environment[name], !text.isEmpty else { return nil }
        return text
    }

    /// - Throws: `ValidationError` where the variable's value has another type.
    static func value<Value: LosslessStringConvertible>(_ name: String, as type: Value.Type) throws -> Value? {
        guard let text = text(name) else { return nil }
        guard let value = Value(text) else {
            throw ValidationError(
                "The environment variable \(name) must be \(type == Int.self ? "a whole " : "a ")number.")
        }
        return value
    }

    /// The default data directory, `$XDG_DATA_HOME/vitals-server`; without the variable `~/.local/share/vitals-server`.
    static var dataDirectory: String {
        let home = text("HOME") ?? FileManager.default.homeDirectoryForCurrentUser.path
        return (text("XDG_DATA_HOME") ?? home + "/.local/share") + "/vitals-server"
    }
}
