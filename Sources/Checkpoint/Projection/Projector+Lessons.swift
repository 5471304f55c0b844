internal import Foundation

extension Projector {
    /// The lesson of a step in Markdown, with the snippets that it refers to in their place.
    ///
    /// - Throws: `MarkerError` with file and line for a reference that nothing answers to.
    package func lesson(of step: Int) throws -> String {
        guard let found = course.step(step), !found.isComing else { return "" }
        let path = "steps/\(found.id)/lesson.md"
        guard let text = try? String(contentsOfFile: course.root + "/" + path, encoding: .utf8) else {
            throw CourseError(.courseBroken, "\(path) cannot be read.")
        }
        guard let syntax = MarkerSyntax(path: path) else { return text }
        var lines: [String] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard case .marker("show", let arguments) = syntax.read(line), let name = arguments.first else {
                lines.append(String(line))
                continue
            }
            lines += try snippet(name, step: step, MarkerError(file: path, line: number + 1, message: ""))
        }
        return lines.joined(separator: "\n")
    }

    /// Three hints for each body that the learner writes, in the order of the file.
    package func hints(of step: Int) throws -> [(region: String, texts: [String])] {
        guard let found = course.step(step), !found.isComing else { return [] }
        let path = "steps/\(found.id)/hints.md"
        guard let text = try? String(contentsOfFile: course.root + "/" + path, encoding: .utf8) else {
            throw CourseError(.courseBroken, "\(path) cannot be read.")
        }
        var hints: [(region: String, texts: [String])] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") {
                hints.append((line.dropFirst(2).trimmingCharacters(in: .whitespaces), []))
            } else if line.hasPrefix("## "), !hints.isEmpty {
                hints[hints.count - 1].texts.append("")
            } else if !hints.isEmpty, let last = hints[hints.count - 1].texts.indices.last {
                hints[hints.count - 1].texts[last] += line + "\n"
            }
        }
        return hints.map { ($0.region, $0.texts.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }) }
    }

    private func snippet(_ name: String, step: Int, _ place: MarkerError) throws -> [String] {
        for marked in try markedFiles() where marked.shown.contains(name) {
            // Bodies of this step and of later ones are the learner's to write: a lesson shows them as they begin.
            guard let code = marked.snippet(name, in: .starter(of: step)) else { continue }
            return ["`\(marked.path)`", "", "```\(Self.language(of: marked.path))", code, "```"]
        }
        throw MarkerError(file: place.file, line: place.line, message: "no file has @show \(name)")
    }

    private static func language(of path: String) -> String {
        path.split(separator: ".").last.map(String.init) ?? ""
    }
}
