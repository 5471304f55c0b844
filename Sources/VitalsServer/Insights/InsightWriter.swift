import Vitals

/// Something that writes two or three sentences about a week: the embedded rules, or a language model of somebody else.
package protocol InsightWriter: Sendable {
    /// Its name in the header `Vitals-Writer` of a response.
    var name: String { get }

    /// The model and its prompt, by which answers are kept; nil for a writer that costs nothing and sends nothing, and so is asked
    /// each time.
    var cacheName: String? { get }

    /// - Parameter totals: of a week that has records.
    /// - Throws: when there is no answer, or none that can be read.
    func write(_ totals: WeekTotals) async throws -> String

    /// The same writer, with sentences in these units. Its answers are kept apart from those in other units.
    func speaking(_ units: InsightUnits) -> any InsightWriter
}

extension InsightWriter {
    /// A writer that knows the canonical units only.
    package func speaking(_ units: InsightUnits) -> any InsightWriter { self }
}

/// The rules for a text that a person sees and that a language model may have written.
package enum InsightText {
    /// Three long sentences. A model that writes more than this hasn't done what it was asked.
    static let maximumCharacterCount = 600

    /// The text in one line; nil where nothing is left of it, or where it's too long or has characters that could move a cursor or
    /// turn the direction of writing.
    package static func checked(_ text: String) -> String? {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard (1...maximumCharacterCount).contains(line.count), line.utf8.count <= 4 * maximumCharacterCount else {
            return nil
        }
        let isPlain = line.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned: false
            default: true
            }
        }
        return isPlain ? line : nil
    }
}
