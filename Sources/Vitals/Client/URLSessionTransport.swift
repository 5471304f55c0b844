import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP through URLSession: the transport on Apple's systems.
///
/// Keeps no cache and no cookies, and follows no redirects.
public final class URLSessionTransport: HTTPTransport, Sendable {
    /// The largest answer that is taken, in bytes.
    public let responseLimitBytes: Int
    private let session: URLSession

    /// - Parameter responseLimitBytes: 64 MiB unless told otherwise; pages are far smaller.
    public init(responseLimitBytes: Int = 64 << 20) {
        self.responseLimitBytes = responseLimitBytes
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let url = URL(string: request.url), ["http", "https"].contains(url.scheme?.lowercased()) else {
            throw HTTPTransportError.badURL(request.url)
        }
        var urlRequest = URLRequest(
            url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: request.timeoutSeconds)
        urlRequest.httpMethod = request.method
        urlRequest.httpBody = request.body.map { Data($0) }
        for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await answer(to: urlRequest, within: request.timeoutSeconds)
        guard let response = response as? HTTPURLResponse else {
            throw HTTPTransportError.unreachable("the answer is no HTTP")
        }
        guard data.count <= responseLimitBytes else {
            throw HTTPTransportError.responseTooLarge(limitBytes: responseLimitBytes)
        }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            headers[String(describing: name).lowercased()] = String(describing: value)
        }
        return HTTPResponse(status: response.statusCode, headers: headers, body: Array(data))
    }

    /// URLSession's own time-out begins anew with each byte; this one is for the whole exchange.
    private func answer(to request: URLRequest, within seconds: Double) async throws -> (Data, URLResponse) {
        try await withThrowingTaskGroup(of: (Data, URLResponse)?.self) { [session] group in
            group.addTask {
                do {
                    return try await session.data(for: request)
                } catch let error as URLError where error.code == .timedOut {
                    throw HTTPTransportError.timedOut
                } catch let error as URLError where error.code == .cancelled {
                    throw CancellationError()
                } catch let error as URLError {
                    throw HTTPTransportError.unreachable(error.localizedDescription)
                }
            }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let answer = first else { throw HTTPTransportError.timedOut }
            return answer
        }
    }
}

private final class NoRedirects: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
