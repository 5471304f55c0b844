/// The part of the system that an error comes from. It says where to look first.
public enum ErrorCategory: String, CaseIterable, Hashable, Sendable {
    /// The connection between this device and an account: codes, tokens, addresses.
    case pairing
    /// Reading from a health source.
    case health
    /// The way to the server.
    case network
    /// The server, and what it answered.
    case backend
    /// Something that was typed or sent, and breaks a rule.
    case validation
    /// Anything else, such as the store on this device.
    case unknown
}

/// An error that occurred, without the data that it was about.
public struct ErrorNote: Identifiable, Hashable, Sendable {
    /// The exchange with the server that failed. It never holds a body, a value or a token.
    public struct Context: Hashable, Sendable {
        /// Such as `POST`.
        public let method: String
        /// The path without the query.
        public let path: String
        /// The status of the response; nil when there was none.
        public let status: Int?
        /// The id under which the server has logged the request; nil if it named none.
        public let requestID: String?
    }

    /// Eight lower-case letters and digits. The screen and the log show the same.
    public let id: String
    /// The part that the error comes from.
    public let category: ErrorCategory
    /// The sentence that the person saw.
    public let message: String
    /// More for a person who helps; nil unless there is more to say.
    public let detail: String?
    /// The time at which it occurred.
    public let at: Timestamp
    /// nil for an error that has nothing to do with the server.
    public let context: Context?

    static func makeID() -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<8).map { _ in letters[Int.random(in: letters.indices)] })
    }
}

extension ErrorNote.Context: CustomStringConvertible {
    /// Such as `GET /sync/pull: 503, request 3f9a21c4`.
    public var description: String {
        let answer = status.map(String.init) ?? "no answer"
        return "\(method) \(path): \(answer)" + (requestID.map { ", request \($0)" } ?? "")
    }
}

extension ErrorNote {
    /// The note without its sentence, in one line for a log: `error k3f9x2ab backend, GET /sync/pull: 503 (unavailable)`.
    package var logLine: String {
        ["error \(id) \(category.rawValue)", context?.description].compactMap(\.self).joined(separator: ", ")
            + (detail.map { " (\($0))" } ?? "")
    }
}
