import Vitals

/// The reason why a coach's server took nothing, or not all.
package struct CompanionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error, for an app to switch on.
    package enum Code: String, Hashable, Sendable {
        case offline, timedOut, wrongCode, noToken, notACompanion, tooManyAttempts, unavailable, refused, tooLarge
    }

    package let code: Code
    /// One sentence for a person that says what to do.
    package let description: String
    /// The status of the response; nil if there was none.
    package let status: Int?

    init(_ code: Code, _ description: String, status: Int? = nil) {
        self.code = code
        self.description = description
        self.status = status
    }

    /// A response that says no.
    init(_ response: HTTPResponse, _ path: String) {
        let status = response.status
        switch status {
        case 401, 403:
            self.init(
                .noToken, "The server doesn't accept this token. Pair again with a new code.", status: status)
        case 404, 405, 501:
            self.init(
                .notACompanion,
                "This server takes no workouts from a phone: it has no \(path). Check its address with your coach.",
                status: status)
        case 413:
            self.init(.tooLarge, "The server takes less at once than one entry. Tell your coach.", status: status)
        case 429:
            let wait = response.headers["retry-after"].flatMap { Int($0) }.map { "\(min(max($0, 0), 86_400)) s" }
            self.init(
                .tooManyAttempts, "The server asks to wait. Try again in \(wait ?? "a minute").", status: status)
        case 500...: self.init(.unavailable, "The server can't answer now. Try again later.", status: status)
        case 300..<400:
            self.init(
                .refused, "The server redirects to another address. Ask your coach for that one.", status: status)
        default:
            let detail = Self.detail(of: response)
            self.init(.refused, "The server refused it (\(status))\(detail.map { ": \($0)" } ?? ".")", status: status)
        }
    }

    init(transport error: any Error) {
        switch error {
        case HTTPTransportError.timedOut:
            self.init(.timedOut, "The server took too long to answer. Try again: nothing counts twice.")
        case HTTPTransportError.responseTooLarge:
            self.init(.refused, "The server's answer is too long to read.")
        default:
            self.init(.offline, "The server can't be reached. Check its address and your network, then try again.")
        }
    }

    /// The server's own words, where it says them in one of the usual members.
    private static func detail(of response: HTTPResponse) -> String? {
        guard let json = try? JSONValue(parsing: response.body) else { return nil }
        return ["detail", "message", "error", "title"].lazy.compactMap { json[$0]?.string }.first
            .map { $0.displayLine(maximumLength: 200) }
    }
}
