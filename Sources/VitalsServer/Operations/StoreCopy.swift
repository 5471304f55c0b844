internal import Foundation

/// A plain copy of a file that no program has open, with the log or the journal beside it.
struct StoreCopy {
    private let file: String
    private let copy: String

    init(of file: String, at copy: String) {
        self.file = file
        self.copy = copy
    }

    /// - Throws: `SyncStoreError.unusable` where a file can't be read or written.
    func run(_ progress: SQLiteBackup.Progress) throws {
        // Not `-shm`, which SQLite makes anew from the log.
        for ending in ["", "-wal", "-journal"] where ending.isEmpty || StoreFiles.exists(file + ending) {
            try copyBytes(ending, progress)
        }
    }

    private func copyBytes(_ ending: String, _ progress: SQLiteBackup.Progress) throws {
        let source = open(file + ending, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw FileFailure.error(errno, "\(file)\(ending) can't be read") }
        defer { close(source) }
        let target = open(copy + ending, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw FileFailure.error(errno, "\(copy)\(ending) can't be written") }
        defer { close(target) }
        var status = stat()
        fstat(source, &status)
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var done: Int64 = 0
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count >= 0 else { throw FileFailure.error(errno, "\(file)\(ending) can't be read") }
            guard count > 0 else { return }
            var written = 0
            while written < count {
                let more = buffer.withUnsafeBytes { write(target, $0.baseAddress! + written, count - written) }
                guard more > 0 else { throw FileFailure.error(errno, "\(copy)\(ending) can't be written") }
                written += more
            }
            done += Int64(count)
            progress(done, Int64(status.st_size))
        }
    }
}
