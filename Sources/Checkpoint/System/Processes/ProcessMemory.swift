internal import Foundation

/// The memory use of processes, as Linux reports it in `/proc`; 0 on systems without `/proc`.
package enum ProcessMemory {
    /// Returns true if processes use more bytes together than `limit`, each byte counted once.
    ///
    /// 1. Memory that several processes share is divided among them (PSS).
    /// 2. Shared memory that isn't mapped or touched belongs to no process. So files in memory (memfd) count with
    ///    everything written to them, and shared mappings without a file count with their whole length.
    /// 3. What is in the buffers of a socket belongs to no process either, and Linux doesn't tell how much it is. So
    ///    each open socket counts with what it may hold.
    /// 4. The tables by which the processor finds a process's pages count. A page that was only read takes no memory, but
    ///    its place in a table does.
    /// 5. A file in memory takes some even when it's empty: those in a sandbox's temporary folders count.
    ///
    /// To divide shared memory, Linux looks at every page of a process. So that is left out while resident memory, which
    /// counts such a page once for each process, stays below the limit.
    ///
    /// - Parameter more: further bytes that count.
    package static func isAbove(_ limit: Int, of ids: [Int32], more: Int = 0) -> Bool {
        var unmapped = unmappedBytes(of: ids)
        unmapped.kernel += more + ids.reduce(0) { $0 + tableBytes(of: $1) } + fileBytes(of: ids)
        let most = ids.reduce(unmapped.inMemory + unmapped.kernel) { $0 + statistics(of: $1).resident }
        return most > limit && bytes(of: ids, besides: unmapped) > limit
    }

    private static func bytes(of ids: [Int32], besides unmapped: (inMemory: Int, kernel: Int)) -> Int {
        var own = 0
        var shared = 0
        for id in ids {
            guard let sizes = proportional(of: id) else {
                own += max(0, statistics(of: id).resident - statistics(of: id).shared)
                continue
            }
            own += max(0, sizes.all - sizes.shared)
            shared += sizes.shared
        }
        return own + max(shared, unmapped.inMemory) + unmapped.kernel
    }

    /// Bytes of shared memory without a name in any folder, mapped or not, and of open sockets.
    private static func unmappedBytes(of ids: [Int32]) -> (inMemory: Int, kernel: Int) {
        var unnamed: [String: Int] = [:]
        var sockets: Set<String> = []
        for id in ids {
            // An open file in memory counts with its blocks instead of the length of its mappings.
            unnamed.merge(mappings(of: id)) { max($0, $1) }
            let open = openFiles(of: id)
            unnamed.merge(open.inMemory) { $1 }
            sockets.formUnion(open.sockets)
        }
        return (unnamed.values.reduce(0, +), sockets.count * socketBytes)
    }

    /// Resident bytes of a process, and how many of them are shared with files or other processes.
    package static func statistics(of id: Int32) -> (resident: Int, shared: Int) {
        guard let text = text("/proc/\(id)/statm") else { return (0, 0) }
        // Page counts: size, resident, shared.
        let pages = text.split(separator: " ").map { Int($0) ?? 0 }
        let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))
        return pages.count > 2 ? (pages[1] * pageBytes, pages[2] * pageBytes) : (0, 0)
    }

    /// Ids of a process and all its descendants.
    package static func family(of root: Int32) -> [Int32] {
        var found = [root]
        var index = 0
        while index < found.count {
            let id = found[index]
            index += 1
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
            for thread in threads {
                let children = text("/proc/\(id)/task/\(thread)/children")?.split(separator: " ") ?? []
                found += children.compactMap { Int32($0) }
            }
        }
        return found
    }

    /// Proportional set size in bytes, of which `shared` is shared memory; nil when the system doesn't report it.
    private static func proportional(of id: Int32) -> (all: Int, shared: Int)? {
        guard let text = text("/proc/\(id)/smaps_rollup") else { return nil }
        var (all, shared): (Int?, Int) = (nil, 0)
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 3, let count = Int(words[1]) else { continue }
            if words[0] == "Pss:" { all = count << 10 }
            if words[0] == "Pss_Shmem:" { shared = count << 10 }
        }
        return all.map { ($0, shared) }
    }

    /// Lengths of mappings of memory without a name in any folder, in bytes, keyed by inode number.
    private static func mappings(of id: Int32) -> [String: Int] {
        guard let data = FileManager.default.contents(atPath: "/proc/\(id)/maps"),
            inMemory.contains(where: data.contains(bytesOf:))
        else { return [:] }
        var found: [String: Int] = [:]
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            // Fields: addresses, permissions, offset, device, inode number, path.
            let words = line.split(separator: " ", maxSplits: 5)
            guard words.count == 6 else { continue }
            let path = words[5].drop { $0 == " " }
            let isInMemory = inMemory.contains { path.pathBegins(with: $0) }
            let ends = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
            if isInMemory, ends.count == 2 { found["\(words[4])", default: 0] += ends[1] - ends[0] }
        }
        return found
    }

    /// The beginnings of the names that Linux gives to memory without a name in any folder.
    private static let inMemory = ["/dev/zero (deleted)", "/memfd:", "/SYSV"]

    /// Bytes that an open socket counts with: about what a local socket's buffers hold at most, by Linux's defaults.
    private static let socketBytes = 448 << 10

    /// Bytes written to the files in memory that a process has open, keyed by inode number, and its sockets, such as
    /// `socket:[4711]`.
    private static func openFiles(of id: Int32) -> (inMemory: [String: Int], sockets: Set<String>) {
        let folder = "/proc/\(id)/fd"
        var found: [String: Int] = [:]
        var sockets: Set<String> = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)
            if let target, target.pathBegins(with: "socket:") { sockets.insert(target) }
            var status = stat()
            guard target?.pathBegins(with: "/memfd:") == true, stat(folder + "/" + name, &status) == 0 else { continue }
            found["\(status.st_ino)"] = Int(status.st_blocks) * 512
        }
        return (found, sockets)
    }

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
