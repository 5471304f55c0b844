internal import CheckpointSystem
internal import Foundation

/// The part of a file that `@code` shows. A text finds the only line whose code begins with it.
package enum CodeExtent: Hashable, Sendable {
    case file
    /// The declaration that begins with this text, with its comment and its attributes.
    case declaration(String)
    /// From the line that begins with the first text to the next one that begins with the second.
    case lines(from: String, through: String)

    /// - Parameter words: nothing, or a text, or two texts with `..` between them.
    /// - Returns: nil if one of the texts is missing.
    init?(_ words: some Sequence<String>) {
        let words = Array(words)
        let texts = words.split(separator: "..", omittingEmptySubsequences: false).map { $0.joined(separator: " ") }
        switch texts.count {
        case 1 where words.isEmpty: self = .file
        case 1: self = .declaration(texts[0])
        case 2 where texts.allSatisfy { !$0.isEmpty }: self = .lines(from: texts[0], through: texts[1])
        default: return nil
        }
    }

    /// Returns the indices of the lines to show.
    ///
    /// - Throws: the error that `fail` makes, if a text begins no line or several ones.
    func range(in lines: [String], path: String, _ fail: (String) -> MarkerError) throws -> Range<Int> {
        func only(_ text: String) throws -> Int {
            let found = lines.indices.filter { Self.code(lines[$0]).hasPrefix(text) }
            guard found.count == 1 else {
                throw fail(
                    found.isEmpty
                        ? "no line of \(path) begins with “\(text)”"
                        : "\(found.count) lines of \(path) begin with “\(text)”")
            }
            return found[0]
        }
        switch self {
        case .file: return lines.indices
        case .declaration(let text):
            let first = try only(text)
            return Self.comment(above: first, in: lines)..<Self.end(ofDeclarationAt: first, in: lines, path: path)
        case .lines(let text, let lastText):
            let first = try only(text)
            guard let last = lines.indices.dropFirst(first).first(where: { Self.code(lines[$0]).hasPrefix(lastText) })
            else { throw fail("no line of \(path) after “\(text)” begins with “\(lastText)”") }
            return first..<last + 1
        }
    }

    private static func code(_ line: String) -> Substring { line.drop { $0 == " " } }

    private static func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }

    private static func comment(above line: Int, in lines: [String]) -> Int {
        let signs = ["//", "--", "@", "/*", "*"]
        return lines[..<line].lastIndex { above in
            !signs.contains { code(above).hasPrefix($0) } || indentation(above) > indentation(lines[line]) + 1
        }.map { $0 + 1 } ?? 0
    }

    /// Returns the index after a declaration: after the bracket that closes it, or in SQL after its semicolon.
    private static func end(ofDeclarationAt first: Int, in lines: [String], path: String) -> Int {
        if path.pathEnds(with: ".sql") {
            var quotes = 0
            for index in lines.indices.dropFirst(first) {
                quotes += lines[index].components(separatedBy: "$$").count - 1
                if quotes % 2 == 0, lines[index].hasSuffix(";") { return index + 1 }
            }
            return lines.count
        }
        let level = indentation(lines[first])
        var end = first + 1
        for index in lines.indices.dropFirst(first + 1) {
            let line = code(lines[index])
            if line.isEmpty { continue }
            guard indentation(lines[index]) <= level else {
                end = index + 1
                continue
            }
            guard let sign = line.first, ")]}".contains(sign) else { break }
            end = index + 1
            if let last = line.last, !"([{".contains(last) { break }
        }
        return end
    }
}
