import Foundation
import StepSupport

/// The file that holds the input being tried. The system keeps what was written to it when the process dies.
final class InputFile: Sendable {
    private static let folder = PackageFiles.url(".build/fuzz")

    private let path: String
    private let descriptor: Int32

    init(name: String) throws {
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        path = Self.folder.appending(path: name + ".current").path
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Cases.Broken("\(path) can't be written.") }
    }

    deinit { close(descriptor) }

    func write(_ input: [UInt8]) {
        _ = input.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        ftruncate(descriptor, off_t(input.count))
    }

    func remove() { unlink(path) }

    /// Saves an input that fails; returns its path.
    static func save(_ input: [UInt8], name: String) throws -> String {
        let hash = input.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        let file = folder.appending(path: "\(name)-\(String(hash, radix: 16))")
        try Data(input).write(to: file)
        return ".build/fuzz/\(file.lastPathComponent)"
    }
}
