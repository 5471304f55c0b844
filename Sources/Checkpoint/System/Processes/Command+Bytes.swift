package import Foundation
internal import Subprocess

#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

extension Command {
    /// The output of a program that wasn't trusted to stop.
    package struct Bytes: Sendable {
        /// Exit status; nil when the program was stopped because of its output, or ended by a signal.
        package let exitStatus: Int?
        /// True when the program wrote more than the limit.
        package let isCut: Bool
        /// Standard output; empty when it was cut.
        package let output: Data

        package var succeeded: Bool { exitStatus == 0 }
    }

    private struct TooMuch: Error {}

    /// Runs the command and collects the bytes of its standard output. Stops it as soon as there are too many.
    ///
    /// - Parameters:
    ///   - input: the program's standard input. It comes from a file instead of a pipe: a program that ends before it
    ///     has read everything would take us with it.
    ///   - limit: maximum number of bytes.
    /// - Throws: `CourseError` when the command can't be started or doesn't end in time.
    package func bytes(input: Data = Data(), limit: Int) async throws -> Bytes {
        let file = try SpooledInput(input)
        defer { withExtendedLifetime(file) {} }
        let descriptor = file.descriptor
        return try await withTimeout(seconds: timeoutSeconds, label) {
            try await started {
                do {
                    return try await endingAll { try await collected(FileDescriptor(rawValue: descriptor), limit, $0) }
                } catch is TooMuch {
                    return Bytes(exitStatus: nil, isCut: true, output: Data())
                }
            }
        }
    }

    private func collected(
        _ input: FileDescriptor, _ limit: Int, _ started: @Sendable (Int32) -> Void
    ) async throws -> Bytes {
        let result = try await Subprocess.run(
            configuration(), input: .fileDescriptor(input, closeAfterSpawningProcess: false), output: .sequence,
            error: .discarded
        ) { execution in
            started(execution.processIdentifier.value)
            var data = Data()
            for try await buffer in execution.standardOutput {
                guard buffer.count <= limit - data.count else { throw TooMuch() }
                buffer.withUnsafeBytes { data.append(contentsOf: $0) }
            }
            return data
        }
        var exitStatus: Int?
        if case .exited(let status) = result.terminationStatus { exitStatus = Int(status) }
        return Bytes(exitStatus: exitStatus, isCut: false, output: result.closureResult)
    }
}

/// A file without a name, which disappears with this object.
private final class SpooledInput: Sendable {
    let descriptor: Int32

    init(_ data: Data) throws {
        let folder = FileManager.default.isWritableFile(atPath: "/tmp") ? "/tmp" : NSTemporaryDirectory()
        var template = Array((folder + "/vitals-input-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw CourseError(.failed, "No file can be created in \(folder): \(String(cString: strerror(errno))).")
        }
        unlink(&template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // The handle mustn't close the descriptor, because this object does.
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: data)
        guard lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw CourseError(.failed, "A file in \(folder) can't be read: \(String(cString: strerror(errno))).")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
