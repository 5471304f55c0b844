internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// The names that the frame would make, and those that the repository has already. The compiler would find most of it too,
/// in a file that its author hasn't seen yet.
extension ChapterFrame {
    /// Words that begin a declaration that may stand beside no other of its name.
    private static let kinds = "struct|class|enum|actor|protocol"

    /// - Parameter frame: paths in `steps/frame`, and the texts there.
    /// - Throws: `CourseError.usage` with what has the name already.
    static func refuseTakenName(
        _ slug: String, frame: [(path: String, text: String)], words: [(placeholder: String, word: String)],
        root: String
    ) throws {
        for path in Set(frame.flatMap { places(of: $0.path) }).sorted() {
            let filled = path.filled(with: words)
            guard !FileManager.default.fileExists(atPath: root + "/" + filled) else { throw taken(slug, filled) }
        }
        let code = "__name__".filled(with: words)
        let types = frame.flatMap { file in
            file.text.matches(of: /(?:struct|class|enum|actor|protocol) (\w*__Name__\w*)/).map { String($0.1) }
        }
        let names = Set(types.map { $0.filled(with: words) }).sorted().joined(separator: "|")
        let isType = try Regex("(?m)^(?:[a-z@]+ )*(?:\(kinds)) (?:\(names))\\b")
        // A member is indented by one level; what stands deeper is seen by one function only.
        let isMember = try Regex("(?m)^    (?:[a-z@A-Z]+ )*(?:func|var|let|case) \(code)\\b")
        for path in SourceFiles.list(root, "Sources").sorted() where isLinked(path) {
            guard let text = try? String(contentsOfFile: root + "/" + path, encoding: .utf8) else { continue }
            if text.contains(isType) || text.contains(isMember) { throw taken(slug, path) }
        }
    }

    private static func taken(_ slug: String, _ path: String) -> CourseError {
        CourseError(.usage, "\(path) has the name already. Take another name than \(slug).")
    }

    /// The path of a file of the frame, and of each folder above it that has the chapter's name.
    private static func places(of path: String) -> [String] {
        var places = [path]
        var folder = (path as NSString).deletingLastPathComponent
        while !folder.isEmpty {
            if (folder as NSString).lastPathComponent.contains("__") { places.append(folder) }
            folder = (folder as NSString).deletingLastPathComponent
        }
        return places
    }

    /// True for Swift that the chapter's code is compiled or imported with.
    private static func isLinked(_ path: String) -> Bool {
        path.pathEnds(with: ".swift") && !path.pathBegins(with: "Sources/Checkpoint/")
            && !path.pathBegins(with: "Sources/vitals-course/")
    }
}
