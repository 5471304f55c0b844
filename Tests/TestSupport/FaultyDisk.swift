import Foundation
import GRDBSQLite

/// A disk that fails when a test says so: a layer (VFS) over SQLite's default one.
///
/// After `start()` every database that this process opens goes through it, so a test that uses it runs in a separate
/// process (`processExitsWith:`). A test does its work once to count the operations, and then again for each of them,
/// with a fault that begins there and lasts until `mend()`.
package enum FaultyDisk {
    package enum Fault: CaseIterable, Sendable {
        /// The disk is full. Half of a write may still have fitted.
        case full
        /// The file may only be read from now on.
        case readOnly
        /// The disk fails: this is also what programs see of a disk that the system has made read-only after an error.
        case failing
        /// The disk takes writes, and can't say that it has stored them.
        case unsynced
    }

    /// - Precondition: no database has been opened yet; those would never fail.
    package static func start() {
        guard let base = sqlite3_vfs_find(nil) else { preconditionFailure("SQLite has no file layer here.") }
        let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        layer.initialize(to: base.pointee)
        layer.pointee.zName = UnsafePointer(strdup("fails-when-told"))
        layer.pointee.pNext = nil
        layer.pointee.xOpen = { _, name, file, flags, grantedFlags in
            let base = FaultyDisk.state.withLock { $0.base! }
            let status = base.pointee.xOpen(base, name, file, flags, grantedFlags)
            if status == SQLITE_OK, let file { FaultyDisk.wrap(file) }
            return status
        }
        layer.pointee.xDelete = { _, name, syncsDirectory in
            if let code = FaultyDisk.failure(of: .delete) { return code }
            let base = FaultyDisk.state.withLock { $0.base! }
            return base.pointee.xDelete(base, name, syncsDirectory)
        }
        state.withLock { $0.base = base }
        precondition(sqlite3_vfs_register(layer, 1) == SQLITE_OK)
    }

    /// The number of operations since the last `fail` or `mend`: writes, truncations, syncs, deletions, and growths of the
    /// shared index.
    package static var operationCount: Int { state.withLock { $0.operationCount } }

    /// True if an operation has failed since the last `fail`.
    package static var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// Lets every operation fail that the fault concerns, from the given one on, counted from now.
    package static func fail(_ fault: Fault, fromOperation number: Int) {
        state.withLock { state in
            (state.fault, state.firstFailure) = (fault, number)
            (state.operationCount, state.hasFailed) = (0, false)
        }
    }

    package static func mend() {
        state.withLock { state in (state.fault, state.operationCount) = (nil, 0) }
    }

    /// Every operation with a fault that begins there: the faults in turn, or with `VITALS_LARGE_TESTS=1` each of them.
    package static func plan(operationCount: Int) -> [(number: Int, fault: Fault)] {
        let faults = Fault.allCases
        let isLarge = ProcessInfo.processInfo.environment["VITALS_LARGE_TESTS"] == "1"
        return (0..<operationCount).flatMap { number in
            (isLarge ? faults : [faults[number % faults.count]]).map { (number, $0) }
        }
    }

    // MARK: The layer

    private enum Operation {
        case write, truncate, sync, delete, growIndex
    }

    /// Counts an operation. Returns SQLite's code for it where it has to fail.
    private static func failure(of operation: Operation) -> Int32? {
        state.withLock { state in
            defer { state.operationCount += 1 }
            guard let fault = state.fault, state.operationCount >= state.firstFailure else { return nil }
            let code = code(of: fault, for: operation)
            if code != nil { state.hasFailed = true }
            return code
        }
    }

    private static func code(of fault: Fault, for operation: Operation) -> Int32? {
        switch (fault, operation) {
        case (.full, .write): SQLITE_FULL
        // What SQLite's own layer reports where the index doesn't fit: `SQLITE_IOERR_SHMSIZE`.
        case (.full, .growIndex): SQLITE_IOERR | 19 << 8
        case (.readOnly, .write), (.readOnly, .truncate): SQLITE_READONLY
        case (.failing, .write): SQLITE_IOERR | 3 << 8  // SQLITE_IOERR_WRITE
        case (.failing, .growIndex): SQLITE_IOERR | 21 << 8  // SQLITE_IOERR_SHMMAP
        case (.failing, .truncate): SQLITE_IOERR | 6 << 8  // SQLITE_IOERR_TRUNCATE
        case (.failing, .sync), (.unsynced, .sync): SQLITE_IOERR | 4 << 8  // SQLITE_IOERR_FSYNC
        case (.failing, .delete): SQLITE_IOERR | 10 << 8  // SQLITE_IOERR_DELETE
        default: nil
        }
    }

    /// Gives a file its own table of operations with ours in front; by default all files share one table.
    private static func wrap(_ file: UnsafeMutablePointer<sqlite3_file>) {
        guard let methods = file.pointee.pMethods else { return }
        let own = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)  // for as long as the process lives
        own.initialize(to: methods.pointee)
        own.pointee.xWrite = { file, bytes, count, offset in
            let write = FaultyDisk.methods(of: file).xWrite!
            guard let code = FaultyDisk.failure(of: .write) else { return write(file, bytes, count, offset) }
            if code == SQLITE_FULL { _ = write(file, bytes, count / 2, offset) }
            return code
        }
        own.pointee.xTruncate = { file, size in
            FaultyDisk.failure(of: .truncate) ?? FaultyDisk.methods(of: file).xTruncate(file, size)
        }
        own.pointee.xSync = { _, _ in
            // Nothing here cuts the power, so a sync that works would only cost time.
            FaultyDisk.failure(of: .sync) ?? SQLITE_OK
        }
        if methods.pointee.iVersion >= 2 {
            own.pointee.xShmMap = { file, page, size, isGrowing, address in
                if isGrowing != 0, let code = FaultyDisk.failure(of: .growIndex) { return code }
                return FaultyDisk.methods(of: file).xShmMap(file, page, size, isGrowing, address)
            }
        }
        state.withLock { $0.methods[UnsafeRawPointer(own)] = methods }
        file.pointee.pMethods = UnsafePointer(own)
    }

    private static func methods(of file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods {
        state.withLock { $0.methods[UnsafeRawPointer(file!.pointee.pMethods)]!.pointee }
    }

    private struct State: @unchecked Sendable {
        var base: UnsafeMutablePointer<sqlite3_vfs>?
        var methods: [UnsafeRawPointer: UnsafePointer<sqlite3_io_methods>] = [:]
        var fault: Fault?
        var firstFailure = 0
        var operationCount = 0
        var hasFailed = false
    }

    private static let state = Locked(State())
}
