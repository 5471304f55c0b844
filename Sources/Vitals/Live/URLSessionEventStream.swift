#if !os(Linux)
import Foundation

/// One response without an end, received by URLSession.
enum URLSessionEventStream {
    static func run(
        _ request: HTTPRequest, silenceSeconds: Double, receive: @escaping @Sendable (EventStreamPart) -> Void
    ) async throws {
        var ask = URLRequest(url: try request.checkedURL(), timeoutInterval: silenceSeconds)
        ask.httpMethod = request.method
        for (name, value) in request.headers { ask.setValue(value, forHTTPHeaderField: name) }
        do {
            let (bytes, response) = try await session.bytes(for: ask)
            guard let response = response as? HTTPURLResponse else {
                throw HTTPTransportError.unreachable("the server there doesn't speak HTTP")
            }
            receive(.head(HTTPResponse(status: response.statusCode, headers: HeaderLines(response).headers)))
            var line: [UInt8] = []
            // The system hands over single bytes; a line at a time is what the parser can use.
            for try await byte in bytes {
                line.append(byte)
                guard byte == UInt8(ascii: "\n") || line.count == 4096 else { continue }
                receive(.bytes(line))
                line.removeAll(keepingCapacity: true)
            }
        } catch let error as URLError {
            if error.code == .cancelled { throw CancellationError() }
            throw error.code == .timedOut
                ? HTTPTransportError.timedOut : HTTPTransportError.unreachable(error.localizedDescription)
        }
    }

    private static let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForResource = 7 * 24 * 3600
        configuration.httpShouldSetCookies = false
        return URLSession(configuration: configuration, delegate: RefusesRedirects(), delegateQueue: nil)
    }()
}

/// Redirects are not followed, because they could send the token to another server.
private final class RefusesRedirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> URLRequest? { nil }
}
#endif
