import Foundation
import GRDBSQLite
import StepSupport
import Vitals

/// A record of everything that SQLite does to its files, from which the disk after a power cut can be made: a layer
/// (VFS) over SQLite's default one.
///
/// After `start()` every database that this process opens goes through it, so a test that uses it runs in a separate
/// process (`processExitsWith:`). The test does its work once and notes with `acknowledge()` what it has been promised.
/// Afterwards a `Replay` has the files as a disk may hold them if the power goes before an operation:
///
/// - What was written to a file before its last sync is there.
/// - Of what was written since, none, all or any part is there, sector by sector and in no order. A sector is 512 bytes.
/// - The shared index (`-shm`) is never there: it's memory.
/// - A file that was deleted may be back, until its directory has been synced. SQLite does that with the first sync of each
///   journal and log that it opens.
///
/// A file's name counts as stored once the file has been synced.
package enum PowerCutDisk {
    /// The part of the writes since the last sync that a disk has kept.
    package enum Kept: CaseIterable, Sendable {
        case none, all, some
    }

    /// - Precondition: no database has been opened yet; those wouldn't be recorded.
    package static func start() {
        guard let base = sqlite3_vfs_find(nil) else { preconditionFailure("SQLite has no file layer here.") }
        let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        layer.initialize(to: base.pointee)
        layer.pointee.zName = UnsafePointer(strdup("forgets-what-was-not-synced"))
        layer.pointee.pNext = nil
        layer.pointee.xOpen = { _, name, file, flags, grantedFlags in
            let base = PowerCutDisk.state.withLock { $0.base! }
            let status = base.pointee.xOpen(base, name, file, flags, grantedFlags)
            if status == SQLITE_OK, let name, let file { PowerCutDisk.record(file, named: String(cString: name)) }
            return status
        }
        layer.pointee.xDelete = { _, name, syncsDirectory in
            let base = PowerCutDisk.state.withLock { $0.base! }
            let status = base.pointee.xDelete(base, name, syncsDirectory)
            if status == SQLITE_OK, let name {
                let file = String(cString: name)
                PowerCutDisk.append(.delete(file, isStored: syncsDirectory != 0))
            }
            return status
        }
        state.withLock { $0.base = base }
        precondition(sqlite3_vfs_register(layer, 1) == SQLITE_OK)
    }

    /// Notes that a caller has now been promised something. Returns the number of operations until then: a cut at this
    /// one or a later one must not break the promise.
    package static func acknowledge() -> Int { state.withLock { $0.operations.count } }

    /// The number of operations so far: writes, truncations, syncs and deletions.
    package static var operationCount: Int { state.withLock { $0.operations.count } }

    /// Ends the recording, so that a database made from an image isn't recorded.
    package static func stop() { state.withLock { $0.isRecording = false } }

    /// The disk at one operation after the other.
    package struct Replay {
        private var files: [String: DiskFile] = [:]
        private let operations = PowerCutDisk.state.withLock { $0.operations }
        private var next = 0

        package init() {}

        /// Performs the next operation.
        package mutating func advance() {
            guard next < operations.count else { return }
            let operation = operations[next]
            next += 1
            guard case .syncDirectory = operation else {
                return files[operation.file, default: DiskFile()].perform(operation)
            }
            for name in files.keys { files[name]?.storeDeletion() }
        }

        /// The files that a disk may hold if the power goes now, by name. A file that isn't there is missing.
        package func image(keeping kept: Kept, seed: UInt64) -> [String: [UInt8]] {
            var random = SplitMix64(seed: seed)
            return files.compactMapValues { $0.content(keeping: kept, random: &random) }
        }
    }

    // MARK: Recording

    fileprivate enum Operation {
        case write(String, offset: Int, [UInt8])
        case truncate(String, size: Int)
        case sync(String)
        case delete(String, isStored: Bool)
        case syncDirectory

        /// Empty for the directory.
        var file: String {
            switch self {
            case .write(let file, _, _), .truncate(let file, _), .sync(let file), .delete(let file, _): file
            case .syncDirectory: ""
            }
        }
    }

    /// Gives a file its own table of operations with ours in front; by default all files share one table.
    private static func record(_ file: UnsafeMutablePointer<sqlite3_file>, named name: String) {
        guard let methods = file.pointee.pMethods else { return }
        let own = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)  // for as long as the process lives
        own.initialize(to: methods.pointee)
        own.pointee.xWrite = { file, bytes, count, offset in
            let opened = PowerCutDisk.opened(file)
            let status = opened.methods.pointee.xWrite(file, bytes, count, offset)
            if status == SQLITE_OK, let bytes {
                let written = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                PowerCutDisk.append(.write(opened.name, offset: Int(offset), written))
            }
            return status
        }
        own.pointee.xTruncate = { file, size in
            let opened = PowerCutDisk.opened(file)
            let status = opened.methods.pointee.xTruncate(file, size)
            if status == SQLITE_OK { PowerCutDisk.append(.truncate(opened.name, size: Int(size))) }
            return status
        }
        own.pointee.xSync = { file, flags in
            let opened = PowerCutDisk.opened(file)
            let status = opened.methods.pointee.xSync(file, flags)
            if status == SQLITE_OK {
                PowerCutDisk.append(.sync(opened.name))
                if PowerCutDisk.isFirstSync(of: file, named: opened.name) { PowerCutDisk.append(.syncDirectory) }
            }
            return status
        }
        state.withLock { $0.opened[UnsafeRawPointer(own)] = OpenedFile(name: name, methods: methods) }
        file.pointee.pMethods = UnsafePointer(own)
    }

    private static func append(_ operation: Operation) {
        state.withLock { state in
            if state.isRecording { state.operations.append(operation) }
        }
    }

    private static func opened(_ file: UnsafeMutablePointer<sqlite3_file>?) -> OpenedFile {
        state.withLock { $0.opened[UnsafeRawPointer(file!.pointee.pMethods)]! }
    }

    /// True once for each opening of a journal or a log: that is when SQLite syncs its directory too.
    private static func isFirstSync(of file: UnsafeMutablePointer<sqlite3_file>?, named name: String) -> Bool {
        guard name.hasSuffix("-journal") || name.hasSuffix("-wal") else { return false }
        return state.withLock { state in
            let key = UnsafeRawPointer(file!.pointee.pMethods)!
            defer { state.opened[key]?.hasBeenSynced = true }
            return !state.opened[key]!.hasBeenSynced
        }
    }

    private struct OpenedFile {
        var name: String
        var hasBeenSynced = false
        var methods: UnsafePointer<sqlite3_io_methods>
    }

    private struct State: @unchecked Sendable {
        var base: UnsafeMutablePointer<sqlite3_vfs>?
        var opened: [UnsafeRawPointer: OpenedFile] = [:]
        var operations: [Operation] = []
        var isRecording = true
    }

    private static let state = Locked(State())
}

