import Foundation
import Vitals

/// The parts of a phone, opened from its data directory.
struct Phone {
    let directory: String
    let store: MeasurementStore
    let tokens: SealedFileSecureStore

    static var defaultDirectory: String {
        let environment = ProcessInfo.processInfo.environment
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/vitals" }
        return (environment["HOME"] ?? ".") + "/.local/share/vitals"
    }

    init(directory: String) throws {
        do {
            // Only its owner may look: health data and the token's key lie there.
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw PhoneError("\(directory) cannot be made: check the path and that you may write there.")
        }
        self.directory = directory
        store = try MeasurementStore(path: directory + "/vitals.sqlite")
        tokens = SealedFileSecureStore(directory: directory)
    }

    func syncer() throws -> Syncer {
        guard let origin = try store.syncState().origin else {
            throw PhoneError("This phone knows no server yet: run `vitals-device login --server URL` first.")
        }
        let server = try ServerOrigin(origin)
        // A token that is there and cannot be read is this machine's trouble, and not for the server to explain.
        _ = try tokens.token()
        return Syncer(store: store, api: HTTPSyncAPI(server: server, tokens: tokens), origin: server.description)
    }

    /// The one record that a person means by the beginning of its id.
    func id(_ prefix: String) throws -> UUID {
        guard !prefix.isEmpty else { throw PhoneError("The id is empty: `vitals-device list` shows the ids.") }
        let ids = try store.ids(beginningWith: prefix)
        switch ids.count {
        case 1: return ids[0]
        case 0: throw PhoneError("No record's id begins with \(prefix): `vitals-device list` shows the ids.")
        default: throw PhoneError("Several ids begin with \(prefix): give more of it.")
        }
    }
}

/// A failure, in one line that says what to do.
struct PhoneError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
