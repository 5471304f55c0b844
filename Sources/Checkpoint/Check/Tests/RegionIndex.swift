package import CheckpointCourse
internal import Foundation

/// Finds the bodies that a learner writes in the learner's own files, where lines may have moved.
package struct RegionIndex: Sendable {
    package struct Entry: Sendable {
        package let region: MarkedText.Region
        package let starter: String
        /// The lines right above and below the region that every state has; nil where the file has none there.
        let above, below: String?
    }

    package let entries: [Entry]

    init(projector: Projector) throws {
        entries = try projector.markedFiles().flatMap { file in
            file.regions.map { region in
                let (above, below) = file.neighbours(of: region.name)
                return Entry(region: region, starter: file.starter(of: region.name), above: above, below: below)
            }
        }
    }

    /// Returns `path:line` of the region. The line is that of its starter if the starter is still there. Otherwise it
    /// is the line after the one that precedes the region in the reference. Returns only the path if neither line is
    /// found, and nil if the region doesn't exist.
    package func place(of name: String, in tree: [String: TreeFile]) -> String? {
        guard let entry = entries.first(where: { $0.region.name == name }) else { return nil }
        let path = entry.region.file
        let lines = Self.lines(of: path, in: tree)
        if let line = Self.line(ofStarter: entry, in: lines) { return "\(path):\(line)" }
        guard let anchor = entry.region.anchor?.trimmingCharacters(in: .whitespaces) else { return path }
        // A line such as `}` occurs in many places and would be misleading.
        return Self.only(anchor, in: lines).map { "\(path):\($0 + 2)" } ?? path
    }

    /// Returns the bodies of a step that a learner hasn't begun, because their starter is unchanged.
    func untouched(in step: Int, _ tree: [String: TreeFile]) -> [String] {
        entries.filter { $0.region.step == step }.filter { entry in
            Self.line(ofStarter: entry, in: Self.lines(of: entry.region.file, in: tree)) != nil
        }.map(\.region.name)
    }

    /// Returns the bodies of a step that a learner hasn't begun and whose starter names no task, because the code does
    /// without them. No test can tell such a starter from a wrong body.
    func inert(in step: Int, _ tree: [String: TreeFile]) -> Set<String> {
        let found = entries.filter { entry in
            guard entry.region.step == step, !entry.starter.split(separator: "\n").contains(where: Self.isTask) else {
                return false
            }
            let expected = [entry.above, entry.starter, entry.below].compactMap(\.self).flatMap(Self.lines).filter {
                !$0.isEmpty
            }
            let lines = Self.lines(of: entry.region.file, in: tree).filter { !$0.isEmpty }
            return lines.contains(expected)
        }
        return Set(found.map(\.region.name))
    }

    private static func isTask(_ line: Substring) -> Bool {
        ["todo(", "NotWritten(", "notWritten(", "@@todo", "x-todo"].contains { line.contains($0) }
    }

    private static func lines(of path: String, in tree: [String: TreeFile]) -> [String] {
        lines(of: tree[path]?.text ?? "")
    }

    private static func lines(of text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// Line number of the starter, from 1. Only a line that contains the step's task is certain to be the starter's.
    private static func line(ofStarter entry: Entry, in lines: [String]) -> Int? {
        for line in entry.starter.split(separator: "\n") {
            let isTask = ["todo(", "NotWritten(", "@@todo", "x-todo"].contains { line.contains($0) }
            if isTask, let found = only(line.trimmingCharacters(in: .whitespaces), in: lines) { return found + 1 }
        }
        return nil
    }

    /// The index of a line that occurs exactly once; nil for any other line.
    private static func only(_ line: String, in lines: [String]) -> Int? {
        let found = lines.indices.filter { lines[$0] == line }
        return found.count == 1 ? found[0] : nil
    }

    /// The region whose starter has this task: as a string argument in Swift, as the text of the mark in other files.
    package func region(withTask task: String, step: Int) -> String? {
        let forms = ["\"\(task)\"", "@@todo \(step) \(task)'"]
        return entries.first { entry in
            entry.region.step == step && forms.contains { entry.starter.contains($0) }
        }?.region.name
    }
}

extension MarkedText {
    /// The starter's lines in place of a region.
    package func starter(of name: String) -> String { Self.starter(of: name, in: nodes)?.joined(separator: "\n") ?? "" }

    /// The lines right above and below a region that stand there in every state which has the region.
    fileprivate func neighbours(of name: String) -> (above: String?, below: String?) {
        Self.neighbours(of: name, in: nodes) ?? (nil, nil)
    }

    private static func neighbours(of name: String, in nodes: [Node]) -> (above: String?, below: String?)? {
        let line = { (index: Int) -> String? in
            if nodes.indices.contains(index), case .line(let line) = nodes[index] { line } else { nil }
        }
        for (index, node) in nodes.enumerated() {
            switch node {
            case .line: continue
            case .write(let region, _, _) where region.name == name: return (line(index - 1), line(index + 1))
            case .show(_, let body), .from(_, let body, _), .write(_, let body, _):
                if let found = neighbours(of: name, in: body) { return found }
            }
        }
        return nil
    }

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
