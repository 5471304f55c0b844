import GRDB

/// An error from opening, reading or writing the store on this device. Data stored before is still there.
public struct StoreError: Error, Hashable, Sendable {
    /// The kind of error, for an app to switch on.
    public enum Code: String, Hashable, Sendable {
        /// The disk is full. Nothing was written.
        case full
        /// The file may only be read.
        case readOnly
        /// The file can't be opened.
        case unreachable
        /// The file is damaged.
        case corrupt
        /// The file is another program's database.
        case foreign
        /// A newer version of Vitals wrote the file.
        case newer
        /// Another program is writing to the file.
        case busy
        /// The store has no such record, conflict or refused copy.
        case notFound
        /// Any other error; see `cause`.
        case failed
    }

    /// The kind of error.
    public let code: Code
    /// One sentence for a person that says what to do.
    public let detail: String
    /// The database's own message, for a log.
    public let cause: String

    package init(_ code: Code, _ detail: String, cause: String = "") {
        self.code = code
        self.detail = detail
        self.cause = cause
    }

    static func notFound(_ what: String) -> StoreError { StoreError(.notFound, "There is no \(what) in this store.") }

    static func foreign(_ path: String) -> StoreError {
        StoreError(.foreign, "\(path) is a database of another program. Choose another data directory.")
    }

    static func newer(_ path: String) -> StoreError {
        StoreError(.newer, "\(path) was written by a newer Vitals. Update this one.")
    }

    /// Translates an SQLite error into a message for a person.
    init(_ error: DatabaseError, path: String) {
        let cause = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "")"
        switch error.resultCode {
        // On a full disk, SQLite first fails to create its shared index, and reports that as an I/O error.
        case _ where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: fallthrough
        case .SQLITE_FULL:
            self.init(.full, "The disk is full: nothing was written. Free some space and try again.", cause: cause)
        case .SQLITE_READONLY:
            self.init(
                .readOnly, "\(path) can't be written. Check its permissions and those of its directory.",
                cause: cause)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                .unreachable, "\(path) can't be opened. Check that its directory exists and that you may write to it.",
                cause: cause)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(
                .corrupt,
                "\(path) is damaged or isn't a Vitals store. Keep a copy of it, then start again in another data "
                    + "directory and sync: the server still has what was synced.", cause: cause)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, "Another program is writing to \(path). Try again in a moment.", cause: cause)
        case .SQLITE_IOERR:
            self.init(
                .failed, "Reading or writing \(path) failed. Check the disk's space and health, then try again.",
                cause: cause)
        default:
            self.init(.failed, "\(path) couldn't be read or written (\(cause)).", cause: cause)
        }
    }
}

extension StoreError: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { detail }
    public var debugDescription: String { cause.isEmpty ? detail : "\(detail) [\(cause)]" }
}
