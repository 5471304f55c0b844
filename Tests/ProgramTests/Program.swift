import Foundation
import TestSupport

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
final class RunningProgram: @unchecked Sendable {
    let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private let outputReader: Collector
    private let errorReader: Collector

    init(
        _ name: String, _ arguments: [String], input: String = "", environment: [String: String] = [:],
        through: [String] = []
    ) throws {
        let program = TestFiles.program(name).path
        let all = through + [program] + arguments
        process.executableURL = URL(filePath: all[0])
        process.arguments = Array(all.dropFirst())
        var merged = ProcessInfo.processInfo.environment
        for name in ["VITALS_DATA", "DATABASE_URL", "PORT", "HOST"] { merged[name] = nil }
        process.environment = merged.merging(environment) { _, new in new }
        let standardInput = Pipe()
        process.standardInput = standardInput
        process.standardOutput = output
        process.standardError = errors
        outputReader = Collector(output.fileHandleForReading)
        errorReader = Collector(errors.fileHandleForReading)
        try process.run()
        try? standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try? standardInput.fileHandleForWriting.close()
    }

    var outputSoFar: String { outputReader.text }

    func finish() throws -> Run {
        process.waitUntilExit()
        return Run(status: process.terminationStatus, output: outputReader.whole(), errors: errorReader.whole())
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// Reads a pipe to its end on a thread of its own, so that the program never waits for us.
private final class Collector: @unchecked Sendable {
    private let collected = Locked(Data())
    private let ended = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
        Thread.detachNewThread { [collected, ended] in
            while let data = try? handle.read(upToCount: 65_536), !data.isEmpty { collected.withLock { $0 += data } }
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

    init(directory: String, port: Int = 0) throws {
        program = try RunningProgram(
            "vitals-server", [],
            environment: [
                "PORT": "\(port)", "DATABASE_URL": "sqlite:\(directory)/server.sqlite", "LOG_LEVEL": "error",
            ])
        let deadline = Date(timeIntervalSinceNow: 60)
        while true {
            if let line = program.outputSoFar.split(separator: "\n").first, program.outputSoFar.contains("\n") {
                url = String(line.split(separator: " ").last ?? "")
                return
            }
            guard program.process.isRunning, Date() < deadline else {
                throw ProgramError("vitals-server did not start: \(try program.finish().errors)")
            }
            usleep(5_000)
        }
    }

    var port: Int { URLComponents(string: url)?.port ?? 0 }

    func stop() { program.kill() }

    deinit { if program.process.isRunning { program.kill() } }
}

struct ProgramError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
