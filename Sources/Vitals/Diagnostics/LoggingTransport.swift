import Foundation

/// An exchange with the server, without its contents.
public struct ExchangeNote: Hashable, Sendable {
    /// The HTTP method, such as `GET`.
    public let method: String
    /// The path without the query; it never holds a token or a value.
    public let path: String
    /// The status of the response; nil when there was none.
    public let status: Int?
    /// The id under which the server has logged the request; nil if it named none.
    public let requestID: String?
    /// From the request to the whole response, or to the failure.
    public let durationMilliseconds: Int64
    /// The time at which it ended.
    public let at: Timestamp
}

/// A transport that logs each exchange: where it went, the status and the duration, but none of the contents.
public struct LoggingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let log: DiagnosticsLog
    private let clock: @Sendable () -> Timestamp

    /// Creates a transport that passes each request on.
    ///
    /// - Parameters:
    ///   - base: sends the requests.
    ///   - log: the place of the notes.
    ///   - clock: the time of exchanges.
    public init(
        _ base: any HTTPTransport = HTTPSyncAPI.defaultTransport(), log: DiagnosticsLog,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock
    ) {
        self.base = base
        self.log = log
        self.clock = clock
    }

    /// Sends a request, and notes how it ended.
    ///
    /// - Throws: the errors of the transport that it was created with.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let begin = clock()
        do {
            let response = try await base.send(request)
            note(request, response, begin)
            return response
        } catch {
            note(request, nil, begin)
            throw error
        }
    }

    private func note(_ request: HTTPRequest, _ response: HTTPResponse?, _ begin: Timestamp) {
        let end = clock()
        log.note(
            ExchangeNote(
                method: request.method, path: URLComponents(string: request.url)?.path ?? "", status: response?.status,
                requestID: response?.headers["x-request-id"].flatMap(Self.checked),
                durationMilliseconds: max(0, end.millisecondsSinceEpoch - begin.millisecondsSinceEpoch), at: end))
    }

    /// A server's id, if it's one that fits into a line of a log and can't forge another.
    private static func checked(_ id: String) -> String? {
        let isID =
            (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
                default: false
                }
            }
        return isID ? id : nil
    }
}
