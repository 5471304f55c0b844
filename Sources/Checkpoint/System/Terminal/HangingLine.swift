/// A line of a report, which may have styles. Broken at spaces, its further lines are indented to match its text.
package struct HangingLine {
    private let line: String

    package init(_ line: String) { self.line = line }

    /// The columns of the indentation and of the label, such as `✗ wrong`, that precede the text.
    private static let longestLabel = 20

    /// - Parameter width: in characters, without those of escape sequences. A longer word stays whole.
    package func broken(at width: Int) -> [String] {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        let indentation = String(repeating: " ", count: hang)
        var lines: [String] = []
        var current = String(words[0])
        var count = Self.visible(words[0]).count
        for word in words.dropFirst() {
            let length = Self.visible(word).count
            if count > indentation.count, count + 1 + length > width {
                lines.append(current)
                (current, count) = (indentation + word, indentation.count + length)
            } else {
                current += " " + word
                count += 1 + length
            }
        }
        return lines + [current]
    }

    /// The column where the text begins: after a label that two spaces end, or else after the indentation.
    private var hang: Int {
        let text = Self.visible(Substring(line))
        let indentation = text.prefix { $0 == " " }.count
        let label = text.dropFirst(indentation)
        guard let gap = label.firstRange(of: "  ") else { return indentation }
        let column = text.distance(
            from: text.startIndex, to: label[gap.lowerBound...].firstIndex { $0 != " " } ?? text.endIndex)
        return column <= Self.longestLabel ? column : indentation
    }

    /// Returns the text without the escape sequences that style it.
    private static func visible(_ text: Substring) -> String {
        var shown = ""
        var isEscape = false
        for character in text {
            if character == "\u{1B}" {
                isEscape = true
            } else if isEscape {
                isEscape = character != "m"
            } else {
                shown.append(character)
            }
        }
        return shown
    }
}
