import Foundation
import Testing

/// A text that some reader once took minutes for.
struct LinearTime: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The text, about as many bytes long as asked for.
    let text: @Sendable (Int) -> String

    static let texts = [
        LinearTime("a parenthesis that stays open") {
            "/*\npublic (\n" + String(repeating: "a\n", count: $0 / 2) + "*/\n"
        },
        LinearTime("many parentheses that stay open") { String(repeating: "public (\n", count: $0 / 9) },
        LinearTime("a word of accents") { "let a" + String(repeating: "\u{301}\u{323}", count: $0 / 4) + " = 1\n" },
        LinearTime("a public word of accents") {
            "public func a" + String(repeating: "\u{323}\u{301}", count: $0 / 4) + "() {}\n"
        },
        LinearTime("a line of spaces") { "public func a(" + String(repeating: " ", count: $0) + ") {}\n" },
        LinearTime("lines that are all joined") { String(repeating: "public (a \\\n", count: $0 / 12) },
        LinearTime("words without end") { "public " + String(repeating: "a ( ", count: $0 / 4) },
        LinearTime("line breaks alone") { String(repeating: "\r\n", count: $0 / 2) },
    ]

    private init(_ name: String, _ text: @escaping @Sendable (Int) -> String) {
        testDescription = name
        self.text = text
    }

    /// Returns how much longer a reader takes for twice the text; the best of three tries.
    func ratio(_ read: (String) -> Void) -> Double {
        let (small, large) = (text(100_000), text(200_000))
        return (0..<3).map { _ in
            let (once, twice) = (ContinuousClock().measure { read(small) }, ContinuousClock().measure { read(large) })
            // What takes next to no time is measured too badly to compare.
            return twice < .milliseconds(50) ? 1 : twice / once
        }.min() ?? 0
    }
}
