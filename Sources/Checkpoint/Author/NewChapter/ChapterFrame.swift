package import CheckpointCourse
internal import CheckpointSystem
internal import Foundation
internal import Yams

/// The frame of a new chapter: its files, and the lines that the lists of the repository gain. It's made of `steps/frame/`,
/// and works as it is, so that an author begins with something green.
package struct ChapterFrame: Sendable {
    /// A file that is written, by its path in the clone.
    struct Change: Sendable {
        let path: String
        let text: String
        /// The number of lines that a file gains which exists already; nil for a new file.
        let gainedLineCount: Int?
    }

    package let number: Int
    /// The chapter's own files first, sorted by path.
    let changes: [Change]

    /// The lines that one list gains.
    private struct ListLines: Decodable {
        let file: String
        /// The comment that the lines come before.
        let before: String
        let lines: String
    }

    /// Reads the frame, and changes nothing.
    ///
    /// - Throws: `CourseError.usage` for a name that is taken; `CourseError.courseBroken` for a list without the comment that
    ///   its new lines come before.
    package init(_ name: ChapterName, title: String, course: Course) throws {
        let root = course.root
        number = (course.steps.map(\.number).max() ?? 0) + 1
        if let taken = course.steps.first(where: { $0.name == name.slug }) {
            throw CourseError(.usage, "Step \(taken.number) is called \(name.slug) already. Take another name.")
        }
        let words = try Self.words(name, title: title, number: number, root: root)
        let folder = root + "/steps/frame"
        let frame = try Self.paths(in: folder).map { (path: $0, text: try Self.text(folder + "/" + $0)) }
        try Self.refuseTakenName(name.slug, frame: frame, words: words, root: root)
        let own = frame.map {
            Change(path: $0.path.filled(with: words), text: $0.text.filled(with: words), gainedLineCount: nil)
        }
        changes = own.sorted { $0.path < $1.path } + (try Self.lists(folder, root, words))
    }

    private static func words(
        _ name: ChapterName, title: String, number: Int, root: String
    ) throws -> [(placeholder: String, word: String)] {
        let migrations = (try? FileManager.default.contentsOfDirectory(atPath: root + "/db/migrations")) ?? []
        let migration = (migrations.compactMap { Int($0.prefix(4)) }.max() ?? 0) + 1
        return [
            ("__slug__", name.slug), ("__Name__", name.type), ("__name__", name.code), ("__table__", name.table),
            ("__NAME__", name.variable), ("__title__", title), ("__NN__", String(format: "%02d", number)),
            ("__MMMM__", String(format: "%04d", migration)), ("__MM__", "\(migration)"),
            ("__upgrade__", "\(try nextUpgrade(root))"),
        ]
    }

    /// The next free number of an upgrade of the browser's database. Each is given once (`web/store/database.js`).
    private static func nextUpgrade(_ root: String) throws -> Int {
        let features = (try? FileManager.default.contentsOfDirectory(atPath: root + "/web")) ?? []
        let numbers = features.flatMap { feature in
            ["schema.js", "feature.js"].flatMap { file -> [Int] in
                guard let text = try? text("\(root)/web/\(feature)/\(file)") else { return [] }
                return text.matches(of: /upgrades: \{ (\d+)/).compactMap { Int($0.1) }
            }
        }
        return (numbers.max() ?? 0) + 1
    }

    private static func paths(in folder: String) throws -> [String] {
        guard let files = FileManager.default.enumerator(atPath: folder) else {
            throw CourseError(.courseBroken, "steps/frame is missing, so there is no frame for a chapter.")
        }
        return files.compactMap { $0 as? String }.filter { path in
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isFolder)
            return isThere && !isFolder.boolValue && path != "lists.yml"
        }
    }

    /// The lists with their new lines. A list that gains several pieces is one change.
    private static func lists(
        _ folder: String, _ root: String, _ words: [(placeholder: String, word: String)]
    ) throws -> [Change] {
        let pieces = try YAMLDecoder().decode([ListLines].self, from: try text(folder + "/lists.yml"))
        var files: [String] = []
        for piece in pieces where !files.contains(piece.file) { files.append(piece.file) }
        return try files.map { file in
            let old = Self.lines(of: try text(root + "/" + file))
            var lines = old
            for piece in pieces where piece.file == file {
                let found = lines.indices.filter { lines[$0].contains(piece.before) }
                guard found.count == 1, let place = found.first else {
                    throw CourseError(
                        .courseBroken,
                        "\(file) needs one line with the words “\(piece.before)”, so that a new chapter finds its place there."
                    )
                }
                let indent = String(lines[place].prefix { $0 == " " })
                let added = Self.lines(of: piece.lines.filled(with: words)).dropLast()
                lines.insert(contentsOf: added.map { $0.isEmpty ? "" : indent + $0 }, at: place)
            }
            return Change(path: file, text: lines.joined(separator: "\n"), gainedLineCount: lines.count - old.count)
        }
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func text(_ path: String) throws -> String {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CourseError(.courseBroken, "\(path) can't be read.")
        }
        return text
    }
}

extension String {
    /// - Parameter words: each placeholder and what comes in its place.
    func filled(with words: [(placeholder: String, word: String)]) -> String {
        words.reduce(self) { $0.replacing($1.placeholder, with: $1.word) }
    }
}
