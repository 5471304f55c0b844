import Foundation

/// The sync protocol over HTTP.
///
/// The token is read from the secure store for each request, so that a new login takes effect at once.
public struct HTTPSyncAPI: SyncAPI {
    private let server: ServerOrigin
    private let tokens: any SecureStore
    private let transport: any HTTPTransport
    private let timeoutSeconds: Double
    private let now: @Sendable () -> Timestamp

    /// Creates the client of a server.
    ///
    /// - Parameter timeoutSeconds: the time-out of one whole exchange.
    public init(
        server: ServerOrigin, tokens: any SecureStore, transport: any HTTPTransport = defaultTransport(),
        timeoutSeconds: Double = 30, now: @escaping @Sendable () -> Timestamp = Timestamp.systemClock
    ) {
        self.server = server
        self.tokens = tokens
        self.transport = transport
        self.timeoutSeconds = timeoutSeconds
        self.now = now
    }

    /// Sends records with `POST /sync/push`.
    ///
    /// - Throws: `SyncFailure` for every response but a 200.
    public func push(_ records: [Measurement], context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pushed> {
        // @write 7 push-call
        let request = try makeRequest("POST", "/sync/push", context, body: PushBody.bytes(of: records))
        return try answer(try await exchange(request)) { json throws(JSONError) in try Pushed(json: json) }
        // @starter
        //| todo(7, "POST the records to /sync/push, and read the answer as a Pushed")
        // @end
    }

    /// Asks for records with `GET /sync/pull`.
    ///
    /// - Throws: `SyncFailure` for every response but a 200.
    public func pull(
        cursor: Int64, limit: Int, context: SyncContext
    ) async throws(SyncFailure) -> SyncResponse<Pulled> {
        // @write 7 pull-call
        let request = try makeRequest("GET", "/sync/pull?cursor=\(cursor)&limit=\(limit)", context)
        return try answer(try await exchange(request)) { json throws(JSONError) in try Pulled(json: json) }
        // @starter
        //| todo(7, "GET /sync/pull with cursor and limit, and read the answer as a Pulled")
        // @end
    }

    /// The default transport: URLSession on Apple's systems, libcurl on Linux.
    ///
    /// - Parameter responseLimitBytes: the maximum size of a response; 64 MiB by default.
    public static func defaultTransport(responseLimitBytes: Int = 64 << 20) -> any HTTPTransport {
        #if os(Linux)
        CurlTransport(responseLimitBytes: responseLimitBytes)
        #else
        URLSessionTransport(responseLimitBytes: responseLimitBytes)
        #endif
    }

    // MARK: Request

    /// Creates a request with the URL, this device's token and the store's account and receipt.
    ///
    /// - Throws: `SyncFailure.unauthorized` when there is no token to send.
    func makeRequest(
        _ method: String, _ path: String, _ context: SyncContext, body: [UInt8]? = nil
    ) throws(SyncFailure) -> HTTPRequest {
        // @write 7 make-request
        // A token that can't be read, or can't be sent in a header, counts as missing: the person logs in again.
        guard let token = try? tokens.token(), !token.isEmpty,
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .unauthorized }
        var headers = ["Accept": "application/json", "Authorization": "Bearer \(token)"]
        if body != nil { headers["Content-Type"] = "application/json" }
        headers["Vitals-Account"] = context.account
        headers["Vitals-Receipt"] = context.receipt?.description
        return HTTPRequest(
            method: method, url: server.description + path, headers: headers, body: body,
            timeoutSeconds: timeoutSeconds)
        // @starter
        //| todo(7, "make the request: method, URL, the headers with the token, body and time-out")
        // @end
    }

    func exchange(_ request: HTTPRequest) async throws(SyncFailure) -> HTTPResponse {
        do {
            return try await transport.send(request)
        } catch {
            throw SyncFailure(transportError: error)
        }
    }

    // MARK: Answer

    func answer<Body: Sendable>(
        _ response: HTTPResponse, _ read: (JSONValue) throws(JSONError) -> Body
    ) throws(SyncFailure) -> SyncResponse<Body> {
        // @write 7 read-response
        guard response.status == 200 else { throw SyncFailure(response, now: now()) }
        do {
            let body = try read(try JSONValue(parsing: response.body))
            return SyncResponse(
                body, account: response.account, receipt: response.receipt, features: response.features)
        } catch {
            throw .unexpected(status: 200, detail: "the body breaks the protocol (\(error))")
        }
        // @starter
        //| todo(7, "read a 200's body and its three Vitals headers; any other status is a SyncFailure")
        // @end
    }
}

/// The body of a push.
package enum PushBody {
    package static func bytes(of records: [Measurement]) -> [UInt8] {
        var bytes = Array(#"{"records":["#.utf8)
        // About the size of a record with the version that it was edited from. A longer one makes the array grow.
        bytes.reserveCapacity(320 * records.count + 64)
        for (index, record) in records.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            record.writeJSON(into: &bytes)
        }
        bytes.append(contentsOf: "]}".utf8)
        return bytes
    }
}
