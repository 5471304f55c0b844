internal import Foundation

/// The files of the repository that some step owns, or should.
struct SourceFiles: Sendable {
    /// Where learner's files lie.
    static let roots = [
        "Package.swift", "Sources", "Tests", "db", "docker-compose.yml", "Dockerfile", ".dockerignore", "web", "apps",
        "deploy",
    ]

    /// What the course is read from, in its clone; nothing else of a clone is for those who are judged.
    static let courseParts = roots + ["steps", ".swift-format"]

    let root: String
    /// Relative to the root, sorted.
    let paths: [String]

    init(root: String) {
        self.root = root
        paths = Self.roots.flatMap { Self.list(root, $0) }.sorted()
    }

    func contents(_ path: String) throws -> TreeFile {
        let full = root + "/" + path
        guard let data = FileManager.default.contents(atPath: full) else {
            throw CourseError(.courseBroken, "\(path) cannot be read.")
        }
        return TreeFile(data, isExecutable: FileManager.default.isExecutableFile(atPath: full))
    }

    /// The files below a path, or the path itself where it is a file; hidden ones are left out.
    static func list(_ root: String, _ path: String) -> [String] {
        var isFolder: ObjCBool = false
        let full = root + "/" + path
        guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder) else { return [] }
        guard isFolder.boolValue else { return [path] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: full)) ?? []
        return names.filter { !isLeftOut($0) }.flatMap { list(root, path + "/" + $0) }
    }

    /// Whether a file at this path is one of a learner's tree, wherever it was handed in.
    static func holds(_ path: String) -> Bool {
        let names = path.pathNames
        guard let first = names.first, roots.contains(where: first.isPath) else { return false }
        return !names.dropFirst().contains(where: isLeftOut)
    }

    /// What lies in a folder of the course and is no part of it: what is hidden, and what Python leaves behind.
    static func isLeftOut(_ name: String) -> Bool { name.pathBegins(with: ".") || name.isPath("__pycache__") }
}
