#if os(Linux)
import CCurl
import Dispatch
import Foundation

/// HTTP through libcurl: the transport on Linux.
///
/// It has one connection, which stays open between requests and serves one request at a time, on its own thread:
/// libcurl blocks, and a blocked thread of the cooperative pool would hold up every other task. Redirects are not
/// followed, proxies are not read from the environment, and certificates are verified.
public final class CurlTransport: HTTPTransport, Sendable {
    /// The maximum size of a response, in bytes.
    public let responseLimitBytes: Int
    private let queue = DispatchQueue(label: "vitals.curl")
    private let handle: CurlHandle

    /// Creates a transport with its own connections.
    ///
    /// - Parameter responseLimitBytes: 64 MiB by default; pages are far smaller.
    public init(responseLimitBytes: Int = 64 << 20) {
        self.responseLimitBytes = responseLimitBytes
        handle = CurlHandle()
    }

    /// Sends a request with libcurl, on its own thread, and waits for the whole response.
    ///
    /// - Throws: `HTTPTransportError`, or `CancellationError`.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let exchange = try CurlExchange(request, responseLimitBytes: responseLimitBytes)
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { continuation in
                queue.async { [handle] in
                    continuation.resume(with: Result { try exchange.perform(on: handle) })
                }
            }
        } onCancel: {
            exchange.cancel()
        }
    }
}

/// The connection, used from one queue only.
final class CurlHandle: @unchecked Sendable {
    /// libcurl's global state, set up once per process before the first handle.
    private static let globalState = curl_global_init(Int(CURL_GLOBAL_ALL))
    let pointer: UnsafeMutableRawPointer

    init() {
        _ = Self.globalState
        pointer = curl_easy_init()!  // nil only when there is no memory left
    }

    deinit { curl_easy_cleanup(pointer) }
}
#endif
