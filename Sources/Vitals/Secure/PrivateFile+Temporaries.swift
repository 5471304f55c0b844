import Foundation

extension PrivateFile {
    /// The temporary files that writers created beside `path`. Each name is the file's name, a dot, the writer's
    /// process id, a hyphen and a number.
    static func temporaries(of path: String) -> [String] {
        let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { candidate in
            guard candidate.hasPrefix(name + ".") else { return false }
            let numbers = candidate.dropFirst(name.count + 1).split(separator: "-", omittingEmptySubsequences: false)
            return numbers.count == 2 && numbers.allSatisfy { UInt64($0) != nil }
        }.map { folder + "/" + $0 }
    }
}
