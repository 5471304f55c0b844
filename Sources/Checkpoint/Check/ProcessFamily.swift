internal import Foundation

/// A process and all that come from it, also those that left its group or lost their parent: they are known by a mark in
/// their environment.
struct ProcessFamily: Sendable {
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

    /// Sends a signal to the members that run a program of the learner's, and not to a shell around it.
    func signalPrograms(_ signal: Int32) {
        for id in members() {
            let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/exe")
            if program?.hasSuffix("/bwrap") != true { Foundation.kill(id, signal) }
        }
    }

    /// Bytes that the first process has in memory; 0 where the system does not tell.
    func residentBytes() -> Int { memory(of: processID).resident }

    /// Bytes that processes have in memory and share with none; 0 where the system does not tell.
    func privateBytes(_ ids: [Int32]) -> Int {
        ids.reduce(0) { sum, id in
            let memory = memory(of: id)
            return sum + max(0, memory.resident - memory.shared)
        }
    }

    private func memory(of id: Int32) -> (resident: Int, shared: Int) {
        guard let data = FileManager.default.contents(atPath: "/proc/\(id)/statm") else { return (0, 0) }
        // In pages: size, resident, shared.
        let pages = String(decoding: data, as: UTF8.self).split(separator: " ").map { Int($0) ?? 0 }
        let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))
        return pages.count > 2 ? (pages[1] * pageBytes, pages[2] * pageBytes) : (0, 0)
    }

    private static func isZombie(_ id: Int32) -> Bool {
        guard let data = FileManager.default.contents(atPath: "/proc/\(id)/stat") else { return true }
        let text = String(decoding: data, as: UTF8.self)
        guard let name = text.lastIndex(of: ")") else { return true }
        return text[name...].dropFirst(2).first == "Z"
    }
}
