internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// How much of the finished system the pages of the course show, and which of its files no page mentions.
///
/// A line counts as shown if a page has it with prose nearby; a file that is only dumped on a page doesn't count.
struct Coverage: Sendable {
    /// The parts of the system, each with its own figure; a folder's path ends in `/`.
    static let folders = ["Sources/Vitals/", "Sources/VitalsServer/", "db/", "web/"]
    /// The most lines between a line that counts and the nearest line of prose.
    static let reach = 40

    struct Part: Sendable {
        let folder: String
        /// Number of lines that aren't blank.
        let lineCount: Int
        let shownCount: Int
        /// Paths of the files that no page names or shows.
        let unmentioned: [String]
    }

    let parts: [Part]

    /// - Throws: `MarkerError` or `CourseError.courseBroken` for a broken page.
    init(projector: Projector, folders: [String] = Self.folders) throws {
        let finished = ProjectionState.after(projector.course.wholeSet)
        var shown: [String: Set<Int>] = [:]
        var prose = ""
        var origins = Origins(projector: projector, finished: finished)
        for id in try projector.course.pages() {
            let weaver = try PageWeaver(projector: projector, id)
            prose += weaver.page.lines.map(\.text).joined(separator: "\n")
            for line in try Self.linesNearProse(weaver) {
                guard let index = try origins.index(of: line) else { continue }
                shown[line.path, default: []].insert(index)
            }
        }
        let tree = try projector.tree(in: finished)
        parts = folders.map { folder in
            let files = tree.filter { $0.key.pathBegins(with: folder) }.compactMapValues { $0.text.map(TreeFile.lines) }
            let full = files.mapValues { lines in lines.indices.filter { !lines[$0].allSatisfy(\.isWhitespace) } }
            return Part(
                folder: folder, lineCount: full.values.map(\.count).reduce(0, +),
                shownCount: full.map { path, lines in lines.count { shown[path]?.contains($0) == true } }.reduce(0, +),
                unmentioned: files.keys.filter { path in
                    shown[path] == nil && !prose.contains(path.split(separator: "/").last ?? "")
                }.sorted())
        }
    }

    /// A line of a file, in one state of the course.
    private struct Line: Hashable {
        let path: String
        let index: Int
        let state: ProjectionState
    }

    /// Returns the lines of code on a page that have prose nearby.
    private static func linesNearProse(_ weaver: PageWeaver) throws -> [Line] {
        var rows: [Line?] = []
        var proseRows: [Int] = []
        for line in weaver.page.lines {
            if case .figure(let figure)? = try weaver.woven(line) {
                guard let source = figure.source else {
                    rows += figure.lines.map { _ in nil }
                    continue
                }
                rows += source.lines.map { Line(path: source.path, index: $0, state: source.state) }
            } else {
                let isText = !line.isCode && line.reference == nil
                let isProse = isText && line.text.first.map { !"#<|".contains($0) } == true
                if isProse { proseRows.append(rows.count) }
                rows.append(nil)
            }
        }
        return rows.enumerated().compactMap { row, line in
            proseRows.contains { abs($0 - row) <= reach } ? line : nil
        }
    }

    /// Finds the lines of earlier states in the finished files.
    private struct Origins {
        let projector: Projector
        let finished: ProjectionState
        private var known: [String: [ProjectionState: [Int?]]] = [:]

        init(projector: Projector, finished: ProjectionState) {
            self.projector = projector
            self.finished = finished
        }

        /// Returns the line's index in the finished file; nil if it isn't in that file any more.
        mutating func index(of line: Line) throws -> Int? {
            guard line.state != finished else { return line.index }
            if let indices = known[line.path]?[line.state] { return indices[line.index] }
            let before = try projector.lines(of: line.path, in: line.state)
            let after = try projector.lines(of: line.path, in: finished)
            let difference = after.difference(from: before)
            var kept = before.indices.map { Optional($0) }
            for case .remove(let offset, _, _) in difference { kept[offset] = nil }
            let added = Set(
                difference.insertions.map { change in
                    if case .insert(let offset, _, _) = change { offset } else { -1 }
                })
            var rest = after.indices.filter { !added.contains($0) }[...]
            let indices = kept.map { $0 == nil ? nil : rest.popFirst() }
            known[line.path, default: [:]][line.state] = indices
            return indices[line.index]
        }
    }
}

extension Coverage {
    /// A line for each part, and one for each folder with files that no page mentions.
    var report: [String] {
        let (shown, all) = parts.reduce((0, 0)) { ($0.0 + $1.shownCount, $0.1 + $1.lineCount) }
        return parts.map { "\($0.folder): " + Self.share($0.shownCount, $0.lineCount) }
            + ["together: " + Self.share(shown, all)]
            + parts.flatMap(\.unmentioned).grouped.map { "no page mentions \($0)" }
    }

    private static func share(_ shown: Int, _ all: Int) -> String {
        String(format: "%.1f %%", 100 * Double(shown) / Double(max(1, all))) + " of \(all) lines shown"
    }
}

extension [String] {
    /// The names of files, those of a folder together, such as `web/core: order.js, text.js`.
    fileprivate var grouped: [String] {
        let folders = Dictionary(grouping: self) { ($0 as NSString).deletingLastPathComponent }
        return folders.sorted { $0.key < $1.key }.map { folder, paths in
            let names = paths.map { ($0 as NSString).lastPathComponent }
            return "\(folder): \(names.joined(separator: ", "))"
        }
    }
}
