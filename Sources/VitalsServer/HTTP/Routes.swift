import HTTPTypes
import Hummingbird
import NIOCore

/// The server's routes and their middleware.
enum Routes {
    private static let methods = [
        "/sync/push": "POST", "/sync/pull": "GET", "/healthz": "GET", "/readyz": "GET",
    ]

    /// The method of a known path; nil for an unknown path.
    static func allowedMethod(path: String) -> String? {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        return methods[trimmed]
    }

    static func router(service: SyncService, configuration: HTTPConfiguration) -> Router<ServerRequestContext> {
        let router = Router(context: ServerRequestContext.self)
        router.add(middleware: RequestIDMiddleware())
        router.add(middleware: RequestLogMiddleware())
        router.add(middleware: ProblemMiddleware())
        if !configuration.refusesDevelopmentToken {
            router.add(middleware: LoopbackHostMiddleware(store: service.store))
        }
        router.add(
            middleware: AdditionsMiddleware(
                routes: configuration.additions.routes.compactMap { $0(service.store, configuration) }))

        let health = ProbeRoutes(store: service.store, timeoutSeconds: min(configuration.requestTimeoutSeconds, 5))
        router.get("healthz") { _, _ in health.process }
        router.get("readyz") { _, _ in try await health.database() }

        let sync = SyncRoutes(service: service, timeoutSeconds: configuration.requestTimeoutSeconds)
        // Problems inside the group are created there, so that they carry the account like every other response.
        let group = router.group("sync")
            .add(
                middleware: AuthenticationMiddleware(
                    service: service, timeoutSeconds: configuration.requestTimeoutSeconds,
                    refusesDevelopmentToken: configuration.refusesDevelopmentToken)
            )
            .add(middleware: ProblemMiddleware())
            .add(middleware: PushShareMiddleware(waitTimeout: .seconds(min(configuration.requestTimeoutSeconds, 5))))
        group.post("push") { request, context in try await sync.push(request, context) }
        group.get("pull") { request, context in try await sync.pull(request, context) }
        return router
    }
}

extension Response {
    static func json(_ bytes: [UInt8]) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
