import Foundation
import StepSupport

/// A `vitals-course demo` that runs in parallel with the test, with its events as they arrive.
///
/// All its methods block, on a separate thread. A demo is over in a second, and a test that has to wait for its turn
/// would be too late. Expectations are stated outside that thread, because Swift Testing can't tell there which test is
/// running.
struct DemoProcess {
    struct Event: Decodable {
        let event: String
        let message: String?
        let holds: Bool?
        let serverPid: Int32?
        let serverURL: String?
        let directory: String?
        let stop: [String]?
    }

    private let program: RunningProgram

    var processID: Int32 { program.processID }

    init(_ arguments: [String] = [], environment: [String: String] = [:]) throws {
        program = try RunningProgram(
            path: TestPaths.course, ["demo", "--binaries", TestPaths.products, "--json"] + arguments,
            environment: environment.merging(["VITALS_COURSE_ROOT": TestPaths.root]) { $1 })
    }

    static func events(in text: String) -> [Event] {
        text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
    }

    /// Waits for the first event with this name.
    func event(_ name: String) throws -> Event {
        let deadline = Date(timeIntervalSinceNow: 60)
        while Date() < deadline {
            let hasEnded = !program.isRunning
            if let event = Self.events(in: program.outputSoFar).first(where: { $0.event == name }) { return event }
            if hasEnded { break }
            usleep(2_000)
        }
        throw ProgramError("The demo came to no \(name): \(program.outputSoFar)")
    }

    /// Waits for the demo's server.
    func serverPid() throws -> Int32 {
        guard let processID = try event("server").serverPid else { throw ProgramError("The server has no process.") }
        return processID
    }

    /// Waits until the demo has ended.
    func finish() throws -> Run { try program.finish(withinSeconds: 20) }

    /// Returns the folders that are still there after another process has had time to clean up.
    func leftoversInTheEnd() -> [String] {
        let deadline = Date(timeIntervalSinceNow: 20)
        while !leftovers().isEmpty, Date() < deadline { usleep(50_000) }
        return leftovers()
    }

    /// Returns the folders that the demo created and that are still there; their names contain its process id.
    func leftovers() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/tmp")) ?? []
        return names.filter { name in
            // vitals-demo-PID-RANDOM. What others left may have this number in the middle of a UUID.
            let parts = name.split(separator: "-")
            return parts.count == 4 && parts[0] == "vitals" && parts[2] == "\(processID)"
        }
    }
}
