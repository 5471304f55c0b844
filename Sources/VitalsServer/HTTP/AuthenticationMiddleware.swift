import HTTPTypes
import Hummingbird

import struct Foundation.UUID

/// Finds the user that a token belongs to. Every route behind it can rely on `context.user`.
struct AuthenticationMiddleware: RouterMiddleware {
    let service: SyncService
    let timeoutSeconds: Double
    /// The seeded token is public, so beyond loopback it opens nothing, even where it was added later.
    let refusesDevelopmentToken: Bool

    func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        // @write 12 authenticate
        guard let token = Self.token(in: request.headers[.authorization]) else { throw ServiceError.unauthorized }
        guard !(refusesDevelopmentToken && token == DevelopmentUser.token) else { throw ServiceError.unauthorized }
        let store = service.store
        let user = try await withTimeout(seconds: timeoutSeconds) { try await store.user(token: token) }
        guard let user else { throw ServiceError.unauthorized }
        var context = context
        context.user = user
        return identify(try await next(request, context), as: user)
        // @starter
        //| throw notWritten(12, "find the user of the Bearer token, hand it on in the context, or answer 401")
        // @end
    }

    /// Adds the account's name to the response, so that a device notices when another user's token was typed in.
    private func identify(_ response: Response, as user: UUID) -> Response {
        guard let identity = service.identity(of: user) else { return response }
        var response = response
        response.headers[.vitalsAccount] = identity.account
        response.headers[.vitalsFeatures] = identity.features
        return response
    }

    /// The token of `Bearer TOKEN`; nil where the header is missing or has another form.
    private static func token(in header: String?) -> String? { BearerToken.read(header) }
}
