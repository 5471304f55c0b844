#if os(Linux)
import CCurl
import Foundation

/// One response without an end, received by libcurl on a thread of its own.
final class CurlEventStream: @unchecked Sendable {
    private let request: HTTPRequest
    private let url: String
    private let silenceSeconds: Double
    private let receive: @Sendable (EventStreamPart) -> Void
    private var head = HeaderLines()
    private var hasHead = false
    private var lastByteAt = ContinuousClock.now
    private var isSilent = false
    private let handle = CurlHandle()
    /// Guards `isCancelled`, the only state that another thread touches.
    private let lock = NSLock()
    private var isCancelled = false

    init(
        _ request: HTTPRequest, silenceSeconds: Double, receive: @escaping @Sendable (EventStreamPart) -> Void
    ) throws(HTTPTransportError) {
        self.request = request
        self.silenceSeconds = silenceSeconds
        self.receive = receive
        url = try request.checkedURL().absoluteString
    }

    func run() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // A queue would keep one of its few threads for as long as the stream lives.
                Thread.detachNewThread { continuation.resume(with: Result { try self.perform() }) }
            }
        } onCancel: {
            lock.withLock { isCancelled = true }
        }
    }

    private func perform() throws {
        let handle = handle.pointer
        var list: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(list) }
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
            list = curl_slist_append(list, "\(name): \(value)")
        }
        vitals_curl_set_list(handle, list)
        vitals_curl_set_text(handle, CURLOPT_URL, url)
        vitals_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        vitals_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        vitals_curl_set_long(handle, CURLOPT_PROTOCOLS, vitals_curl_http_and_https)
        vitals_curl_set_text(handle, CURLOPT_PROXY, "")
        vitals_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, 10_000)
        vitals_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
        setCallbacks(handle)
        lastByteAt = .now
        let code = curl_easy_perform(handle)
        guard code != CURLE_OK else { return }
        if lock.withLock({ isCancelled }) { throw CancellationError() }
        if isSilent || code == CURLE_OPERATION_TIMEDOUT { throw HTTPTransportError.timedOut }
        throw HTTPTransportError.unreachable(String(cString: curl_easy_strerror(code)))
    }

    private func setCallbacks(_ handle: UnsafeMutableRawPointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        vitals_curl_set_body_function(
            handle,
            { data, size, count, context in
                guard let data, let context else { return 0 }
                let stream = Unmanaged<CurlEventStream>.fromOpaque(context).takeUnretainedValue()
                return stream.receiveBody(UnsafeRawBufferPointer(start: data, count: size * count))
            }, context)
        vitals_curl_set_header_function(
            handle,
            { data, size, count, context in
                guard let data, let context else { return 0 }
                let stream = Unmanaged<CurlEventStream>.fromOpaque(context).takeUnretainedValue()
                return stream.receiveHeader(UnsafeRawBufferPointer(start: data, count: size * count))
            }, context)
        vitals_curl_set_progress_function(
            handle,
            { context, _, _, _, _ in
                guard let context else { return 0 }
                return Unmanaged<CurlEventStream>.fromOpaque(context).takeUnretainedValue().mustEnd ? 1 : 0
            }, context)
        vitals_curl_set_long(handle, CURLOPT_NOPROGRESS, 0)
    }

    /// Asked by libcurl about once a second.
    private var mustEnd: Bool {
        isSilent = ContinuousClock.now - lastByteAt > .seconds(silenceSeconds)
        return isSilent || lock.withLock { isCancelled }
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        lastByteAt = .now
        receive(.bytes(Array(bytes)))
        return bytes.count
    }

    private func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
        lastByteAt = .now
        if !head.take(bytes), !hasHead {
            let status = vitals_curl_status(handle.pointer)
            guard status >= 200 else { return bytes.count }
            hasHead = true
            receive(.head(HTTPResponse(status: status, headers: head.headers)))
        }
        return bytes.count
    }
}
#endif
