import Foundation
import Hummingbird
import Logging
import NIOCore

/// What the middlewares learn about a request on its way to the route.
struct ServerRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Set by `RequestIDMiddleware`.
    var requestID = ""
    /// Set by `AuthenticationMiddleware`; routes behind it may rely on it.
    var user: UUID?
    /// Of the connection's other end, which may be a proxy; nil where the system does not tell.
    let clientAddress: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        clientAddress = source.channel.remoteAddress
    }
}
