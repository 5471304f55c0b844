internal import Foundation

/// A problem that keeps a submission from being graded. It is reported to its learner, and the other submissions are
/// still graded.
struct SubmissionProblem: Error, Hashable, CustomStringConvertible {
    /// A sentence or two for the learner.
    let description: String

    init(_ description: String) { self.description = description }

    static let tooManyBytes = SubmissionProblem(
        "It has more than \(SubmissionLimits.totalBytes >> 20) MiB. Leave out what is built, such as .build.")

    static let tooManyEntries = SubmissionProblem(
        "It has more than \(grouped(SubmissionLimits.entryCount)) files and folders. Leave out what is built, such "
            + "as .build.")

    static let noFiles = SubmissionProblem(
        "It has no file of the course: at its top, or in a single folder there, Package.swift and Sources are "
            + "expected.")

    /// Formats a number with a space between thousands.
    private static func grouped(_ number: Int) -> String {
        "\(number / 1000) " + String("\(number % 1000 + 1000)".dropFirst())
    }
}
