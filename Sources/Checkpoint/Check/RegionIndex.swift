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

    /// `path:line` of the line after the one that stands before the region in the reference; the path alone where that line
    /// is not there any more; nil for a region that does not exist.
    func place(of name: String, in tree: [String: TreeFile]) -> String? {
        guard let entry = entries.first(where: { $0.region.name == name }) else { return nil }
        let path = entry.region.file
        guard let anchor = entry.region.anchor?.trimmingCharacters(in: .whitespaces), let text = tree[path]?.text else {
            return path
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let found = lines.indices.filter { lines[$0].trimmingCharacters(in: .whitespaces) == anchor }
        // A line such as `}` stands in many places and would lead astray.
        guard found.count == 1 else { return path }
        return "\(path):\(found[0] + 2)"
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
