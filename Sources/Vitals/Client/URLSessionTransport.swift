import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP through URLSession: the transport on Apple's systems.
///
/// Keeps no cache and no cookies, and follows no redirects.
public final class URLSessionTransport: HTTPTransport, Sendable {
    /// The maximum size of a response, in bytes.
    public let responseLimitBytes: Int
    private let session: URLSession
    private let exchanges = URLSessionExchanges()

    /// Creates a transport with its own connections.
    ///
    /// - Parameter responseLimitBytes: 64 MiB by default; pages are far smaller.
    public init(responseLimitBytes: Int = 64 << 20) {
        self.responseLimitBytes = responseLimitBytes
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request with URLSession and waits for the whole response.
    ///
    /// - Throws: `HTTPTransportError`, or `CancellationError`.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let url = try request.checkedURL()
        guard request.addresses.isEmpty else {
            // URLSession looks names up by itself, so it could reach another address than the one that was checked.
            throw HTTPTransportError.unreachable("this system's HTTP client can't be bound to an address")
        }
        try Task.checkCancellation()
        var urlRequest = URLRequest(
            url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: request.timeoutSeconds)
        urlRequest.httpMethod = request.method
        urlRequest.httpBody = request.body.map { Data($0) }
        for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }

        let task = session.dataTask(with: urlRequest)
        let exchange = URLSessionExchange(task, responseLimitBytes: responseLimitBytes)
        return try await withTaskCancellationHandler {
            try await answer(of: exchange, within: request.timeoutSeconds)
        } onCancel: {
            exchange.end(with: CancellationError())
        }
    }

    /// Waits for the response, with a time-out for the whole exchange. URLSession's own time-out restarts with each
    /// byte.
    private func answer(of exchange: URLSessionExchange, within seconds: Double) async throws -> HTTPResponse {
        try await withThrowingTaskGroup(of: HTTPResponse?.self) { [exchanges] group in
            group.addTask {
                try await withCheckedThrowingContinuation { exchanges.begin(exchange, $0) }
            }
            group.addTask {
                try await Task.sleep(for: .seconds(min(seconds, 86_400)))
                exchange.end(with: HTTPTransportError.timedOut)
                return nil
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let answer = result { return answer }
            }
            throw HTTPTransportError.timedOut
        }
    }
}
