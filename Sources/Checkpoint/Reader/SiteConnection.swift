internal import Foundation

/// One connection to the site: it takes one request, sends the response and closes.
final class SiteConnection {
    private let descriptor: Int32
    private let requestSeconds: Double

    /// The time limit for a browser on this machine to send a request's head or to take in a response, with room to
    /// spare.
    static let patienceSeconds = 10.0

    init(descriptor: Int32, requestSeconds: Double = SiteConnection.patienceSeconds) {
        self.descriptor = descriptor
        self.requestSeconds = requestSeconds
        #if canImport(Darwin)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit { close(descriptor) }

    func serve(_ answer: (SiteRequest) -> SiteResponse) {
        do throws(SiteRequest.Failure) {
            guard let head = try receive() else { return }
            let request = try SiteRequest(head: head)
            send(answer(request).bytes(isHead: request.method == "HEAD"))
        } catch {
            send(SiteResponse(status: error.status).bytes(isHead: false))
        }
        finish()
    }

    /// - Returns: the head of a request; nil if the other side closed the connection.
    private func receive() throws(SiteRequest.Failure) -> String? {
        let deadline = ContinuousClock.now + .seconds(requestSeconds)
        var received = Data()
        while true {
            if let end = received.firstRange(of: Data("\r\n\r\n".utf8)) {
                guard let head = String(data: received[..<end.lowerBound], encoding: .utf8) else {
                    throw SiteRequest.Failure(status: 400)
                }
                return head
            }
            guard received.count < SiteRequest.limitBytes else { throw SiteRequest.Failure(status: 431) }
            guard isReady(POLLIN, until: deadline) else { throw SiteRequest.Failure(status: 408) }
            guard let some = receiveSome() else { return nil }
            received += some
        }
    }

    private func receiveSome() -> Data? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Data(buffer[..<count]) : nil
    }

    private func send(_ data: Data) {
        #if canImport(Darwin)
        let flags = MSG_DONTWAIT
        #else
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        #endif
        let deadline = ContinuousClock.now + .seconds(Self.patienceSeconds)
        var rest = data[...]
        while !rest.isEmpty, isReady(POLLOUT, until: deadline) {
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
            guard count > 0 || errno == EAGAIN || errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// Lets the other side read to the end: closing the socket while it has unread input would discard the response.
    private func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
        let deadline = ContinuousClock.now + .seconds(1)
        while isReady(POLLIN, until: deadline), receiveSome() != nil {}
    }

    private func isReady(_ events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            guard left > 0 else { return false }
            var event = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = poll(&event, 1, Int32(left.rounded(.up)))
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }
}
