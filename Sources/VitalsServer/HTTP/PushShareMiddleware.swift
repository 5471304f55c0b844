package import Hummingbird

import struct Foundation.UUID

/// Lets a user send at most four pushes at a time; the others wait before their bodies are read.
///
/// A push holds its whole body, up to 5 MiB, and then its response, up to 1 MiB. A slow client may take half a minute
/// to send the one, and as long to read the other. So the connection holds the push's permit, too: until the response
/// has left the process, or until the connection closes.
package struct PushShareMiddleware: RouterMiddleware {
    static let pushesAtATime = 4
    let permits: KeyedSemaphore<UUID>

    /// - Parameter waitTimeout: how long a push waits before the server answers that the client should retry later.
    package init(waitTimeout: Duration = .seconds(5)) {
        permits = KeyedSemaphore(width: Self.pushesAtATime, timeout: waitTimeout)
    }

    package func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .post || request.method == .put, let user = context.user else {
            return try await next(request, context)
        }
        let permit: Permit
        do {
            permit = try await permits.permit(at: user)
        } catch SemaphoreError.timedOut {
            throw ServiceError.busy(cause: "this user's pushes take all of their share")
        }
        // When the client disconnects, the connection drops the permit, but the push goes on.
        defer { withExtendedLifetime(permit) {} }
        try await context.connection.hold(permit)
        return try await next(request, context)
    }
}
