import Hummingbird

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
