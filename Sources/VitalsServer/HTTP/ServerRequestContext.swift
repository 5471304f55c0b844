package import Foundation
package import Hummingbird
import Logging
import NIOCore

/// Facts that the middlewares collect about a request on its way to the route.
package struct ServerRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Set by `RequestIDMiddleware`.
    var requestID = ""
    /// Set by `AuthenticationMiddleware`; the routes behind it can rely on it.
    package internal(set) var user: UUID?
    /// True for a token that may not read every record: its events only say that something changed.
    var eventsAreHints = false
    /// The connection that the request came by.
    let connection: Connection

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        connection = Connection(channel: source.channel)
    }

    struct Connection: Sendable {
        fileprivate let channel: any Channel

        /// Address of the other end, which may be a proxy; nil where the system doesn't report it.
        var clientAddress: SocketAddress? { channel.remoteAddress }

        /// Holds a permit until the response to this request has left the process, or the connection closes.
        ///
        /// - Throws: `ServiceError.malformedHTTP` where it is closed already.
        func hold(_ permit: Permit) async throws {
            do {
                // `ConnectionGuard` takes it.
                try await channel.triggerUserOutboundEvent(permit).get()
            } catch {
                throw ServiceError.malformedHTTP
            }
        }

        /// Has `report` called if the connection is closed because the client doesn't read.
        func onStall(_ report: @escaping @Sendable () -> Void) {
            // `ConnectionGuard` takes it. Where the connection is closed already, there's nothing to report.
            channel.triggerUserOutboundEvent(StallReport(call: report), promise: nil)
        }
    }
}
