import Foundation

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
}
