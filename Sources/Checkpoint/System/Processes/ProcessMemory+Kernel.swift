internal import Foundation

/// Memory that the kernel keeps for processes, in no page of theirs.
extension ProcessMemory {
    /// Bytes of the tables by which the processor finds the pages of a process.
    static func tableBytes(of id: Int32) -> Int {
        guard let status = FileManager.default.contents(atPath: "/proc/\(id)/status") else { return 0 }
        for line in String(decoding: status, as: UTF8.self).split(separator: "\n")
        where line.utf8.starts(with: "VmPTE:".utf8) {
            return line.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) }.map { $0 << 10 } ?? 0
        }
        return 0
    }

    /// Bytes that the files in the temporary folders of sandboxes take, without what is written to them: that has a limit
    /// of its own. Folders that we have too don't count, because the files there may be anybody's.
    static func fileBytes(of ids: [Int32]) -> Int {
        var seen: [dev_t: Int] = [:]
        for folder in ["/tmp", "/dev/shm"] {
            var own = stat()
            _ = stat(folder, &own)
            for id in ids {
                let path = "/proc/\(id)/root\(folder)"
                var status = stat()
                guard stat(path, &status) == 0, status.st_dev != own.st_dev, seen[status.st_dev] == nil else {
                    continue
                }
                seen[status.st_dev] = files(at: path)
            }
        }
        return seen.values.reduce(0, +) * bytesOfFile
    }

    /// Returns how many files the file system in memory has that a folder is in; nil for one that isn't in memory, or
    /// where there's no telling.
    package static func filesInMemory(at folder: String) -> Int? {
        var status = stat()
        guard stat(folder, &status) == 0, isInMemory(UInt64(status.st_dev)) else { return nil }
        return files(at: folder)
    }

    /// The number of files of a whole file system.
    private static func files(at folder: String) -> Int {
        var status = statvfs()
        return statvfs(folder, &status) == 0 ? Int(status.f_files) - Int(status.f_ffree) : 0
    }

    /// Looks for a device in the list of mounts, whose lines have `MAJOR:MINOR` and, after a dash, the kind.
    private static func isInMemory(_ device: UInt64) -> Bool {
        // A file system without a disk has major number 0; the minor number is in two parts.
        guard device >> 8 & 0xFFF == 0, let mounts = FileManager.default.contents(atPath: "/proc/self/mountinfo") else {
            return false
        }
        let number = "0:\(device & 0xFF | device >> 12 & 0xFFF00)"
        return String(decoding: mounts, as: UTF8.self).split(separator: "\n").contains { line in
            let words = line.split(separator: " ")
            guard words.count > 2, words[2].utf8.elementsEqual(number.utf8), let dash = words.firstIndex(of: "-") else {
                return false
            }
            return words[dash...].dropFirst().first?.utf8.elementsEqual("tmpfs".utf8) ?? false
        }
    }

    /// The bytes that an empty file takes, with its name.
    package static let bytesOfFile = 1 << 10
}
