internal import CheckpointSystem
internal import Foundation

/// The lines of files and regions, as the pages of the course show them.
extension Projector {
    /// Returns the lines of a file in a state, without the empty one after the last line break.
    package func lines(of path: String, in state: ProjectionState) throws -> [String] {
        TreeFile.lines(try file(path, in: state).text ?? "")
    }

    /// Returns true if code on a page shows a line of a body that learners write.
    package func shows(_ figure: CodeFigure, _ region: MarkedText.Region) throws -> Bool {
        guard let source = figure.source, source.path == region.file,
            let marked = try markedFiles().first(where: { $0.path == region.file }),
            let body = marked.snippet(region.name, in: source.state)
        else { return false }
        let file = try lines(of: region.file, in: source.state)
        // The formatter may have changed the body's lines; then only the whole file is sure to have them.
        guard let place = Self.place(of: TreeFile.lines(body), in: file) else { return source.lines == file.indices }
        return place.overlaps(source.lines)
    }

    /// Finds lines in a file, ignoring indentation; nil unless they occur exactly once.
    package static func place(of lines: [String], in file: [String]) -> Range<Int>? {
        let needle = lines.map { $0.trimmingCharacters(in: .whitespaces) }
        let hay = file.map { $0.trimmingCharacters(in: .whitespaces) }
        guard !needle.isEmpty, hay.count >= needle.count else { return nil }
        let found = (0...hay.count - needle.count).filter { Array(hay[$0..<$0 + needle.count]) == needle }
        return found.count == 1 ? found[0]..<found[0] + needle.count : nil
    }
}

extension TreeFile {
    /// Returns the lines of a text, without the empty one after the last line break.
    package static func lines(_ text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.last == "" ? lines.dropLast() : lines
    }
}
