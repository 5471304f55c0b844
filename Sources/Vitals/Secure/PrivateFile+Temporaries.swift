import Foundation

extension PrivateFile {
    /// The files beside `path` that writers of it have made: its name, a point, their process and a number.
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
