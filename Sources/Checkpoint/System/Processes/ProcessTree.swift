internal import Foundation

/// A process and all its descendants, including those that left its group. One that lost its parent is found by a mark
/// in its environment; in a sandbox the first process of the sandbox becomes its parent, so it is found without.
package struct ProcessTree: Sendable {
    package static let variable = "VITALS_COURSE_RUN"

    package let processID: Int32
    package let mark: String

    package init(processID: Int32, mark: String) {
        self.processID = processID
        self.mark = mark
    }

    /// Ids of the members that are alive. On a system without `/proc`, only the first process is known.
    package func members() -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        guard !names.isEmpty else { return [processID] }
        let wanted = "\(Self.variable)=\(mark)"
        let descendants = Set(ProcessMemory.family(of: processID))
        return names.compactMap(Int32.init).filter { id in
            // A program can empty its environment.
            if descendants.contains(id) { return true }
            let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ")
            return environment?.contains(bytesOf: wanted) ?? false
        }
    }

    /// Kills all members, repeatedly while new ones appear.
    package func kill() {
        Foundation.kill(-processID, SIGKILL)
        Foundation.kill(processID, SIGKILL)
        for _ in 0..<100 {
            let alive = members().filter { !Self.isZombie($0) }
            guard !alive.isEmpty else { return }
            // Stopped first, so that none can start another while the rest are killed.
            for id in alive { Foundation.kill(id, SIGSTOP) }
            for id in alive { Foundation.kill(id, SIGKILL) }
            usleep(2_000)
        }
    }

    /// Sends a signal to the members that run the learner's program, not to the sandbox around it. The signal goes to
    /// the busiest thread, so that the backtrace begins at the endless loop and not where the main thread waits.
    package func signalPrograms(_ signal: Int32) async throws {
        let programs = members().filter { id in
            let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/exe")
            return program?.hasSuffix("/bwrap") != true
        }
        let before = Dictionary(uniqueKeysWithValues: programs.map { ($0, Self.threads(of: $0)) })
        try await Task.sleep(for: .milliseconds(300))
        for id in programs {
            let worked = Self.threads(of: id).map { (thread: $0.key, ticks: $0.value - (before[id]?[$0.key] ?? 0)) }
            // The main thread usually waits for the others. If all threads wait, this picks one of the others.
            let busiest = worked.max { ($0.ticks, $1.thread == id ? 1 : 0) < ($1.ticks, $0.thread == id ? 1 : 0) }
            // Linux delivers the signal to the thread whose id is given, if that thread accepts it.
            Foundation.kill(busiest?.thread ?? id, signal)
        }
    }

    /// CPU time of each thread of a process, in clock ticks; empty when the system doesn't report it.
    private static func threads(of id: Int32) -> [Int32: Int] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
        return Dictionary(uniqueKeysWithValues: names.compactMap(Int32.init).map { ($0, ticks(of: $0, in: id)) })
    }

    /// CPU time of a thread, in clock ticks.
    private static func ticks(of thread: Int32, in id: Int32) -> Int {
        let fields = statistics("/proc/\(id)/task/\(thread)/stat")
        // Fields 14 and 15: time in user mode and in the kernel. The first element here is the state, which is field 3.
        return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    }

    /// The fields after the name in a `stat` file; the state comes first.
    static func statistics(_ path: String) -> [Substring] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        let text = String(decoding: data, as: UTF8.self)
        guard let name = text.lastIndex(of: ")") else { return [] }
        return text[text.index(after: name)...].split(separator: " ")
    }

    /// Resident bytes of the first process; 0 when the system doesn't report it.
    package func residentBytes() -> Int { ProcessMemory.statistics(of: processID).resident }

    private static func isZombie(_ id: Int32) -> Bool { (statistics("/proc/\(id)/stat").first ?? "Z") == "Z" }

    /// Returns true while the process runs. False also for a zombie: a process that has ended and wasn't reaped, as in
    /// a container without an init.
    package static func isRunning(_ id: Int32) -> Bool {
        guard Foundation.kill(id, 0) == 0 else { return false }
        #if os(Linux)
        return !isZombie(id)
        #else
        return true
        #endif
    }
}
