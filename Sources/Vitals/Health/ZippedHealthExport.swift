#if os(macOS) || os(Linux)
import Foundation

/// The XML of an Apple Health `export.zip`, unpacked on the fly by the system's `unzip`.
///
/// No shell is involved. Unzip treats the path of an archive as a pattern, so the archive is opened through a link with
/// a plain name. The name of the file inside is also a pattern, so it is escaped.
final class ZippedHealthExport: HealthByteSource {
    let totalBytes: Int64? = nil
    /// The folder of the link; removed when the source is closed.
    let folder: URL
    private let unpacking: UnzipProcess
    /// Says why unzip refuses to unpack the export.
    private let refusal: () -> String

    /// - Parameter command: the command that starts unzip; tests pass one that doesn't exist.
    /// - Throws: `HealthImportError`.
    init(path: String, command: String = "unzip") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "vitals-\(UUID().lowercased)")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw HealthImportError.unzipFailed(reason: "no folder can be created in \(folder.path)'s parent")
        }
        do {
            let link = folder.appending(path: "export.zip").path
            let target = URL(filePath: path).absoluteURL.path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            let member = try HealthZipListing(names: ZippedHealthExport.names(in: link, command: command)).exportName()
            let pattern = ZippedHealthExport.pattern(for: member)
            refusal = {
                let listing = try? ZippedHealthExport.output(of: command, ["-Z", link, pattern])
                return HealthZipListing.refusal(listing: String(decoding: listing ?? [], as: UTF8.self))
            }
            unpacking = try UnzipProcess(command, ["-p", "-P", "", link, pattern])
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    /// Reads the output. At its end the exit status decides, because a bad checksum shows only there.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try unpacking.output.read(into: buffer)
        if count == 0 { try unpacking.waitForSuccess(refusal: refusal) }
        return count
    }

    func checkWhole() throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var rest = HealthImportSource.usualLimitBytes
        while rest > 0 {
            let count = try buffer.withUnsafeMutableBytes { try read(into: $0) }
            guard count > 0 else { return }
            rest -= Int64(count)
        }
    }

    func close() {
        unpacking.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    deinit { close() }

    /// The paths in a zip.
    private static func names(in archive: String, command: String) throws -> [String] {
        try output(of: command, ["-Z1", archive]).split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns what unzip prints about a zip.
    private static func output(of command: String, _ arguments: [String]) throws -> [UInt8] {
        let listing = try UnzipProcess(command, arguments)
        defer { listing.stop() }
        let text = try listing.output.readPrefix(maximumListingSizeBytes)
        guard text.count < maximumListingSizeBytes else {
            throw HealthImportError.unzipFailed(reason: "it holds too many files")
        }
        try listing.waitForSuccess()
        return text
    }

    /// The maximum size of a listing. A real export lists a few thousand files, of about 60 bytes each.
    private static let maximumListingSizeBytes = 8 << 20

    /// The pattern that matches only this name, and that unzip doesn't read as an option.
    static func pattern(for name: String) -> String {
        var pattern = ""
        for (index, character) in name.unicodeScalars.enumerated() {
            if "[*?\\".unicodeScalars.contains(character) || (index == 0 && character == "-") { pattern += "\\" }
            pattern.unicodeScalars.append(character)
        }
        return pattern
    }
}
#endif
