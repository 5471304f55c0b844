internal import Foundation

/// A process and all that come from it, also those that left its group or lost their parent: they are known by a mark in
/// their environment.
struct ProcessTree: Sendable {
    static let variable = "VITALS_COURSE_RUN"

    let processID: Int32
    let mark: String

    /// The members that are alive. Where the system has no `/proc`, only the first one is known.
    func members() -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        guard !names.isEmpty else { return [processID] }
        let wanted = Array("\(Self.variable)=\(mark)".utf8)
        return names.compactMap(Int32.init).filter { id in
            guard let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ") else { return false }
            return environment.split(separator: 0).contains { $0.elementsEqual(wanted) }
        }
    }

    /// Ends all of them, again and again while new ones come.
    func kill() {
        Foundation.kill(-processID, SIGKILL)
        Foundation.kill(processID, SIGKILL)
        for _ in 0..<100 {
            let alive = members().filter { !Self.isZombie($0) }
            guard !alive.isEmpty else { return }
            // Stopped first, so that none can start another while the rest are ended.
            for id in alive { Foundation.kill(id, SIGSTOP) }
            for id in alive { Foundation.kill(id, SIGKILL) }
            usleep(2_000)
        }
    }

    /// Sends a signal to the members that run a program of the learner's, and not to a shell around it; to the thread that
    /// works at the moment, so that a backtrace begins where it turns in circles and not where the first thread waits.
    func signalPrograms(_ signal: Int32) async throws {
        let programs = members().filter { id in
            let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/exe")
            return program?.hasSuffix("/bwrap") != true
        }
        let before = Dictionary(uniqueKeysWithValues: programs.map { ($0, Self.threads(of: $0)) })
        try await Task.sleep(for: .milliseconds(300))
        for id in programs {
            let worked = Self.threads(of: id).map { (thread: $0.key, ticks: $0.value - (before[id]?[$0.key] ?? 0)) }
            // The first thread waits for the others; where all wait, it is one of these.
            let busiest = worked.max { ($0.ticks, $1.thread == id ? 1 : 0) < ($1.ticks, $0.thread == id ? 1 : 0) }
            // Linux delivers it to the thread whose id is given, when that takes it.
            Foundation.kill(busiest?.thread ?? id, signal)
        }
    }

    /// The threads of a process, with the processor time that each has had; none where the system does not tell.
    private static func threads(of id: Int32) -> [Int32: Int] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
        return Dictionary(uniqueKeysWithValues: names.compactMap(Int32.init).map { ($0, ticks(of: $0, in: id)) })
    }

    /// Processor time that a thread has had, in ticks of the clock.
    private static func ticks(of thread: Int32, in id: Int32) -> Int {
        let fields = statistics("/proc/\(id)/task/\(thread)/stat")
        // In user mode and in the kernel: the 14th and the 15th, where the state is the third.
        return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    }

    /// What stands behind the name in such a file, the state first.
    private static func statistics(_ path: String) -> [Substring] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        let text = String(decoding: data, as: UTF8.self)
        guard let name = text.lastIndex(of: ")") else { return [] }
        return text[text.index(after: name)...].split(separator: " ")
    }

    /// Bytes that the first process has in memory; 0 where the system does not tell.
    func residentBytes() -> Int { ProcessMemory.statistics(of: processID).resident }

    private static func isZombie(_ id: Int32) -> Bool { (statistics("/proc/\(id)/stat").first ?? "Z") == "Z" }
}
