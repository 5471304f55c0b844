import Foundation

/// The format of a file to import.
package enum ImportedFile: String, Sendable, CaseIterable {
    case csv, json
    /// An export of Apple Health, or anything else: its reader says what's wrong with it.
    case health

    /// Looks at the name, and at the first bytes.
    package static func of(_ path: String) -> ImportedFile {
        guard let bytes = try? FileBytes(path), bytes.totalBytes != nil, let piece = try? bytes.next() else {
            return .health
        }
        var start = piece.prefix(4_096)
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
        let first = start.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if first == UInt8(ascii: "<") || start.starts(with: Array("PK".utf8)) { return .health }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return .json }
        let ending = (path as NSString).pathExtension.lowercased()
        if ["csv", "tsv"].contains(ending) { return .csv }
        if ["xml", "zip"].contains(ending) || start.contains(0) { return .health }
        let line = start.prefix { $0 != 0x0A }
        return line.contains { [0x2C, 0x3B, 0x09].contains($0) } ? .csv : .health
    }

    /// Copies standard input to a file that only its owner can read, because a CSV file is read twice.
    ///
    /// - Throws: `FileError`.
    package static func spooledInput() throws(FileError) -> String {
        let folder = FileManager.default.temporaryDirectory.path
        let path = "\(folder)/vitals-import-\(UUID().uuidString)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count == 0 { return path }
            if count < 0 {
                if errno == EINTR { continue }
                unlink(path)
                throw .cannotRead(String(cString: strerror(errno)))
            }
            var written = 0
            while written < count {
                let part = buffer.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, count - written) }
                guard part > 0 else {
                    let reason = String(cString: strerror(errno))
                    unlink(path)
                    throw .cannotWrite(path, reason)
                }
                written += part
            }
        }
    }
}
