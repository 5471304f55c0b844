import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Keeps each accepted connection until it has closed, whether it's served or not.
///
/// A server that stops drops the connections that it has accepted and doesn't serve yet. NIO ends the whole program when a
/// connection is dropped that was never used (<https://github.com/apple/swift-nio/issues/2813>).
struct KeptConnections<Base: ServerChildChannel>: ServerChildChannel
where Base.Value == NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart> {
    let base: Base

    init(_ base: Base) { self.base = base }

    final class Value: ServerChildChannelValue {
        let connection: Base.Value
        private let isTaken = Mutex(false)

        init(_ connection: Base.Value) { self.connection = connection }

        var channel: any Channel { connection.channel }

        /// True for the first caller, who has to use the connection.
        func take() -> Bool {
            isTaken.withLock { isTaken in
                defer { isTaken = true }
                return !isTaken
            }
        }
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        base.setup(channel: channel, logger: logger).map { connection in
            let value = Value(connection)
            channel.closeFuture.whenComplete { _ in
                guard value.take() else { return }
                Task { try? await value.connection.executeThenClose { _, _ in } }
            }
            return value
        }
    }

    func handle(value: Value, logger: Logger) async {
        guard value.take() else { return }
        await base.handle(value: value.connection, logger: logger)
    }
}

extension HTTPServerBuilder {
    /// HTTP/1.1 without TLS.
    static func plain(_ configuration: HTTP1Channel.Configuration) -> HTTPServerBuilder {
        HTTPServerBuilder { KeptConnections(HTTP1Channel(responder: $0, configuration: configuration)) }
    }
}
