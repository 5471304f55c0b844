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

    /// Bytes that processes have in memory, what they share counted for each; 0 where the system does not tell.
    func residentBytes(_ ids: [Int32]) -> Int {
        ids.reduce(0) { sum, id in
            guard let data = FileManager.default.contents(atPath: "/proc/\(id)/statm") else { return sum }
            let words = String(decoding: data, as: UTF8.self).split(separator: " ")
            return sum + (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
    }

    private static func isZombie(_ id: Int32) -> Bool {
        guard let data = FileManager.default.contents(atPath: "/proc/\(id)/stat") else { return true }
        let text = String(decoding: data, as: UTF8.self)
        guard let name = text.lastIndex(of: ")") else { return true }
        return text[name...].dropFirst(2).first == "Z"
    }
}
