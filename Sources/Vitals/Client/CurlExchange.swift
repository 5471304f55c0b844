#if os(Linux)
import CCurl
import Foundation

/// One request and its response, filled in by libcurl's callbacks.
final class CurlExchange: @unchecked Sendable {
    private let request: HTTPRequest
    private let url: String
    /// `host:port:address,address`; nil to let libcurl look the host up.
    private let resolved: String?
    private let responseLimitBytes: Int
    /// The deadline, counted from the creation of the request, so that a wait behind another request counts too.
    private let deadline: ContinuousClock.Instant
    private var head = HeaderLines()
    private var body: [UInt8] = []
    private var isTooLarge = false
    /// Guards `isCancelled`, the only state that another thread touches.
    private let lock = NSLock()
    private var isCancelled = false

    init(_ request: HTTPRequest, responseLimitBytes: Int) throws(HTTPTransportError) {
        self.request = request
        let checked = try request.checkedURL()
        url = checked.absoluteString
        resolved = Self.resolved(checked, as: request.addresses)
        deadline = .now + .seconds(min(request.timeoutSeconds, 86_400))
        self.responseLimitBytes = responseLimitBytes
    }

    /// Ends the exchange within a second at most: libcurl checks the flag between its waits.
    func cancel() { lock.withLock { isCancelled = true } }

    func perform(on curl: CurlHandle) throws -> HTTPResponse {
        guard !lock.withLock({ isCancelled }) else { throw CancellationError() }
        let milliseconds = Int(((deadline - .now) / .milliseconds(1)).rounded(.up))
        guard milliseconds > 0 else { throw HTTPTransportError.timedOut }
        let handle = curl.pointer
        curl_easy_reset(handle)  // keeps the connection, forgets the options
        var list: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(list) }
        // libcurl would wait a second for a "100 Continue" that few servers send.
        for line in ["Expect:"] + request.headers.sorted(by: { $0.key < $1.key }).map({ "\($0): \($1)" }) {
            list = curl_slist_append(list, line)
        }
        vitals_curl_set_list(handle, list)
        var resolution: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(resolution) }
        if let resolved {
            resolution = curl_slist_append(nil, resolved)
            guard vitals_curl_set_resolution(handle, resolution) == CURLE_OK, resolution != nil else {
                throw HTTPTransportError.unreachable("the address couldn't be set")
            }
        }
        vitals_curl_set_text(handle, CURLOPT_URL, url)
        vitals_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        vitals_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        vitals_curl_set_long(handle, CURLOPT_PROTOCOLS, vitals_curl_http_and_https)
        vitals_curl_set_text(handle, CURLOPT_PROXY, "")
        vitals_curl_set_long(handle, CURLOPT_TIMEOUT_MS, milliseconds)
        vitals_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, min(10_000, milliseconds))
        vitals_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
        if request.method == "HEAD" { vitals_curl_set_long(handle, CURLOPT_NOBODY, 1) }
        setCallbacks(handle)

        let code = (request.body ?? []).withUnsafeBufferPointer { bytes in
            if request.body != nil {
                vitals_curl_set_long(handle, CURLOPT_POST, 1)
                vitals_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, bytes.count)
                // libcurl doesn't copy the bytes; they outlive the call.
                vitals_curl_set_pointer(
                    handle, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
                vitals_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
            }
            return curl_easy_perform(handle)
        }
        guard code == CURLE_OK else { throw error(code) }
        return HTTPResponse(status: vitals_curl_status(handle), headers: head.headers, body: body)
    }

    private static func resolved(_ url: URL, as addresses: [String]) -> String? {
        guard !addresses.isEmpty, let host = url.host(), !host.contains(":") else { return nil }
        let port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
        return "\(host):\(port):" + addresses.map { $0.contains(":") ? "[\($0)]" : $0 }.joined(separator: ",")
    }

    private func setCallbacks(_ handle: UnsafeMutableRawPointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        vitals_curl_set_body_function(
            handle,
            { data, size, count, context in
                guard let data, let context else { return 0 }
                let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
                return exchange.receiveBody(UnsafeRawBufferPointer(start: data, count: size * count))
            }, context)
        vitals_curl_set_header_function(
            handle,
            { data, size, count, context in
                guard let data, let context else { return 0 }
                let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
                return exchange.receiveHeader(UnsafeRawBufferPointer(start: data, count: size * count))
            }, context)
        vitals_curl_set_progress_function(
            handle,
            { context, _, _, _, _ in
                guard let context else { return 0 }
                let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
                return exchange.lock.withLock { exchange.isCancelled } ? 1 : 0
            }, context)
        vitals_curl_set_long(handle, CURLOPT_NOPROGRESS, 0)
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= responseLimitBytes else {
            isTooLarge = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    private func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
        _ = head.take(bytes)
        return bytes.count
    }

    private func error(_ code: CURLcode) -> any Error {
        if lock.withLock({ isCancelled }) { return CancellationError() }
        if isTooLarge { return HTTPTransportError.responseTooLarge(limitBytes: responseLimitBytes) }
        switch code {
        case CURLE_OPERATION_TIMEDOUT: return HTTPTransportError.timedOut
        case CURLE_URL_MALFORMAT: return HTTPTransportError.badURL(request.url)
        // The URL's own protocol was checked, so the response must use another one.
        case CURLE_UNSUPPORTED_PROTOCOL: return HTTPTransportError.unreachable("the server there doesn't speak HTTP")
        default: return HTTPTransportError.unreachable(String(cString: curl_easy_strerror(code)))
        }
    }
}
#endif
