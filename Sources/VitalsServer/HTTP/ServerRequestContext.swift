import Foundation
import Hummingbird
import Logging
import NIOCore

/// Facts that the middlewares collect about a request on its way to the route.
struct ServerRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Set by `RequestIDMiddleware`.
    var requestID = ""
    /// Set by `AuthenticationMiddleware`; the routes behind it can rely on it.
    var user: UUID?
    /// Address of the connection's other end, which may be a proxy; nil where the system doesn't report it.
    let clientAddress: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        clientAddress = source.channel.remoteAddress
    }
}
