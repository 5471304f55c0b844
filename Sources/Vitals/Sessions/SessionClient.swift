import Foundation

/// The two calls of `/session`: a new access token, and the end of the device's own token.
struct SessionClient: Sendable {
    /// Shorter than the time-out of a sync: the request that waits for the token has one of its own.
    static let timeoutSeconds = 15.0

    let transport: any HTTPTransport

    /// Sends `POST /session`.
    ///
    /// - Throws: what the transport throws.
    func open(_ server: String, ownToken: String) async throws -> HTTPResponse {
        try await transport.send(Self.request("POST", server, ownToken))
    }

    /// Sends `DELETE /session`.
    ///
    /// - Throws: what the transport throws.
    func end(_ server: String, ownToken: String) async throws -> HTTPResponse {
        try await transport.send(Self.request("DELETE", server, ownToken))
    }

    private static func request(_ method: String, _ server: String, _ ownToken: String) -> HTTPRequest {
        HTTPRequest(
            method: method, url: server + path,
            headers: ["Accept": "application/json", "Authorization": "Bearer \(ownToken)"],
            timeoutSeconds: timeoutSeconds)
    }

    static let path = "/session"

    /// The token of a 200, and how long it works; nil for a body of another shape.
    static func opened(_ response: HTTPResponse) -> (accessToken: String, lifeMilliseconds: Int64)? {
        guard response.status == 200, let body = try? JSONValue(parsing: response.body),
            let token = body["accessToken"]?.string, !token.isEmpty,
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let seconds = body["expiresInSeconds"]?.wholeNumber, (1...86_400).contains(seconds)
        else { return nil }
        return (token, seconds * 1_000)
    }
}

extension HTTPResponse {
    /// The server's clock, to the second: the `Date` header in the form that RFC 9110 has servers send. Nil for another.
    package var date: Timestamp? {
        guard
            let parts = headers["date"]?.wholeMatch(
                of: /[A-Z][a-z]{2}, ([0-9]{2}) ([A-Z][a-z]{2}) ([0-9]{4}) ([0-9]{2}:[0-9]{2}:[0-9]{2}) GMT/),
            let month = Self.months.firstIndex(of: parts.2)
        else { return nil }
        let number = month + 1
        return Timestamp(rfc3339: "\(parts.3)-\(number < 10 ? "0" : "")\(number)-\(parts.1)T\(parts.4)Z")
    }

    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
