import Foundation
import Synchronization

#if canImport(Glibc)
package import Glibc
#elseif canImport(Darwin)
package import Darwin
#endif

/// A running program.
///
/// It is started with `posix_spawn` and pipes that no other child inherits. Tests run side by side, and a server that
/// another test starts must not keep this one's output open. (Foundation's `Process` lets children inherit the pipes.)
package final class RunningProgram: Sendable {
    package let processID: pid_t
    private let output: OutputCollector
    private let errors: OutputCollector
    private let ending = Mutex<Int32?>(nil)

    /// Starts a program of this package, such as `vitals-device`.
    package convenience init(
        _ name: String, _ arguments: [String], input: String = "", environment: [String: String] = [:],
        through: [String] = []
    ) throws {
        let words = through + [PackageFiles.product(name)] + arguments
        try self.init(path: words[0], Array(words.dropFirst()), input: input, environment: environment)
    }

    /// Starts any program.
    ///
    /// - Parameters:
    ///   - input: its standard input, small enough to fit into a pipe even if it is never read.
    ///   - environment: added to our own environment, without the variables that would change a Vitals program's
    ///     settings.
    package init(path: String, _ arguments: [String], input: String = "", environment: [String: String] = [:]) throws {
        var merged = ProcessInfo.processInfo.environment
        for name in ["VITALS_DATA", "DATABASE_URL", "PORT", "HOST"] { merged[name] = nil }
        merged.merge(environment) { _, new in new }
        let (standardInput, standardOutput, standardError) = (try Self.pipe(), try Self.pipe(), try Self.pipe())
        // Write before the start: if the program ends at once, we never write to a pipe without a reader.
        let inputHandle = FileHandle(fileDescriptor: standardInput.write, closeOnDealloc: true)
        try inputHandle.write(contentsOf: Data(input.utf8))
        try inputHandle.close()

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, standardInput.read, 0)
        posix_spawn_file_actions_adddup2(&actions, standardOutput.write, 1)
        posix_spawn_file_actions_adddup2(&actions, standardError.write, 2)
        // Files that other tests have opened must not stay open for as long as this child lives.
        for descriptor in Int32(3)..<1024 where fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var argumentPointers = ([path] + arguments).map { strdup($0) } + [nil]
        var environmentPointers = merged.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
        var processID: pid_t = 0
        let code = posix_spawn(&processID, path, &actions, nil, &argumentPointers, &environmentPointers)
        for descriptor in [standardInput.read, standardOutput.write, standardError.write] { close(descriptor) }
        self.processID = processID
        output = OutputCollector(standardOutput.read)
        errors = OutputCollector(standardError.read)
        guard code == 0 else { throw ProgramError("\(path) can't be started: \(String(cString: strerror(code)))") }
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        #if os(Linux)
        let code = Glibc.pipe(&ends)
        #else
        let code = Darwin.pipe(&ends)
        #endif
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        guard code == 0 else { throw ProgramError("no pipe is left") }
        return (ends[0], ends[1])
    }

    package var outputSoFar: String { output.text }

    package var isRunning: Bool { status(waiting: false) == nil }

    /// Waits for a program that should end by itself, and kills it when the time is up.
    package func finish(withinSeconds limit: Double) throws -> Run {
        let deadline = Date(timeIntervalSinceNow: limit)
        while isRunning, Date() < deadline { usleep(5_000) }
        kill()
        return try finish()
    }

    package func finish() throws -> Run {
        let status = status(waiting: true) ?? 0
        return Run(status: status, output: output.whole(), errors: errors.whole())
    }

    /// Kills the program and waits for its end.
    ///
    /// - Returns: false if it had ended by itself.
    @discardableResult
    package func kill() -> Bool {
        guard isRunning else { return false }
        Foundation.kill(processID, SIGKILL)
        return status(waiting: true) == 128 + SIGKILL
    }

    /// The exit status, or 128 plus the signal's number as in a shell; nil while the program runs.
    private func status(waiting: Bool) -> Int32? {
        ending.withLock { ending in
            if let ending { return ending }
            var status: Int32 = 0
            guard waitpid(processID, &status, waiting ? 0 : WNOHANG) == processID else { return nil }
            ending = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
            return ending
        }
    }
}

/// A program couldn't be started or watched.
package struct ProgramError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
