internal import Foundation

/// The line with which a body that is still to be written makes itself known: `@@todo STEP FILE:LINE TASK`.
struct NotWrittenMark: Hashable, Sendable {
    let step: Int
    /// Relative to the package's root.
    let path: String
    let line: Int
    let task: String

    /// The first mark in a text.
    init?(in text: String) {
        guard let begin = text.range(of: "@@todo ") else { return nil }
        // Swift Testing quotes the error that it caught, and goes on behind.
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
