/// The styles of words on a terminal; without colour, words stay as they are.
package struct TextStyle: Sendable {
    package enum Mark: String, Sendable {
        case bold = "1"
        case dim = "2"
        case green = "32"
        case red = "31"
        case yellow = "33"
        case cyan = "36"
        case title = "1;36"
    }

    package let isColoured: Bool

    package init(isColoured: Bool) { self.isColoured = isColoured }

    package func callAsFunction(_ text: String, _ mark: Mark) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(mark.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension String {
    /// Returns the text padded with spaces to at least this width.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    package func paddedLeft(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
