internal import CheckpointSystem
internal import Foundation

/// A page of the course in its source form: Markdown with references to code.
package struct CoursePage: Sendable {
    package let id: PageID
    package let lines: [Line]

    /// The file's path, relative to the repository.
    package var path: String { id.path }

    package struct Line: Sendable {
        /// The line's number, counted from 1.
        package let number: Int
        package let text: String
        /// The reference on this line; always nil within a fence.
        package let reference: PageReference?
        /// True within a fence and for its border lines.
        package let isCode: Bool
    }

    /// - Throws: `MarkerError` for a malformed reference or a fence that isn't closed, `CourseError.courseBroken` if
    ///   the file can't be read.
    package init(_ id: PageID, root: String) throws {
        self.id = id
        guard let text = try? String(contentsOfFile: root + "/" + id.path, encoding: .utf8) else {
            throw CourseError(.courseBroken, "\(id.path) can't be read.")
        }
        lines = try Self.lines(text, path: id.path)
    }

    private static func lines(_ text: String, path: String) throws -> [Line] {
        var lines: [Line] = []
        var fence: (sign: Substring, line: Int)?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let start = line.drop { $0 == " " }.prefix(3)
            let isBorder = start == "```" || start == "~~~"
            let isCode = fence != nil || isBorder
            let reference = isCode ? nil : try PageReference(line, path: path, line: index + 1)
            lines.append(Line(number: index + 1, text: String(line), reference: reference, isCode: isCode))
            if let open = fence {
                fence = isBorder && start == open.sign ? nil : open
            } else if isBorder {
                fence = (start, index + 1)
            }
        }
        if let fence { throw MarkerError(file: path, line: fence.line, message: "the fence isn't closed") }
        return lines
    }

    /// Every heading with its level, such as 2 for `## Your task`.
    package var headings: [(level: Int, text: String, line: Int)] {
        lines.compactMap { line in
            let level = line.text.prefix { $0 == "#" }.count
            guard !line.isCode, (1...6).contains(level), line.text.dropFirst(level).first == " " else { return nil }
            return (level, line.text.dropFirst(level + 1).trimmingCharacters(in: .whitespaces), line.number)
        }
    }

    /// A mistake that the lesson explains: the wrong answers with this mistake, and its paragraph.
    package struct Mistake: Sendable {
        package let title: String
        package let names: [String]
        /// The line of the heading.
        package let line: Int
    }

    /// - Throws: `MarkerError` for an `@mistake` that isn't the first line below its own heading.
    package func mistakes() throws -> [Mistake] {
        var found: [Mistake] = []
        let headings = headings
        for line in lines {
            guard case .mistake(let names)? = line.reference else { continue }
            let title = headings.last { $0.line < line.number }
            let between = lines.filter { $0.number > title?.line ?? 0 && $0.number < line.number }
            guard let title, title.level == 3, between.allSatisfy(\.text.isEmpty) else {
                throw MarkerError(
                    file: path, line: line.number, message: "put @mistake right below a ### heading of its own")
            }
            found.append(Mistake(title: title.text, names: names, line: title.line))
        }
        return found
    }

    /// Returns the number of the mistake that a line with `@mistake` begins: 1 for the lesson's first one.
    func number(ofMistakeAt line: Line) -> Int {
        lines.filter {
            guard $0.number <= line.number, case .mistake? = $0.reference else { return false }
            return true
        }.count
    }
}

/// The anchor by which a link finds a heading, in GitHub's format.
package enum HeadingAnchor {
    package static func of(_ heading: String) -> String {
        let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
        return String(kept.map { $0 == " " ? "-" : $0 })
    }

    /// Returns the anchor of the paragraph that explains a wrong answer.
    package static func ofMistake(_ name: String) -> String { "mistake-" + name }
}
