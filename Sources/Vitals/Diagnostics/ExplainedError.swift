import Foundation

/// An error of ours: one that has a sentence for a person, and knows what it's about.
package protocol ExplainedError: Error {
    var errorCategory: ErrorCategory { get }
    /// The sentence that is noted. By default it's the error's description.
    var errorMessage: String { get }
    /// The sentence that is shown. By default it's the same.
    var shownMessage: String { get }
    /// More for a person who helps, without a value, a token or a body; nil unless there is more to say.
    var errorDetail: String? { get }

    /// True if the error may come from an exchange with the server that ended like this. By default it comes from none.
    ///
    /// - Parameter status: the status of the response; nil when there was none.
    func mayComeFromExchange(status: Int?) -> Bool
}

extension ExplainedError {
    package var errorMessage: String { String(describing: self) }
    package var shownMessage: String { errorMessage }
    package var errorDetail: String? { nil }
    package func mayComeFromExchange(status: Int?) -> Bool { false }
}

/// An error of the system's or of a library's. Its own text may hold anything, so only its name and number are kept.
struct ForeignError: ExplainedError {
    let errorDetail: String?

    init(_ error: any Error) {
        let error = error as NSError
        errorDetail = "\(error.domain) \(error.code)"
    }

    var errorCategory: ErrorCategory { .unknown }
    var errorMessage: String { "That didn't work, for a reason that Vitals doesn't know. Try again." }
}
