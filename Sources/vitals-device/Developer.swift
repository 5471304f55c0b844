import Foundation
import Vitals

/// Developer mode: with `VITALS_DEVELOPER=1`, a line about each error's cause follows its sentence.
enum Developer {
    static let isOn = ProcessInfo.processInfo.environment["VITALS_DEVELOPER"] == "1"

    private static let log = DiagnosticsLog(clock: Timestamp.systemClock) { Terminal.standardError($0.logLine) }

    /// The client of a phone's server. In developer mode it remembers where requests went, to name the one that failed.
    static func transport() -> any HTTPTransport {
        isOn ? LoggingTransport(log: log) : HTTPSyncAPI.defaultTransport()
    }

    /// Writes the id, the category and the cause of an error that was just shown.
    static func explain(_ error: any Error) {
        if isOn { log.note(error) }
    }
}

extension PhoneError: ExplainedError {
    var errorCategory: ErrorCategory { .validation }
}
