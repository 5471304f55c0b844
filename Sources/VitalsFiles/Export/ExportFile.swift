import Foundation
import Vitals

/// The file that an export is written to. Until it's complete it has another name beside it, so a full disk or a crash leaves the old
/// file, and nothing half.
final class ExportFile {
    private let descriptor: Int32
    /// The path that the complete file gets; nil for a pipe.
    private let path: String?
    private let temporary: String?
    private var buffer: [UInt8] = []
    private var isOpen = true

    private static let bufferSizeBytes = 256 << 10

    /// - Parameter path: of a file, which is replaced; of a pipe or a device; nil for standard output.
    /// - Throws: `FileError`.
    init(_ path: String?) throws(FileError) {
        guard let path else {
            (descriptor, self.path, temporary) = (STDOUT_FILENO, nil, nil)
            return
        }
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            guard status.st_mode & S_IFMT != S_IFDIR else { throw .cannotWrite(path, "it's a folder") }
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
            (self.path, temporary) = (nil, nil)
        } else {
            // Behind a symbolic link, the file is replaced, and not the link.
            let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            Self.removeLeftovers(of: target)
            let name = "\(target).part-\(getpid())"
            descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            (self.path, temporary) = (target, name)
        }
        guard descriptor >= 0 else {
            isOpen = false
            throw .cannotWrite(path, String(cString: strerror(errno)))
        }
    }

    /// Removes what exports of the same file left that were killed.
    private static func removeLeftovers(of target: String) {
        let (folder, name) = ((target as NSString).deletingLastPathComponent, (target as NSString).lastPathComponent)
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard file.hasPrefix(name + ".part-"), let process = pid_t(file.dropFirst(name.count + 6)), process > 0,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            unlink("\(folder)/\(file)")
        }
    }

    /// - Throws: `FileError`.
    func write(_ fill: (inout [UInt8]) -> Void) throws(FileError) {
        fill(&buffer)
        if buffer.count >= Self.bufferSizeBytes { try flush() }
    }

    private func flush() throws(FileError) {
        var written = 0
        while written < buffer.count {
            let count = buffer.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress! + written, $0.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                // A program that has read enough, such as `head`, isn't an error.
                if errno == EPIPE, descriptor == STDOUT_FILENO { break }
                let reason = String(cString: strerror(errno))
                guard let path else { throw FileError("The output couldn't be written: \(reason).") }
                throw .cannotWrite(path, reason)
            }
            written += count
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Gives the complete file its name.
    ///
    /// - Throws: `FileError`.
    func finish() throws(FileError) {
        try flush()
        guard let path, let temporary else { return }
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            throw .cannotWrite(path, String(cString: strerror(errno)))
        }
        close()
    }

    private func close() {
        guard isOpen, descriptor != STDOUT_FILENO else { return }
        isOpen = false
        _ = Foundation.close(descriptor)
    }

    /// Removes what was written, unless it's finished.
    deinit {
        if isOpen, let temporary { unlink(temporary) }
        close()
    }
}

extension FileError {
    static func cannotWrite(_ path: String, _ reason: String) -> FileError {
        FileError("Can't write \(path.quoted): \(reason). Nothing was left half written.")
    }
}
