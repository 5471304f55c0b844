internal import CheckpointSystem
internal import Foundation

/// The files of the repository that a step owns, or should own.
package struct SourceFiles: Sendable {
    /// The files and folders of the repository that hold learners' code.
    package static let roots = [
        "Package.swift", "Sources", "Tests", "db", "docker-compose.yml", "Dockerfile", ".dockerignore", "web", "apps",
        "deploy", "prompts",
    ]

    /// The parts of a clone that the course is read from. Code under test may read nothing else of a clone.
    package static let courseParts = roots + ["steps", ".swift-format"]

    package let root: String
    /// The files' paths relative to the root, sorted.
    package let paths: [String]

    package init(root: String) {
        self.root = root
        paths = Self.roots.flatMap { Self.list(root, $0) }.sorted()
    }

    package func contents(_ path: String) throws -> TreeFile {
        let full = root + "/" + path
        guard let data = FileManager.default.contents(atPath: full) else {
            throw CourseError(.courseBroken, "\(path) can't be read.")
        }
        return TreeFile(data, isExecutable: FileManager.default.isExecutableFile(atPath: full))
    }

    /// Returns the files below a path, or the path itself if it's a file; hidden files are left out.
    package static func list(_ root: String, _ path: String) -> [String] {
        var isFolder: ObjCBool = false
        let full = root + "/" + path
        guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder) else { return [] }
        guard isFolder.boolValue else { return [path] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: full)) ?? []
        return names.filter { !isLeftOut($0) }.flatMap { list(root, path + "/" + $0) }
    }

    /// Returns true if a file at this path belongs to a learner's tree, no matter how it was submitted.
    package static func contains(_ path: String) -> Bool {
        let names = path.pathNames
        guard let first = names.first, roots.contains(where: first.isPath) else { return false }
        return !names.dropFirst().contains(where: isLeftOut)
    }

    /// Returns true for names in a course folder that aren't part of the course: hidden files and Python's leftovers.
    package static func isLeftOut(_ name: String) -> Bool { name.pathBegins(with: ".") || name.isPath("__pycache__") }
}
