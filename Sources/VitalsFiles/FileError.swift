package import Vitals

/// An error that stops an import or an export of a file: a sentence for a person, without a value of theirs.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence about what happened and what to do.
    package let description: String
    /// The question that the user must answer, where the file leaves something open.
    package let question: Question?

    /// A question that a file leaves open.
    package enum Question: String, Sendable {
        /// Which number of a date is the day.
        case dates
        /// Whether a comma is a decimal sign.
        case decimal
        /// The meaning of its columns, or their units.
        case columns
    }

    package init(_ description: String, asks question: Question? = nil) {
        (self.description, self.question) = (description, question)
    }

    static func cannotOpen(_ path: String, reason: String) -> FileError {
        FileError("Can't open \(path.quoted): \(reason).")
    }

    static func cannotRead(_ reason: String) -> FileError { FileError("Reading the file failed: \(reason).") }
}

extension FileError: ExplainedError {
    package var errorCategory: ErrorCategory { .validation }
}

extension String {
    /// The text in quotes, as one line of at most 40 characters.
    var quoted: String { "\"" + displayLine(maximumLength: 40) + "\"" }
}
