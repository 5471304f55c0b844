import Hummingbird

import struct Foundation.UUID

/// Lets a user send at most four pushes at a time; the others wait before their bodies are read.
///
/// A push holds its whole body, up to 5 MiB, and a slow client may take half a minute to send it.
struct PushShareMiddleware: RouterMiddleware {
    static let pushesAtATime = 4
    private let permits: KeyedSemaphore<UUID>

    /// - Parameter waitTimeout: how long a push waits before the server answers that the client should retry later.
    init(waitTimeout: Duration = .seconds(5)) {
        permits = KeyedSemaphore(width: Self.pushesAtATime, timeout: waitTimeout)
    }

    func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .post, let user = context.user else { return try await next(request, context) }
        do {
            return try await permits.withPermit(at: user) { try await next(request, context) }
        } catch SemaphoreError.timedOut {
            throw ServiceError.busy(cause: "this user's pushes take all of their share")
        }
    }
}
