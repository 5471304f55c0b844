/// Which step brings which file.
///
/// 1. An entry in `owns:` that is more specific wins: a file beats a folder, a longer folder a shorter one.
/// 2. `Tests/StepTests/StepNN…` belongs to step NN without being listed.
/// 3. What a step gives beside the repository's own files (`given/`) belongs to it, and to the runner.
struct Ownership: Sendable {
    private(set) var pathsByStep: [Int: [String]] = [:]
    /// Files that no step owns, though they lie among a learner's.
    private(set) var orphans: [String] = []
    /// Entries that no file answers to, and such that two steps list.
    private(set) var diagnostics: [String] = []

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
        for path in paths {
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
                diagnostics.append("steps/\(step.id)/step.yml: no file answers to \(entry)")
            }
        }
    }

    private static func owner(of path: String, _ entries: [String: Int]) -> (String, Int)? {
        if let step = entries[path] { return (path, step) }
        var folder = Substring(path)
        while let slash = folder.lastIndex(of: "/") {
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
    /// True for a file that lies where only files of the steps do.
    func expectsOwner(of path: String) -> Bool {
        if repositoryFolders.contains(where: { path.pathBegins(with: $0) }) { return false }
        let folders = ["Sources/", "db/", "deploy/", "Tests/StepTests/", "Tests/StepSupport/"]
        return path.isPath("Dockerfile") || folders.contains { path.pathBegins(with: $0) }
    }
}
