import Foundation
import Hummingbird
import Logging

/// What the middlewares learn about a request on its way to the route.
struct ServerRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Set by `RequestIDMiddleware`.
    var requestID = ""
    /// Set by `AuthenticationMiddleware`; routes behind it may rely on it.
    var user: UUID?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
