import HTTPTypes
import Hummingbird
import Logging

/// Turns every error into a problem, so that no other error leaves the server.
struct ProblemMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let problem = Problem(error: Self.serviceError(error, for: request), requestID: context.requestID)
            if let cause = problem.error.cause {
                context.logger.error("\(problem.error.code)", metadata: ["cause": "\(cause)"])
            }
            return request.method == .head ? problem.response.createHeadResponse() : problem.response
        }
    }

    private static func serviceError(_ error: any Error, for request: Request) -> ServiceError {
        guard let error = error as? any HTTPResponseError, error.status == .notFound else { return .from(error) }
        // The router also reports "not found" when the path is known but the method is wrong.
        return Routes.allowedMethod(path: request.uri.path).map(ServiceError.methodNotAllowed) ?? .notFound
    }
}
