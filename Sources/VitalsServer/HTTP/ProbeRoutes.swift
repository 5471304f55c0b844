import Hummingbird

/// The health checks: is the process running, and does its database respond?
struct ProbeRoutes: Sendable {
    let store: any SyncStore
    let timeoutSeconds: Double

    var process: Response { .json(Array(#"{"status":"ok"}"#.utf8)) }

    func database() async throws -> Response {
        do {
            try await withTimeout(seconds: timeoutSeconds) { try await store.checkReadiness() }
        } catch {
            throw ServiceError.notReady(cause: String(reflecting: error))
        }
        return process
    }
}
