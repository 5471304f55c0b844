import Foundation

/// An HTTP client: one exchange at a time, with whole bodies. `URLSessionTransport` and `CurlTransport` implement it,
/// and pass the same conformance suite.
public protocol HTTPTransport: Sendable {
    /// Sends a request and waits for the whole response, whatever its status. Redirects are not followed, because they
    /// could send the token to another server.
    ///
    /// - Throws: `HTTPTransportError`, or `CancellationError`.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A request with its whole body in memory.
public struct HTTPRequest: Hashable, Sendable {
    // @show http-request
    /// The HTTP method, such as `POST`.
    public var method: String
    /// The absolute URL, `http` or `https`.
    public var url: String
    /// The headers by name.
    public var headers: [String: String]
    /// The body; nil for none.
    public var body: [UInt8]?
    /// The time-out of the whole exchange, in seconds.
    public var timeoutSeconds: Double

    /// Creates a request.
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

    /// The addresses that the URL's host stands for, in place of those that the system would look up; empty to look it
    /// up. A server that calls an address which somebody else chose has checked these.
    package var addresses: [String] = []

    /// The URL, checked to be `http` or `https` with a host. Each transport would guess missing parts in its own way.
    func checkedURL() throws(HTTPTransportError) -> URL {
        guard let parsed = URL(string: url), ["http", "https"].contains(parsed.scheme?.lowercased()),
            parsed.host()?.isEmpty == false
        else { throw .badURL(url) }
        return parsed
    }
}

/// A response with its whole body in memory.
public struct HTTPResponse: Hashable, Sendable {
    /// The HTTP status, 200 to 599.
    public var status: Int
    /// The headers, with names in lower case. If a header came several times, the last value is kept.
    public var headers: [String: String]
    /// The body; empty for none.
    public var body: [UInt8]

    /// Creates a response.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

// @show http-transport-error
/// The reason why there was no response.
public enum HTTPTransportError: Error, Hashable, Sendable {
    /// The server wasn't reached, or the connection was cut; with one sentence for a person.
    case unreachable(String)
    case timedOut
    /// The response was larger than a device is willing to hold in memory.
    case responseTooLarge(limitBytes: Int)
    /// The URL cannot be requested at all.
    case badURL(String)
}
// @end
