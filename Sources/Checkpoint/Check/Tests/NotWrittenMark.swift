internal import Foundation

/// The line that marks a body that isn't written yet: `@@todo STEP FILE:LINE TASK`.
package struct NotWrittenMark: Hashable, Sendable {
    package let step: Int
    /// Path relative to the package's root.
    package let path: String
    package let line: Int
    package let task: String

    /// Finds the first mark in a text; nil if there is none.
    init?(in text: String) {
        guard let begin = text.range(of: "@@todo ") else { return nil }
        // Swift Testing quotes the error that it caught, and more text follows.
        let rest = text[begin.upperBound...].prefix { $0 != "\n" && $0 != "\"" }
        let words = rest.split(separator: " ", maxSplits: 2)
        guard words.count == 3, let step = Int(words[0]) else { return nil }
        let place = words[1].split(separator: ":")
        guard place.count == 2, let line = Int(place[1]) else { return nil }
        self.step = step
        self.line = line
        path = String(place[0])
        task = String(words[2])
    }
}