/// A file as the disk has it, and what was done to it since its last sync.
private struct DiskFile {
    private static let sectorSize = 512

    /// Nil while the disk doesn't have the file.
    private var stored: [UInt8]?
    private var pending: [PowerCutDisk.Operation] = []

    mutating func perform(_ operation: PowerCutDisk.Operation) {
        switch operation {
        case .write, .truncate, .delete(_, isStored: false):
            pending.append(operation)
        case .syncDirectory:
            break
        case .sync:
            for operation in pending { Self.apply(operation, to: &stored) }
            if stored == nil { stored = [] }
            pending = []
        case .delete(_, isStored: true):
            stored = nil
            pending = []
        }
    }

    /// The directory was synced, so the file can't come back as it was before it was deleted.
    mutating func storeDeletion() {
        let deletion = pending.lastIndex {
            if case .delete = $0 { true } else { false }
        }
        guard let deletion else { return }
        stored = nil
        pending.removeSubrange(...deletion)
    }

    func content(keeping kept: PowerCutDisk.Kept, random: inout SplitMix64) -> [UInt8]? {
        var content = stored
        guard kept != .none else { return content }
        for operation in pending {
            guard kept == .some else {
                Self.apply(operation, to: &content)
                continue
            }
            guard case .write(let file, let offset, let bytes) = operation else {
                if Bool.random(using: &random) { Self.apply(operation, to: &content) }
                continue
            }
            for start in stride(from: 0, to: bytes.count, by: Self.sectorSize) where Bool.random(using: &random) {
                let sector = Array(bytes[start..<min(start + Self.sectorSize, bytes.count)])
                Self.apply(.write(file, offset: offset + start, sector), to: &content)
            }
        }
        return content
    }

    private static func apply(_ operation: PowerCutDisk.Operation, to content: inout [UInt8]?) {
        switch operation {
        case .write(_, let offset, let bytes):
            var file = content ?? []
            content = nil  // so that the bytes aren't copied
            if file.count < offset + bytes.count {
                file.append(contentsOf: repeatElement(0, count: offset + bytes.count - file.count))
            }
            file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            content = file
        case .truncate(_, let size):
            let file = content ?? []
            content = file.count > size ? Array(file.prefix(size)) : file + repeatElement(0, count: size - file.count)
        case .delete:
            content = nil
        case .sync, .syncDirectory:
            break
        }
    }
}
