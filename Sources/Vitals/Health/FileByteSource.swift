import Foundation

/// The bytes of an open file or pipe.
final class FileByteSource: HealthByteSource {
    let totalBytes: Int64?
    private let descriptor: Int32
    private var ownsDescriptor: Bool

    /// - Throws: `HealthImportError.cannotOpen` or `.isDirectory`.
    init(path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw HealthImportError.cannotOpen(path, reason: String(cString: strerror(errno)))
        }
        ownsDescriptor = true
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        if isKnown, status.st_mode & S_IFMT == S_IFDIR {
            _ = Foundation.close(descriptor)
            throw HealthImportError.isDirectory(path)
        }
        totalBytes = isKnown && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    }

    /// Reads a descriptor that belongs to someone else, such as standard input, and never closes it.
    init(borrowing descriptor: Int32) {
        self.descriptor = descriptor
        ownsDescriptor = false
        totalBytes = nil
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw HealthImportError.cannotRead(reason: String(cString: strerror(errno)))
            }
        }
    }

    func close() {
        guard ownsDescriptor else { return }
        ownsDescriptor = false
        _ = Foundation.close(descriptor)
    }

    deinit { close() }
}
