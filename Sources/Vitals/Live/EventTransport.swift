/// An HTTP client for a response without an end: it hands the bytes on as they come.
package protocol EventTransport: Sendable {
    /// Sends a request and receives until the server ends the response.
    ///
    /// - Parameters:
    ///   - silenceSeconds: the exchange fails after that many seconds without a byte.
    ///   - receive: called in order, first with the head. It must not wait.
    /// - Throws: `HTTPTransportError`, or `CancellationError`.
    func stream(
        _ request: HTTPRequest, silenceSeconds: Double, receive: @escaping @Sendable (EventStreamPart) -> Void
    ) async throws
}

/// A piece of a response, as it comes.
package enum EventStreamPart: Hashable, Sendable {
    /// Status and headers; the body is empty.
    case head(HTTPResponse)
    case bytes([UInt8])
}

/// The transport of this platform: libcurl on Linux, URLSession on Apple's systems.
package struct SystemEventTransport: EventTransport {
    package init() {}

    package func stream(
        _ request: HTTPRequest, silenceSeconds: Double, receive: @escaping @Sendable (EventStreamPart) -> Void
    ) async throws {
        #if os(Linux)
        try await CurlEventStream(request, silenceSeconds: silenceSeconds, receive: receive).run()
        #else
        try await URLSessionEventStream.run(request, silenceSeconds: silenceSeconds, receive: receive)
        #endif
    }
}
