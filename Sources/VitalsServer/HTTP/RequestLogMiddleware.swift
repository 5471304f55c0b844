import Hummingbird
import Logging

/// Logs one line per request: method, path, status, duration. It never logs a query, a header or a body.
struct RequestLogMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response = try await next(request, context)
        let status = response.status.code
        guard response.body.contentLength == nil else {
            Self.log(request, status: status, since: start, to: context.logger)
            return response
        }
        let logger = context.logger
        let body = response.body
        response.body = ResponseBody { writer in
            do {
                try await body.write(writer)
            } catch {
                logger.warning("response cut off", metadata: ["cause": "\(String(reflecting: error))"])
                throw error
            }
            Self.log(request, status: status, since: start, to: logger)
        }
        return response
    }

    private static func log(
        _ request: Request, status: Int, since start: ContinuousClock.Instant, to logger: Logger
    ) {
        let duration = (ContinuousClock.now - start).components
        let milliseconds = duration.seconds * 1000 + duration.attoseconds / 1_000_000_000_000_000
        logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)",
                "path": "\(request.uri.path.prefix(100))",
                "status": "\(status)",
                "duration_ms": "\(milliseconds)",
            ])
    }
}
