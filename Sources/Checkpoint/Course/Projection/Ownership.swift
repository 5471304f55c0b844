internal import CheckpointSystem

/// The files that each step adds.
///
/// 1. The most specific entry in `owns:` wins: a file beats a folder, a longer folder a shorter one.
/// 2. `Tests/StepTests/StepNN…` belongs to step NN without being listed.
/// 3. A file in a step's `given/` folder belongs to that step, and to the runner.
package struct Ownership: Sendable {
    package private(set) var pathsByStep: [Int: [String]] = [:]
    /// Files that no step owns, although they're in the learner's folders.
    package private(set) var orphans: [String] = []
    /// `owns:` entries that match no file, or that two steps list.
    package private(set) var diagnostics: [String] = []

    init(course: Course, paths: [String]) {
        var entries: [String: Int] = [:]
        for step in course.steps {
            for entry in step.owns {
                if let other = entries.updateValue(step.number, forKey: entry) {
                    diagnostics.append("steps/\(step.id)/step.yml: \(entry) is owned by step \(other) too")
                }
            }
        }
        var used: Set<String> = []
        for path in paths where !course.isRepositoryOnly(path) {
            if let (entry, step) = Self.owner(of: path, entries) {
                used.insert(entry)
                pathsByStep[step, default: []].append(path)
            } else if let step = Self.stepOfTest(path) {
                pathsByStep[step, default: []].append(path)
            } else if course.expectsOwner(of: path) {
                orphans.append(path)
            }
        }
        for step in course.steps {
            for entry in step.owns where !used.contains(entry) {
                diagnostics.append("steps/\(step.id)/step.yml: no file matches \(entry)")
            }
        }
    }

    private static func owner(of path: String, _ entries: [String: Int]) -> (String, Int)? {
        if let step = entries[path] { return (path, step) }
        var folder = Substring(path)
        while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
            let entry = String(folder[...slash])
            if let step = entries[entry] { return (entry, step) }
            folder = folder[..<slash]
        }
        return nil
    }

    private static func stepOfTest(_ path: String) -> Int? {
        guard let name = path.path(after: "Tests/StepTests/") else { return nil }
        return Course.number(ofTest: name)
    }
}

extension Course {
    /// Returns true for a file that no learner's tree contains, even if a step owns its folder.
    func isRepositoryOnly(_ path: String) -> Bool { repositoryFolders.contains { path.pathBegins(with: $0) } }

    /// Returns true for a file in a folder where every file must belong to a step.
    func expectsOwner(of path: String) -> Bool {
        let folders = ["Sources/", "db/", "deploy/", "prompts/", "Tests/StepTests/", "Tests/StepSupport/"]
        return path.isPath("Dockerfile") || folders.contains { path.pathBegins(with: $0) }
    }
}
