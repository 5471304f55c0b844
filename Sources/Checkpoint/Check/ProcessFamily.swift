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

    /// Bytes that the first process has in memory; 0 where the system does not tell.
    func residentBytes() -> Int {
        guard let data = FileManager.default.contents(atPath: "/proc/\(processID)/statm"),
            let pages = String(decoding: data, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap({
                Int($0)
            })
        else { return 0 }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static func isZombie(_ id: Int32) -> Bool {
        guard let data = FileManager.default.contents(atPath: "/proc/\(id)/stat") else { return true }
        let text = String(decoding: data, as: UTF8.self)
        guard let name = text.lastIndex(of: ")") else { return true }
        return text[name...].dropFirst(2).first == "Z"
    }
}
