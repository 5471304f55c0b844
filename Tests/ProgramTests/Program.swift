import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One run of a program that this package builds.
struct Run: Sendable {
    let status: Int32
    let output: String
    let errors: String

    var lines: [Substring] { output.split(separator: "\n") }
    var errorLines: [Substring] { errors.split(separator: "\n") }
}

/// A phone in the terminal with a data directory of its own.
struct Phone: Sendable {
    let directory: String

    init(_ directory: String) { self.directory = directory }

    /// Runs `vitals-device` to its end.
    @discardableResult
    func run(_ arguments: String..., input: String = "") throws -> Run {
        try start(arguments, input: input).finish()
    }

    func start(_ arguments: [String], input: String = "") throws -> RunningProgram {
        try RunningProgram("vitals-device", ["--data", directory] + arguments, input: input)
    }
}

/// A program under way.
///
/// Started by `posix_spawn`, with pipes that no other child inherits: tests run side by side, and a server that another
/// test starts must not hold this one's output open. (Foundation's `Process` lets them through.)
final class RunningProgram: @unchecked Sendable {
    let processID: pid_t
    private let output: Collector
    private let errors: Collector
    private let ending = Locked<Int32?>(nil)

    init(
        _ name: String, _ arguments: [String], input: String = "", environment: [String: String] = [:],
        through: [String] = []
    ) throws {
        let words = through + [TestFiles.program(name).path] + arguments
        var merged = ProcessInfo.processInfo.environment
        for name in ["VITALS_DATA", "DATABASE_URL", "PORT", "HOST"] { merged[name] = nil }
        merged.merge(environment) { _, new in new }
        let (standardInput, standardOutput, standardError) = (try Self.pipe(), try Self.pipe(), try Self.pipe())

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, standardInput.read, 0)
        posix_spawn_file_actions_adddup2(&actions, standardOutput.write, 1)
        posix_spawn_file_actions_adddup2(&actions, standardError.write, 2)
        // What other tests have open must not stay open for as long as this child lives.
        for descriptor in Int32(3)..<1024 where fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var argumentPointers = words.map { strdup($0) } + [nil]
        var environmentPointers = merged.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
        var processID: pid_t = 0
        let code = posix_spawn(&processID, words[0], &actions, nil, &argumentPointers, &environmentPointers)
        for descriptor in [standardInput.read, standardOutput.write, standardError.write] { close(descriptor) }
        self.processID = processID
        output = Collector(standardOutput.read)
        errors = Collector(standardError.read)
        let inputHandle = FileHandle(fileDescriptor: standardInput.write, closeOnDealloc: true)
        guard code == 0 else { throw ProgramError("\(words[0]) cannot be started: \(String(cString: strerror(code)))") }
        // Small inputs: they fit into the pipe, whether the program reads them or not.
        try? inputHandle.write(contentsOf: Data(input.utf8))
        try? inputHandle.close()
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

    var outputSoFar: String { output.text }

    var isRunning: Bool { status(waiting: false) == nil }

    /// For a program that ends by itself unless what is tested is broken: ended by force when the time is up.
    func finish(withinSeconds limit: Double) throws -> Run {
        let deadline = Date(timeIntervalSinceNow: limit)
        while isRunning, Date() < deadline { usleep(5_000) }
        kill()
        return try finish()
    }

    func finish() throws -> Run {
        let status = status(waiting: true) ?? 0
        return Run(status: status, output: output.whole(), errors: errors.whole())
    }

    func kill() {
        guard isRunning else { return }
        Foundation.kill(processID, SIGKILL)
        _ = status(waiting: true)
    }

    /// The exit status, or 128 and the signal's number as a shell has it; nil while it runs.
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

/// Reads a pipe to its end on a thread of its own, so that the program never waits for us.
private final class Collector: @unchecked Sendable {
    private let collected = Locked(Data())
    private let ended = DispatchSemaphore(value: 0)

    init(_ descriptor: Int32) {
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        Thread.detachNewThread { [collected, ended] in
            // What there is, as soon as there is some; `read(upToCount:)` would wait for all of it.
            while case let data = handle.availableData, !data.isEmpty { collected.withLock { $0 += data } }
            ended.signal()
        }
    }

    var text: String { String(decoding: collected.withLock { $0 }, as: UTF8.self) }

    func whole() -> String {
        ended.wait()
        ended.signal()
        return text
    }
}

/// A `vitals-server` on a free loopback port, with SQLite in the directory.
final class LiveServer: Sendable {
    let program: RunningProgram
    let url: String

    init(directory: String, port: Int = 0, environment: [String: String] = [:]) throws {
        program = try RunningProgram(
            "vitals-server", [],
            environment: [
                "PORT": "\(port)", "DATABASE_URL": "sqlite:\(directory)/server.sqlite", "LOG_LEVEL": "error",
            ].merging(environment) { _, new in new })
        let deadline = Date(timeIntervalSinceNow: 60)
        while true {
            if let line = program.outputSoFar.split(separator: "\n").first, program.outputSoFar.contains("\n") {
                url = String(line.split(separator: " ").last ?? "")
                return
            }
            guard program.isRunning, Date() < deadline else {
                throw ProgramError("vitals-server did not start: \(try program.finish().errors)")
            }
            usleep(5_000)
        }
    }

    var port: Int { URLComponents(string: url)?.port ?? 0 }

    func stop() { program.kill() }

    deinit { program.kill() }
}

struct ProgramError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
