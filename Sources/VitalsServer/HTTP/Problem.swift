import HTTPTypes
package import Hummingbird
import Logging
import NIOCore

/// An error in the JSON format of RFC 9457.
struct Problem {
    let error: ServiceError
    let requestID: String

    static let mediaType = "application/problem+json"

    var body: [UInt8] {
        var writer = JSONBytes()
        writer.raw(#"{"type":"#)
        writer.text("urn:vitals:problem:\(error.code)")
        writer.raw(#","title":"#)
        writer.text(error.title)
        writer.raw(#","status":"# + String(error.status) + #","detail":"#)
        writer.text(error.detail)
        writer.raw(#","code":"#)
        writer.text(error.code)
        if let path = error.path {
            writer.raw(#","path":"#)
            writer.text(path)
        }
        writer.raw(#","requestId":"#)
        writer.text(requestID)
        writer.raw("}")
        return writer.bytes
    }

    var headers: HTTPFields {
        var headers: HTTPFields = [.contentType: Self.mediaType]
        if let seconds = error.retryAfterSeconds { headers[.retryAfter] = String(seconds) }
        if error.status == 401 { headers[.wwwAuthenticate] = "Bearer" }
        if let allowed = error.allowedMethods { headers[.allow] = allowed }
        return headers
    }

    var response: Response {
        Response(
            status: .init(code: error.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

/// Turns every error into a problem, so that no other error leaves the server.
package struct ProblemMiddleware: RouterMiddleware {
    package init() {}

    package func handle(
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
