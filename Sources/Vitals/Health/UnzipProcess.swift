#if os(macOS) || os(Linux)
import Foundation

/// A run of `unzip` whose output is read while it runs.
final class UnzipProcess {
    /// The output of unzip, through a pipe of the system's size.
    let output: FileByteSource
    private let process = Process()
    private let pipe = Pipe()
    private let hasEnded = DispatchSemaphore(value: 0)
    private var isReaped = false

    /// - Throws: `HealthImportError.unzipFailed` when no process can be started.
    init(_ command: String, _ arguments: [String]) throws {
        output = FileByteSource(borrowing: pipe.fileHandleForReading.fileDescriptor)
        // env searches the PATH, and exits with 127 when the program isn't there.
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

    /// Waits until the process ends. Call it after the output was read.
    ///
    /// - Parameter refusal: says why unzip refuses to unpack a file. Its exit status doesn't tell a password from a method.
    /// - Throws: `HealthImportError` unless unzip succeeds, with a warning at most.
    func waitForSuccess(refusal: () -> String = { HealthZipListing.refusal(listing: "") }) throws {
        reap()
        guard process.terminationReason == .exit else {
            throw HealthImportError.unzipFailed(reason: "unzip was ended by signal \(process.terminationStatus)")
        }
        switch process.terminationStatus {
        // The warning is that a program stands before the zip, which unpacks it, or something else that unzip can skip.
        case 0, 1: return
        case 127: throw HealthImportError.unzipMissing
        case 5, 81, 82: throw HealthImportError.unzipFailed(reason: refusal())
        case let status:
            throw HealthImportError.unzipFailed(
                reason: "it is damaged or incomplete (unzip exit code \(status)); copy it again")
        }
    }

    /// Ends the process if it still runs, and waits. Uses SIGKILL: unzip has nothing to clean up, and a process that
    /// was started from a thread of the pool inherits that thread's signal mask, which blocks SIGTERM.
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
