import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request and its response, filled in by URLSession's delegate. A body that grows too large is cut off at once.
final class URLSessionExchange: @unchecked Sendable {
    let task: URLSessionDataTask
    private let responseLimitBytes: Int
    private let lock = NSLock()
    private var body: [UInt8] = []
    private var continuation: CheckedContinuation<HTTPResponse, any Error>?
    /// The error with which this side ended the exchange.
    private var reason: (any Error)?

    init(_ task: URLSessionDataTask, responseLimitBytes: Int) {
        self.task = task
        self.responseLimitBytes = responseLimitBytes
    }

    /// Starts the exchange; false when it was ended before it began.
    func begin(_ continuation: CheckedContinuation<HTTPResponse, any Error>) -> Bool {
        let isEnded = lock.withLock {
            self.continuation = continuation
            return reason != nil
        }
        if isEnded { finish(nil) } else { task.resume() }
        return !isEnded
    }

    /// Ends the exchange; the first error counts. It resumes the caller at once, because a cancelled task may report
    /// late.
    func end(with error: any Error) {
        lock.withLock { reason = reason ?? error }
        task.cancel()
        finish(nil)
    }

    func receive(_ data: Data) {
        let isTooLarge = lock.withLock {
            guard body.count + data.count <= responseLimitBytes else { return true }
            body.append(contentsOf: data)
            return false
        }
        if isTooLarge { end(with: HTTPTransportError.responseTooLarge(limitBytes: responseLimitBytes)) }
    }

    func finish(_ error: (any Error)?) {
        let (waiting, result) = lock.withLock {
            defer { continuation = nil }
            return (continuation, reason.map { .failure($0) } ?? answer(error))
        }
        waiting?.resume(with: result)
    }

    private func answer(_ error: (any Error)?) -> Result<HTTPResponse, any Error> {
        if let error {
            if (error as? URLError)?.code == .timedOut { return .failure(HTTPTransportError.timedOut) }
            return .failure(HTTPTransportError.unreachable(error.localizedDescription))
        }
        guard let response = task.response as? HTTPURLResponse else {
            return .failure(HTTPTransportError.unreachable("the server there doesn't speak HTTP"))
        }
        return .success(HTTPResponse(status: response.statusCode, headers: HeaderLines(response).headers, body: body))
    }
}

/// The session's delegate. Passes each callback on to the exchange that it belongs to.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var running: [Int: URLSessionExchange] = [:]

    func begin(_ exchange: URLSessionExchange, _ continuation: CheckedContinuation<HTTPResponse, any Error>) {
        lock.withLock { running[exchange.task.taskIdentifier] = exchange }
        if !exchange.begin(continuation) { lock.withLock { running[exchange.task.taskIdentifier] = nil } }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        lock.withLock { running[dataTask.taskIdentifier] }?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        lock.withLock { running.removeValue(forKey: task.taskIdentifier) }?.finish(error)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
