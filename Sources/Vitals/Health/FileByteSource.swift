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

    /// True if the file ends as a zip does, with the record that APPNOTE.TXT §4.3.16 describes. A zip that unpacks itself
    /// has a program at its beginning, and one that is damaged may have anything there.
    func endsAsZip() -> Bool {
        let recordSizeBytes = 22
        // The comment at the very end has a length of two bytes.
        let sizeBytes = min(Int(totalBytes ?? 0), recordSizeBytes + Int(UInt16.max))
        var tail = [UInt8](repeating: 0, count: sizeBytes)
        guard sizeBytes >= recordSizeBytes,
            pread(descriptor, &tail, sizeBytes, off_t((totalBytes ?? 0) - Int64(sizeBytes))) == sizeBytes
        else { return false }
        return (0...(sizeBytes - recordSizeBytes)).contains { start in
            tail[start...].starts(with: [0x50, 0x4B, 5, 6])
                && start + recordSizeBytes + Int(tail[start + 20]) + Int(tail[start + 21]) << 8 == sizeBytes
        }
    }

    func close() {
        guard ownsDescriptor else { return }
        ownsDescriptor = false
        _ = Foundation.close(descriptor)
    }

    deinit { close() }
}
