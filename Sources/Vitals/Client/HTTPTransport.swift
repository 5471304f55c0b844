import Foundation

/// One HTTP exchange at a time, whole bodies. Two live sides: `URLSessionTransport` and `CurlTransport`, held to one
/// conformance suite.
public protocol HTTPTransport: Sendable {
    /// Sends a request and waits for the whole answer, whatever its status. Redirects are not followed: they would carry
    /// the token elsewhere.
    ///
    /// - Throws: `HTTPTransportError`, or `CancellationError`.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

public struct HTTPRequest: Hashable, Sendable {
    // @show http-request
    public var method: String
    /// Absolute, `http` or `https`.
    public var url: String
    public var headers: [String: String]
    public var body: [UInt8]?
    /// For the whole exchange, in seconds.
    public var timeoutSeconds: Double

    public init(
        method: String, url: String, headers: [String: String] = [:], body: [UInt8]? = nil, timeoutSeconds: Double = 30
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeoutSeconds = timeoutSeconds
    }
    // @end

    /// The URL, once it is known to be one of HTTP: both transports would guess at what is missing, each in its own way.
    func checkedURL() throws(HTTPTransportError) -> URL {
        guard let parsed = URL(string: url), ["http", "https"].contains(parsed.scheme?.lowercased()),
            parsed.host()?.isEmpty == false
        else { throw .badURL(url) }
        return parsed
    }
}

public struct HTTPResponse: Hashable, Sendable {
    public var status: Int
    /// Names in lower case; of a header that came several times, the last.
    public var headers: [String: String]
    public var body: [UInt8]

    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

// @show http-transport-error
/// Why there was no answer.
public enum HTTPTransportError: Error, Hashable, Sendable {
    /// Not reached, or cut off; with one sentence for a person.
    case unreachable(String)
    case timedOut
    /// The answer was larger than a device is willing to hold in memory.
    case responseTooLarge(limitBytes: Int)
    /// The URL cannot be requested at all.
    case badURL(String)
}
// @end
