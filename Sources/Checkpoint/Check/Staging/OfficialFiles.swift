internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// The files that the runner writes into a stage, and the folders that may hold no other files.
///
/// The files count as they are on disk, byte for byte, because those are the bytes that the compiler reads.
struct OfficialFiles {
    /// Prefixes of paths, as `steps/course.yml` lists them: folders with a slash at the end, and single files.
    let folders: [String]
    /// Official files by path, including those outside the folders.
    let files: [String: TreeFile]

    /// Returns a learner's tree without the entries that conflict with the runner's files: a file where the runner has
    /// a folder, and files below one of the runner's files.
    static func cleared(_ tree: [String: TreeFile], for official: [String: TreeFile]) -> [String: TreeFile] {
        let files = Set(official.keys).union(["Package.swift", CanaryTest.path])
        let folders = Set(files.flatMap(\.foldersAbove))
        return tree.filter { path, _ in !folders.contains(path) && !path.foldersAbove.contains(where: files.contains) }
    }

    /// Returns false for files that only the course brings to a build, because with them a learner's code would do more
    /// than the tests call it for:
    ///
    /// - A module map can give the linker any option, and an option can start a program. C can end the process, or take
    ///   the place of a function of the system, in ways that the search for suspicious lines doesn't know. So below
    ///   `Sources` and `Tests` only Swift is the learner's.
    /// - SwiftPM takes a `LinuxMain.swift` or `XCTMain.swift` that lies in a folder above test targets for the program
    ///   of all tests. No target has files directly in `Sources` or `Tests`.
    static func mayBeLearners(_ path: String) -> Bool {
        let names = path.pathNames
        guard names.first?.isPath("Sources") == true || names.first?.isPath("Tests") == true else { return true }
        return names.count > 2 && path.pathEnds(with: ".swift")
    }

    /// Returns, as a clause, how the runner's folders below `root` differ from what they should be; nil if they don't
    /// differ.
    func difference(in root: String) -> String? {
        var expected = Dictionary(
            uniqueKeysWithValues: files.filter { path, _ in folders.contains { path.pathBegins(with: $0) } }
                .map { (Array($0.key.utf8), $0.value) })
        for folder in folders {
            for path in Self.paths(below: folder, in: root) {
                let words = PlainText.quoted(String(decoding: path, as: UTF8.self))
                guard let file = expected.removeValue(forKey: path) else {
                    return "\(words) is among the official files, but isn't one of them"
                }
                guard Self.contents(path, in: root) == file.contents else { return "\(words) isn't the official file" }
            }
        }
        return expected.keys.min { $0.lexicographicallyPrecedes($1) }.map {
            "the official file \(PlainText.quoted(String(decoding: $0, as: UTF8.self))) is missing"
        }
    }

    /// Returns the paths, as bytes, of everything that isn't a folder, hidden files included; links aren't followed.
    private static func paths(below folder: String, in root: String) -> [[UInt8]] {
        let names = folder.pathNames
        // A link on the way would lead to another place.
        for count in 1..<max(names.count, 1) {
            let parent = Array(names[..<count].joined(separator: "/").utf8)
            if let mode = mode(of: parent, in: root), mode != S_IFDIR { return [parent] }
        }
        return walk(Array(names.joined(separator: "/").utf8), in: root)
    }

    private static func walk(_ path: [UInt8], in root: String) -> [[UInt8]] {
        guard let mode = mode(of: path, in: root) else { return [] }
        guard mode == S_IFDIR else { return [path] }
        guard let folder = opendir(full(path, in: root)) else { return [path] }
        defer { closedir(folder) }
        var found: [[UInt8]] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    text in
                    (0..<strlen(text)).map { UInt8(bitPattern: text[$0]) }
                }
            }
            if name == Array(".".utf8) || name == Array("..".utf8) { continue }
            found += walk(path + [UInt8(ascii: "/")] + name, in: root)
        }
        return found
    }

    private static func mode(of path: [UInt8], in root: String) -> mode_t? {
        var status = stat()
        return lstat(full(path, in: root), &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private static func contents(_ path: [UInt8], in root: String) -> Data? {
        guard mode(of: path, in: root) == S_IFREG else { return nil }
        return FileManager.default.contents(atPath: root + "/" + String(decoding: path, as: UTF8.self))
    }

    private static func full(_ path: [UInt8], in root: String) -> [CChar] {
        (Array((root + "/").utf8) + path + [0]).map { CChar(bitPattern: $0) }
    }
}
