/// HTML built by string interpolation that escapes every interpolated text.
///
///     let cell: HTML = "<td title=\"\(title)\">\(words)</td>"
package struct HTML: ExpressibleByStringInterpolation, Hashable, Sendable {
    package private(set) var text: String

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        package mutating func appendLiteral(_ literal: String) { text += literal }

        /// Appends an escaped text, which is safe between tags and between the double quotes of an attribute.
        package mutating func appendInterpolation(_ text: some StringProtocol) {
            for character in text.unicodeScalars {
                switch character {
                case "&": self.text += "&amp;"
                case "<": self.text += "&lt;"
                case ">": self.text += "&gt;"
                case "\"": self.text += "&quot;"
                case "'": self.text += "&#39;"
                default: self.text.unicodeScalars.append(character)
                }
            }
        }

        package mutating func appendInterpolation(_ number: Int) { text += "\(number)" }

        package mutating func appendInterpolation(_ html: HTML) { text += html.text }
    }

    package init(stringLiteral text: String) { self.text = text }

    package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    package static func + (first: HTML, second: HTML) -> HTML { "\(first)\(second)" }

    package static func += (first: inout HTML, second: HTML) { first.text += second.text }
}

extension Sequence<HTML> {
    /// Concatenates the pieces.
    package func together(by separator: HTML = "") -> HTML {
        var all: HTML = ""
        for (index, piece) in enumerated() { all += index == 0 ? piece : separator + piece }
        return all
    }
}
