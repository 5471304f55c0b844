internal import ArgumentParser
internal import Checkpoint
internal import Foundation

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Two phones edit one weight offline, sync with a real server, and end up equal.")

    @Flag(help: "Use Postgres: a scratch database of DATABASE_URL if that is set, else a throw-away cluster.")
    var postgres = false

    @Flag(help: "Leave the server and the data when done, and say how to attach.")
    var keep = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    @Flag(help: "No colours, also on a terminal.")
    var plain = false

    @Option(
        help: .init("The folder of vitals-server and vitals-device; without it they are built.", visibility: .hidden))
    var binaries: String?

    func run() async throws {
        let form: DemoReport.Form = json ? .json : .table(coloured: Output.isColoured(plain: plain))
        let report = DemoReport(form: form) { Output.standard($0) }
        var demo = Demo(root: try Repository.root(), report: report)
        demo.binaries = binaries
        demo.usesPostgres = postgres
        demo.keeps = keep
        demo.databaseURL = ProcessInfo.processInfo.environment["DATABASE_URL"]
        let finished = demo
        do {
            try await interruptibly {
                guard try await finished.run() else { throw ExitCode.failure }
            }
        } catch let error as CourseError {
            report.failure(error)
            throw error
        }
    }
}

/// Runs `body` so that a signal cancels it; then everything is cleaned up and the exit status names the signal.
func interruptibly(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let outcome = await Interruption.cancelling(body)
    if let signal = outcome.signal {
        Output.error("vitals-course: interrupted; everything that it started was stopped and removed.")
        throw ExitCode(128 + signal)
    }
    try outcome.result.get()
}
