internal import Foundation

/// Finds the bodies that a learner writes in the learner's own files, where lines have moved.
struct RegionIndex: Sendable {
    struct Entry: Sendable {
        let region: MarkedText.Region
        let starter: String
    }

    let entries: [Entry]

    init(projector: Projector) throws {
        entries = try projector.markedFiles().flatMap { file in
            file.regions.map { Entry(region: $0, starter: file.starter(of: $0.name)) }
        }
    }

    /// `path:line` of the region: of its starter, where that still stands, else of the line after the one that stands before
    /// the region in the reference; the path alone where neither is there; nil for a region that does not exist.
    func place(of name: String, in tree: [String: TreeFile]) -> String? {
        guard let entry = entries.first(where: { $0.region.name == name }) else { return nil }
        let path = entry.region.file
        let lines = Self.lines(of: path, in: tree)
        if let line = Self.line(ofStarter: entry, in: lines) { return "\(path):\(line)" }
        guard let anchor = entry.region.anchor?.trimmingCharacters(in: .whitespaces) else { return path }
        // A line such as `}` stands in many places and would lead astray.
        return Self.only(anchor, in: lines).map { "\(path):\($0 + 2)" } ?? path
    }

    /// The bodies of a step that a learner has not begun: their starter stands as it was given.
    func untouched(in step: Int, _ tree: [String: TreeFile]) -> [String] {
        entries.filter { $0.region.step == step }.filter { entry in
            Self.line(ofStarter: entry, in: Self.lines(of: entry.region.file, in: tree)) != nil
        }.map(\.region.name)
    }

    private static func lines(of path: String, in tree: [String: TreeFile]) -> [String] {
        (tree[path]?.text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// Counted from 1. Only a line with the step's task in it is the starter's for sure.
    private static func line(ofStarter entry: Entry, in lines: [String]) -> Int? {
        for line in entry.starter.split(separator: "\n") {
            let isTask = ["todo(", "NotWritten(", "@@todo", "x-todo"].contains { line.contains($0) }
            if isTask, let found = only(line.trimmingCharacters(in: .whitespaces), in: lines) { return found + 1 }
        }
        return nil
    }

    /// The index of a line that stands once.
    private static func only(_ line: String, in lines: [String]) -> Int? {
        let found = lines.indices.filter { lines[$0] == line }
        return found.count == 1 ? found[0] : nil
    }

    /// The region whose starter has this task: as an argument in Swift, in the words of the mark elsewhere.
    func region(withTask task: String, step: Int) -> String? {
        let forms = ["\"\(task)\"", "@@todo \(step) \(task)'"]
        return entries.first { entry in
            entry.region.step == step && forms.contains { entry.starter.contains($0) }
        }?.region.name
    }
}

extension MarkedText {
    /// The lines that a starter has in place of a region.
    func starter(of name: String) -> String { Self.starter(of: name, in: nodes)?.joined(separator: "\n") ?? "" }

    private static func starter(of name: String, in nodes: [Node]) -> [String]? {
        for node in nodes {
            switch node {
            case .line: continue
            case .write(let region, _, let starter) where region.name == name: return starter
            case .show(_, let body), .from(_, let body, _), .write(_, let body, _):
                if let found = starter(of: name, in: body) { return found }
            }
        }
        return nil
    }
}
