import Foundation
import NIOCore
import VitalsServer

/// The reason why a command failed, in one line that says what to do.
struct Failure: Error {
    let message: String

    init(_ message: String) { self.message = message }

    /// - Parameter action: what the program was doing, for errors that don't say it themselves.
    init(_ error: any Error, while action: String) {
        switch error {
        case let error as Failure: self = error
        case SyncStoreError.unusable(let message): self.init(message)
        case SyncStoreError.busy(let message): self.init("\(message) Try again.")
        case let error as IOError where error.errnoCode == EADDRINUSE:
            self.init("\(action): the port is taken; choose another with --port, or 0 for a free one.")
        case let error as IOError: self.init("\(action): \(String(cString: strerror(error.errnoCode))).")
        default: self.init("\(action): \(error).")
        }
    }
}
