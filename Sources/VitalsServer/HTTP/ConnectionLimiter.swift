import Logging
import NIOCore
import NIOHTTPTypes
import Synchronization
import Vitals

/// Counts the open connections and decides which new ones are served.
///
/// A connection costs a file descriptor and some memory before anyone has shown a token. So there are at most `limit`.
/// One client address gets a quarter of them, and can't keep the others out.
final class ConnectionLimiter: Sendable {
    private struct Connections {
        var count = 0
        var countByAddress: [String: Int] = [:]
        /// True from a refusal to the next connection that is served.
        var isRefusing = false
    }

    private let limit: Int
    private let limitPerAddress: Int
    private let logger: Logger
    private let connections = Mutex(Connections())

    /// - Parameter trustedProxyCount: how many proxies are in front of the server. With one or more, all connections
    ///   come from a proxy's address, so the address isn't the client's and has no limit of its own.
    init(limit: Int, trustedProxyCount: Int, logger: Logger) {
        self.limit = limit
        limitPerAddress = trustedProxyCount > 0 ? limit : max(1, limit / 4)
        self.logger = logger
    }

    /// The number of connections that are being served.
    var count: Int { connections.withLock(\.count) }

    /// Counts a new connection; false where it must be closed. Logs the first of several refusals, without its address.
    func admit(_ address: String) -> Bool {
        let (isAdmitted, isFirstRefusal) = connections.withLock { connections in
            let ownCount = connections.countByAddress[address, default: 0]
            let isAdmitted = connections.count < limit && ownCount < limitPerAddress
            if isAdmitted {
                connections.count += 1
                connections.countByAddress[address] = ownCount + 1
            }
            defer { connections.isRefusing = !isAdmitted }
            return (isAdmitted, !isAdmitted && !connections.isRefusing)
        }
        if isFirstRefusal { logger.warning("too many connections; new ones are closed") }
        return isAdmitted
    }

    /// Forgets a connection that was admitted and has closed.
    func remove(_ address: String) {
        connections.withLock { connections in
            connections.count -= 1
            let ownCount = connections.countByAddress[address, default: 1] - 1
            connections.countByAddress[address] = ownCount == 0 ? nil : ownCount
        }
    }
}

/// Closes a connection beyond the limit at once.
///
/// It gets no 503: to send one, the server would have to keep the connection until the request has come, or do a TLS
/// handshake, and that is what the limit is about. A phone takes the closing for a server that is offline for now.
final class ConnectionLimitHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let limiter: ConnectionLimiter
    private var admittedAddress: String?

    init(_ limiter: ConnectionLimiter) { self.limiter = limiter }

    func channelActive(context: ChannelHandlerContext) {
        let address = context.remoteAddress?.clientKey ?? "unknown"
        guard limiter.admit(address) else { return context.close(promise: nil) }
        admittedAddress = address
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        forget()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { forget() }

    private func forget() {
        guard let admittedAddress else { return }
        limiter.remove(admittedAddress)
        self.admittedAddress = nil
    }
}

extension SocketAddress {
    /// The whole IPv4 address, or the first 64 bits of an IPv6 address, because the client can choose the rest.
    var clientKey: String {
        guard case .v6 = self else { return ipAddress ?? "local" }
        return withSockAddr { address, sizeBytes in
            // The 16 bytes after family, port and flow of `sockaddr_in6`.
            let bytes = UnsafeRawBufferPointer(start: address, count: sizeBytes)[8..<24]
            // ::ffff:a.b.c.d is an IPv4 address written as IPv6. Its first 64 bits are the same for every client.
            let isMapped = bytes.prefix(12).elementsEqual(Array(repeating: 0, count: 10) + [0xFF, 0xFF])
            return isMapped ? bytes.suffix(4).map(String.init).joined(separator: ".") : bytes.prefix(8).hexadecimal
        }
    }
}
