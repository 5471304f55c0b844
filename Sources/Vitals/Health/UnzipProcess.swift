#if os(macOS) || os(Linux)
import Foundation

/// A run of `unzip` whose output is read while it runs.
final class UnzipProcess {
    /// What it writes, through a pipe of the system's size.
    let output: FileByteSource
    private let process = Process()
    private let pipe = Pipe()
    private let hasEnded = DispatchSemaphore(value: 0)
    private var isReaped = false

    /// - Throws: `HealthImportError.unzipFailed` when no process can be started.
    init(_ command: String, _ arguments: [String]) throws {
        output = FileByteSource(borrowing: pipe.fileHandleForReading.fileDescriptor)
        // env searches the PATH and answers 127 when the program is not there.
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [command] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        let hasEnded = hasEnded
        process.terminationHandler = { _ in hasEnded.signal() }
        do {
            try process.run()
        } catch {
            throw HealthImportError.unzipFailed(reason: "unzip cannot be started")
        }
    }

    /// Waits for the end, after the output was read.
    ///
    /// - Throws: `HealthImportError` unless unzip exits with 0.
    func waitForSuccess() throws {
        reap()
        guard process.terminationReason == .exit else {
            throw HealthImportError.unzipFailed(reason: "unzip was ended by signal \(process.terminationStatus)")
        }
        switch process.terminationStatus {
        case 0: return
        case 127: throw HealthImportError.unzipMissing
        case 5, 81, 82: throw HealthImportError.unzipFailed(reason: "it is protected by a password; unpack it first")
        case let status:
            throw HealthImportError.unzipFailed(
                reason: "it is damaged or incomplete (unzip exit code \(status)); copy it again")
        }
    }

    /// Ends it, if it still runs, and waits. By SIGKILL: it has nothing to put in order, and a process that was started
    /// from a thread of the pool inherits that thread's mask, in which SIGTERM is blocked.
    func stop() {
        guard !isReaped else { return }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        reap()
    }

    private func reap() {
        guard !isReaped else { return }
        hasEnded.wait()
        isReaped = true
    }
}
#endif
