import HTTPTypes
package import Hummingbird
import NIOCore

/// The server's routes and their middleware.
enum Routes {
    static func router(service: SyncService, configuration: HTTPConfiguration) -> Router<ServerRequestContext> {
        let router = Router(context: ServerRequestContext.self)
        for middleware in configuration.components.outermost { router.add(middleware: middleware) }
        router.add(middleware: RequestIDMiddleware())
        router.add(middleware: RequestLogMiddleware())
        router.add(middleware: ProblemMiddleware())
        if !configuration.refusesDevelopmentToken {
            router.add(middleware: LoopbackHostMiddleware(store: service.store, peers: configuration.localPeers))
        }
        for makeGuard in configuration.components.guards {
            if let middleware = makeGuard(service, configuration) { router.add(middleware: middleware) }
        }
        for fallback in configuration.components.fallbacks { router.add(middleware: fallback) }
        let wrongMethods = MethodNotAllowedMiddleware()
        router.add(middleware: wrongMethods)

        ProbeRoutes(store: service.store, timeoutSeconds: min(configuration.requestTimeoutSeconds, 5)).add(to: router)
        let sync = router.authenticated("sync", by: service, configuration)
            .add(middleware: PushShareMiddleware(waitTimeout: .seconds(min(configuration.requestTimeoutSeconds, 5))))
        SyncRoutes(service: service, timeoutSeconds: configuration.requestTimeoutSeconds).add(to: sync)
        for addRoutes in configuration.components.routes { addRoutes(router, service, configuration) }
        wrongMethods.learn(router.routes)
        return router
    }
}

extension Router<ServerRequestContext> {
    /// The routes below a path that need a user's token. Their problems are made inside the group, so that they carry the
    /// account like every other response.
    func authenticated(
        _ path: RouterPath = "", by service: SyncService, _ configuration: HTTPConfiguration
    ) -> RouterGroup<ServerRequestContext> {
        group(path)
            .add(
                middleware: AuthenticationMiddleware(
                    service: service, timeoutSeconds: configuration.requestTimeoutSeconds,
                    refusesDevelopmentToken: configuration.refusesDevelopmentToken)
            )
            .add(middleware: ProblemMiddleware())
    }
}

extension Response {
    package static func json(_ bytes: [UInt8]) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

/// The health checks: is the process running, and does its database respond?
struct ProbeRoutes: Sendable {
    let store: any SyncStore
    let timeoutSeconds: Double

    func add(to router: Router<ServerRequestContext>) {
        router.get("healthz") { _, _ in process }
        router.get("readyz") { _, _ in try await database() }
    }

    private var process: Response { .json(Array(#"{"status":"ok"}"#.utf8)) }

    private func database() async throws -> Response {
        do {
            try await withTimeout(seconds: timeoutSeconds) { try await store.checkReadiness() }
        } catch {
            throw ServiceError.notReady(cause: String(reflecting: error))
        }
        return process
    }
}
