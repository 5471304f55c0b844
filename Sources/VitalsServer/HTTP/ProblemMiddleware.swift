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
            let problem = Problem(error: Self.serviceError(error), requestID: context.requestID)
            if let cause = problem.error.cause {
                context.logger.error("\(problem.error.code)", metadata: ["cause": "\(cause)"])
            }
            return request.method == .head ? problem.response.createHeadResponse() : problem.response
        }
    }

    private static func serviceError(_ error: any Error) -> ServiceError {
        guard let error = error as? any HTTPResponseError, error.status == .notFound else { return .from(error) }
        return .notFound
    }
}
