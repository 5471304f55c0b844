import Foundation
import StepSupport

/// A `vitals-course demo` that runs beside the test, with its events as they come.
///
/// All of it blocks, on a thread of its own: a demo is over in a second, and a test that had to wait for its turn would
/// come too late for it. What is expected is said by the test, outside of that thread: there nobody knows which test it is.
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

    /// Waits for the first event of this name.
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

    /// Waits for its server.
    func serverPid() throws -> Int32 {
        guard let processID = try event("server").serverPid else { throw ProgramError("The server has no process.") }
        return processID
    }

    /// Waits until it has ended.
    func finish() throws -> Run { try program.finish(withinSeconds: 20) }

    /// What is still there when somebody else has had the time to clean up.
    func leftoversInTheEnd() -> [String] {
        let deadline = Date(timeIntervalSinceNow: 20)
        while !leftovers().isEmpty, Date() < deadline { usleep(50_000) }
        return leftovers()
    }

    /// The folders that it made and that are still there; it names them after itself.
    func leftovers() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/tmp")) ?? []
        return names.filter { name in
            // vitals-demo-PID-RANDOM. What others left may have this number in the middle of a UUID.
            let parts = name.split(separator: "-")
            return parts.count == 4 && parts[0] == "vitals" && parts[2] == "\(processID)"
        }
    }
}
