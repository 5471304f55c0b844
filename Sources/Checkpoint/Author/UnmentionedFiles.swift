internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// The files of the finished system that no page of the course names or shows.
struct UnmentionedFiles: Sendable {
    /// The parts of the system that a page could explain; each path ends in `/`.
    static let folders = ["Sources/Vitals/", "Sources/VitalsServer/", "db/", "web/"]

    /// Paths, sorted.
    let paths: [String]

    /// - Throws: `MarkerError` or `CourseError.courseBroken` for a broken page.
    init(projector: Projector, folders: [String] = Self.folders) throws {
        var shown: Set<String> = []
        var prose = ""
        for id in try projector.course.pages() {
            let weaver = try PageWeaver(projector: projector, id)
            prose += weaver.page.lines.map(\.text).joined(separator: "\n")
            for line in weaver.page.lines {
                if case .figure(let figure)? = try weaver.woven(line), let path = figure.source?.path {
                    shown.insert(path)
                }
            }
        }
        let tree = try projector.tree(in: .after(projector.course.wholeSet))
        paths = tree.keys.filter { path in
            folders.contains { path.pathBegins(with: $0) } && tree[path]?.text != nil && !shown.contains(path)
                && !prose.contains(path.split(separator: "/").last ?? "")
        }.sorted()
    }

    /// A line for each folder, such as `no page mentions web/core: order.js, text.js`.
    var report: [String] {
        let folders = Dictionary(grouping: paths) { ($0 as NSString).deletingLastPathComponent }
        return folders.sorted { $0.key < $1.key }.map { folder, paths in
            let names = paths.map { ($0 as NSString).lastPathComponent }
            return "no page mentions \(folder): \(names.joined(separator: ", "))"
        }
    }
}
