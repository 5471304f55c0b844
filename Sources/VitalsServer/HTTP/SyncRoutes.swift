import HTTPTypes
import Hummingbird
import NIOCore
import Vitals

/// The two routes of the sync protocol: HTTP on one side, `SyncService` on the other.
struct SyncRoutes: Sendable {
    let service: SyncService
    let timeoutSeconds: Double

    /// - Parameter group: authenticates each request.
    func add(to group: RouterGroup<ServerRequestContext>) {
        group.post("push") { request, context in try await push(request, context) }
        group.get("pull") { request, context in try await pull(request, context) }
    }

    func push(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        // @write 12 push-route
        let caller = try caller(of: request, context)
        // Read the body before the store's timeout starts: its speed depends on the client, not on the store.
        let body = try await request.collectBytes(limitBytes: service.limits.bodySizeBytes)
        let answer = try await withTimeout(seconds: timeoutSeconds) {
            try await service.push(body: body, caller: caller)
        }
        return Response.json(answer.body).adding(answer.identity)
        // @starter
        //| throw notWritten(12, "read the body, let the service push it for the caller, answer with what it says")
        // @end
    }

    func pull(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        // @write 12 pull-route
        let caller = try caller(of: request, context)
        let cursor = try request.wholeNumber("cursor") ?? 0
        guard let limit = try request.wholeNumber("limit") else {
            return try await pullAll(cursor: cursor, caller: caller)
        }
        let answer = try await withTimeout(seconds: timeoutSeconds) {
            try await service.pull(cursor: cursor, limit: Int(limit), caller: caller)
        }
        return Response.json(answer.body).adding(answer.identity)
        // @starter
        //| throw notWritten(12, "read cursor and limit, let the service pull for the caller, answer with what it says")
        // @end
    }

    /// Pulls the whole set, for a request without a limit.
    private func pullAll(cursor: Int64, caller: RequestIdentity) async throws -> Response {
        let answer = try await withTimeout(seconds: timeoutSeconds) {
            try await service.pullAll(cursor: cursor, caller: caller)
        }
        return Response.json(answer.body).adding(answer.identity)
    }

    /// Builds the caller's identity from the token's user and the headers that the device sent.
    private func caller(of request: Request, _ context: ServerRequestContext) throws -> RequestIdentity {
        guard let user = context.user else { throw ServiceError.unauthorized }
        return RequestIdentity(
            user: user, account: request.headers[.vitalsAccount], receipt: request.headers[.vitalsReceipt])
    }
}

extension Response {
    /// A pull's response, streamed. Each piece is read once the client has taken the one before.
    fileprivate static func json(_ stream: PullStream) -> Response {
        let body = ResponseBody { writer in
            try await stream.write { try await writer.write(ByteBuffer(bytes: $0)) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "application/json"], body: body)
    }

    /// Adds the receipt (a history token) that the device stores. A server of the base protocol sends none.
    fileprivate func adding(_ identity: SyncHeaders?) -> Response {
        var response = self
        if let receipt = identity?.receipt { response.headers[.vitalsReceipt] = receipt.description }
        return response
    }
}
