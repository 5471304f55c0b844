import Foundation
import GRDBSQLite

/// A folder whose disk fails when a test says so: a layer (VFS) over SQLite's default one.
///
/// A test does its work once to count the operations, and then again for each of them, with a fault that begins there and
/// lasts until `mend()`. Databases elsewhere pass through the layer untouched, so other tests may run at the same time.
package final class FaultyDisk: Sendable {
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

    private let folder: String
    private let state = Locked(State())

    /// - Parameter folder: databases that are opened in it from now on, and in folders below it, are on this disk.
    package init(folder: String) {
        // SQLite names files by their real path.
        let real = realpath(folder, nil)
        defer { free(real) }
        self.folder = (real.map { String(cString: $0) } ?? folder) + "/"
        Self.layer.withLock { layer in
            if layer.base == nil { Self.register(&layer) }
            layer.disks.append(self)
        }
    }

    /// The number of operations since the last `fail` or `mend`: writes, truncations, syncs, deletions, and growths of the
    /// shared index.
    package var operationCount: Int { state.withLock { $0.operationCount } }

    /// True if an operation has failed since the last `fail`.
    package var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// Lets every operation fail that the fault concerns, from the given one on, counted from now.
    package func fail(_ fault: Fault, fromOperation number: Int) {
        state.withLock { state in
            (state.fault, state.firstFailure) = (fault, number)
            (state.operationCount, state.hasFailed) = (0, false)
        }
    }

    package func mend() {
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

    private struct State {
        var fault: Fault?
        var firstFailure = 0
        var operationCount = 0
        var hasFailed = false
    }

    private enum Operation {
        case write, truncate, sync, delete, growIndex
    }

    /// Counts an operation. Returns SQLite's code for it where it has to fail.
    private func failure(of operation: Operation) -> Int32? {
        state.withLock { state in
            defer { state.operationCount += 1 }
            guard let fault = state.fault, state.operationCount >= state.firstFailure else { return nil }
            let code = Self.code(of: fault, for: operation)
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

    // MARK: The layer

    private struct Layer: @unchecked Sendable {
        var base: UnsafeMutablePointer<sqlite3_vfs>?
        var disks: [FaultyDisk] = []
        /// The files that are open on a faulty disk, by their tables of operations.
        var files: [UnsafeRawPointer: (methods: UnsafePointer<sqlite3_io_methods>, disk: FaultyDisk)] = [:]
    }

    private static let layer = Locked(Layer())

    private static func disk(of name: UnsafePointer<CChar>?) -> FaultyDisk? {
        guard let name else { return nil }
        let path = String(cString: name)
        return layer.withLock { $0.disks.first { path.hasPrefix($0.folder) } }
    }

    private static func register(_ layer: inout Layer) {
        guard let base = sqlite3_vfs_find(nil) else { preconditionFailure("SQLite has no file layer here.") }
        layer.base = base
        let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)  // for as long as the process lives
        own.initialize(to: base.pointee)
        own.pointee.zName = UnsafePointer(strdup("fails-when-told"))
        own.pointee.pNext = nil
        own.pointee.xOpen = { _, name, file, flags, grantedFlags in
            let base = FaultyDisk.layer.withLock { $0.base! }
            let status = base.pointee.xOpen(base, name, file, flags, grantedFlags)
            if status == SQLITE_OK, let file, let disk = FaultyDisk.disk(of: name) { FaultyDisk.wrap(file, on: disk) }
            return status
        }
        own.pointee.xDelete = { _, name, syncsDirectory in
            if let code = FaultyDisk.disk(of: name)?.failure(of: .delete) { return code }
            let base = FaultyDisk.layer.withLock { $0.base! }
            return base.pointee.xDelete(base, name, syncsDirectory)
        }
        precondition(sqlite3_vfs_register(own, 1) == SQLITE_OK)
    }

    /// Gives a file its own table of operations with ours in front; by default all files share one table.
    private static func wrap(_ file: UnsafeMutablePointer<sqlite3_file>, on disk: FaultyDisk) {
        guard let methods = file.pointee.pMethods else { return }
        let own = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)  // for as long as the process lives
        own.initialize(to: methods.pointee)
        own.pointee.xWrite = { file, bytes, count, offset in
            let (methods, disk) = FaultyDisk.opened(file)
            guard let code = disk.failure(of: .write) else { return methods.xWrite(file, bytes, count, offset) }
            if code == SQLITE_FULL { _ = methods.xWrite(file, bytes, count / 2, offset) }
            return code
        }
        own.pointee.xTruncate = { file, size in
            let (methods, disk) = FaultyDisk.opened(file)
            return disk.failure(of: .truncate) ?? methods.xTruncate(file, size)
        }
        own.pointee.xSync = { file, _ in
            // Nothing here cuts the power, so a sync that works would only cost time.
            FaultyDisk.opened(file).disk.failure(of: .sync) ?? SQLITE_OK
        }
        if methods.pointee.iVersion >= 2 {
            own.pointee.xShmMap = { file, page, size, isGrowing, address in
                let (methods, disk) = FaultyDisk.opened(file)
                if isGrowing != 0, let code = disk.failure(of: .growIndex) { return code }
                return methods.xShmMap(file, page, size, isGrowing, address)
            }
        }
        layer.withLock { $0.files[UnsafeRawPointer(own)] = (methods, disk) }
        file.pointee.pMethods = UnsafePointer(own)
    }

    private static func opened(
        _ file: UnsafeMutablePointer<sqlite3_file>?
    ) -> (methods: sqlite3_io_methods, disk: FaultyDisk) {
        layer.withLock { layer in
            let opened = layer.files[UnsafeRawPointer(file!.pointee.pMethods)]!
            return (opened.methods.pointee, opened.disk)
        }
    }
}
