import Foundation
import Vitals

/// The comparison of names: "Morning", "MORNING " and a "Mörning" whose accent is a character of its own each fold to one
/// spelling.
package enum EntityName {
    /// The name in Unicode's form C, without white space at its ends, each run of white space within as one space, in lower
    /// case by Unicode's own table. The language of the device doesn't matter.
    package static func folded(_ name: String) -> String {
        let words = name.precomposedStringWithCanonicalMapping.unicodeScalars
            .split { $0.properties.isWhitespace }.map { String($0) }
        return words.joined(separator: " ").lowercased().precomposedStringWithCanonicalMapping
    }

    /// The reason why a name or title that a person typed isn't stored, in a sentence; nil if it is.
    ///
    /// - Parameters:
    ///   - field: what it is, such as `title`.
    ///   - type: what it belongs to, such as `reminder`.
    package static func fault(ofTyped text: String, field: String, of type: String) -> String? {
        guard text.unicodeScalars.contains(where: \.isSeen) else { return "A \(type) needs a \(field)." }
        guard !text.unicodeScalars.contains(where: \.isControl) else {
            return "The \(field) has characters that can't be shown, such as the end of a line."
        }
        return nil
    }
}
