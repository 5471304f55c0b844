import Foundation

/// Told how much of a file was read, and how much there is; nil for a pipe.
package typealias FileProgress = (_ bytesRead: Int64, _ totalBytes: Int64?) -> Void

/// The bytes of a file, in pieces.
final class FileBytes {
    /// The size in bytes; nil for a pipe.
    let totalBytes: Int64?
    private(set) var readBytes: Int64 = 0
    private let descriptor: Int32

    private static let pieceSizeBytes = 64 << 10

    /// - Throws: `FileError`.
    init(_ path: String) throws(FileError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotOpen(path, reason: String(cString: strerror(errno))) }
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        if isKnown, status.st_mode & S_IFMT == S_IFDIR {
            close(descriptor)
            throw .cannotOpen(path, reason: "it's a folder")
        }
        totalBytes = isKnown && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    }

    /// The next piece; empty at the end.
    ///
    /// - Throws: `FileError`.
    func next() throws(FileError) -> [UInt8] {
        var failure: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSizeBytes) { buffer, count in
            var result: Int
            repeat { result = read(descriptor, buffer.baseAddress, buffer.count) } while result < 0 && errno == EINTR
            failure = result < 0 ? errno : 0
            count = max(0, result)
        }
        guard failure == 0 else { throw .cannotRead(String(cString: strerror(failure))) }
        readBytes += Int64(piece.count)
        return piece
    }

    deinit { close(descriptor) }
}
