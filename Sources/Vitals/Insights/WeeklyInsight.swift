/// Two or three sentences about a person's current week, and what wrote them.
public struct WeeklyInsight: Hashable, Sendable {
    /// The writer of an insight.
    public enum Writer: Hashable, Sendable {
        /// The server, by rule. No number was sent to a language model.
        case server
        /// A language model that the server asked, by its name.
        case model(String)
    }

    /// One line of at most `maximumCharacterCount` characters.
    public var text: String
    /// The writer of the text.
    public var writer: Writer

    /// Creates an insight.
    public init(text: String, writer: Writer) {
        self.text = text
        self.writer = writer
    }

    /// The longest text that is shown. A server sends 600 at most.
    public static let maximumCharacterCount = 2_000
}

extension WeeklyInsight.Writer: CustomStringConvertible {
    /// Such as `your server, by rule`, for the end of a sentence that begins with "Written by".
    public var description: String {
        switch self {
        case .server: "your server, by rule"
        case .model(let name): "\(name), a language model, from totals of your week"
        }
    }
}

/// The language model that a server asked for an insight has failed, or may not be asked more often today.
public struct InsightFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The model's name.
    public let model: String

    /// A sentence about what happened and what happens next.
    public var description: String {
        "\(model), the language model that your server asks about your week, gave no text. Your server asks it again later."
    }
}

extension InsightFailure: ExplainedError {
    package var errorCategory: ErrorCategory { .backend }
}
