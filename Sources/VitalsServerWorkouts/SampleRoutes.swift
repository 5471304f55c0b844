import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Vitals
import VitalsServer
import VitalsServerEntities
import VitalsWorkouts

/// The routes below `/health`: HTTP on one side, `SampleService` on the other.
struct SampleRoutes: Sendable {
    let samples: SampleService
    let sync: SyncService
    let timeoutSeconds: Double

    /// - Parameter group: authenticates each request.
    func add(to group: RouterGroup<ServerRequestContext>) {
        group.post("samples") { request, context in try await upload(request, context) }
        group.post("samples/deletions") { request, context in try await delete(request, context) }
        group.get("samples") { request, context in try await list(request, context) }
        group.get("receipt") { request, context in try await checkReceipt(request, context) }
        group.get("summary") { request, context in try await summary(request, context) }
    }

    private func upload(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (user, receipt) = try sync.checkedCaller(of: request, context)
        let upload = try SampleUpload(body: try await request.collectSamples())
        let response = try await withTimeout(seconds: timeoutSeconds) { [samples] in
            try await samples.upload(upload, user: user, receipt: receipt)
        }
        context.logger.info(
            "samples uploaded",
            metadata: [
                "operation": "\(upload.request.id.lowercased)", "received": "\(upload.request.count)",
                "rejected": "\(upload.rejected.count)",
            ])
        return answer(response)
    }

    private func delete(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (user, receipt) = try sync.checkedCaller(of: request, context)
        let deletions = try SampleDeletions(body: try await request.collectSamples())
        let response = try await withTimeout(seconds: timeoutSeconds) { [samples] in
            try await samples.delete(deletions, user: user, receipt: receipt)
        }
        context.logger.info(
            "samples deleted",
            metadata: ["operation": "\(deletions.request.id.lowercased)", "received": "\(deletions.ids.count)"])
        return answer(response)
    }

    private func checkReceipt(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (user, receipt) = try sync.checkedCaller(of: request, context)
        let head = try await withTimeout(seconds: timeoutSeconds) { [samples] in
            try await samples.head(user: user, receipt: receipt)
        }
        let json = JSONValue.object([.init("receipt", head.map { .string($0.receipt.description) } ?? .null)])
        return answer(SampleService.Response(text: CanonicalJSON.text(json), head: head))
    }

    private func list(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (user, _) = try sync.checkedCaller(of: request, context)
        let query = try SampleQuery(
            type: try request.text("type"), from: try request.text("from"), to: try request.text("to"),
            limit: try request.wholeNumber("limit"), after: try request.text("after"))
        let page = try await withTimeout(seconds: timeoutSeconds) { [samples] in
            let page = try await samples.list(query, user: user)
            return (samples: page.samples, next: page.next)
        }
        return .json(
            .object([
                .init("samples", .array(page.samples.map(\.json))),
                .init("next", page.next.map { .string($0.text) } ?? .null),
            ]))
    }

    private func summary(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (user, _) = try sync.checkedCaller(of: request, context)
        let rows = try await withTimeout(seconds: timeoutSeconds) { [samples] in
            try await samples.summary(user: user)
        }
        var types: [(name: String, rows: [SampleSummary])] = []
        for row in rows {
            if types.last?.name != row.type { types.append((row.type, [])) }
            types[types.count - 1].rows.append(row)
        }
        let json = types.map { type in
            JSONValue.object([
                .init("type", .string(type.name)), .init("count", .count(type.rows.reduce(0) { $0 + $1.count })),
                .init("first", .string((type.rows.map(\.first).min() ?? .min).rfc3339)),
                .init("last", .string((type.rows.map(\.last).max() ?? .max).rfc3339)),
                .init(
                    "sources",
                    .array(
                        type.rows.map { row in
                            .object([
                                .init("source", .string(row.source)), .init("count", .count(row.count)),
                                .init("last", .string(row.last.rfc3339)),
                            ])
                        })),
            ])
        }
        return .json(.object([.init("types", .array(json))]))
    }

    private func answer(_ response: SampleService.Response) -> Response {
        var answer = Response.json(Array(response.text.utf8))
        if sync.sendsIdentity { answer.headers[.vitalsReceipt] = response.head?.receipt.description }
        return answer
    }
}

extension SyncService {
    /// The user of a request, and the receipt that it brought.
    func checkedCaller(
        of request: Request, _ context: ServerRequestContext
    ) throws(ServiceError) -> (user: UUID, receipt: Receipt?) {
        guard let user = context.user else { throw .unauthorized }
        let identity = RequestIdentity(
            user: user, account: request.headers[.vitalsAccount], receipt: request.headers[.vitalsReceipt])
        return (user, try checkedCaller(identity))
    }
}

extension Request {
    /// Reads a body of samples, or of a companion's items.
    func collectSamples() async throws(ServiceError) -> [UInt8] {
        do {
            return try await collectBytes(limitBytes: SampleLimits.bodySizeBytes)
        } catch  where error.status == 413 {
            throw .tooManySamples("A body has at most \(SampleLimits.bodySizeBytes) bytes; send less at a time.")
        }
    }

    /// Reads a text from the query; nil where it wasn't sent.
    ///
    /// - Throws: 400 for a name that occurs twice.
    fileprivate func text(_ name: String) throws(ServiceError) -> String? {
        let values = uri.queryParameters[values: name[...]]
        guard values.count <= 1 else { throw .badParameter(name, "Send it once.") }
        return values.first.map(String.init)
    }
}

extension Response {
    static func json(_ body: JSONValue) -> Response { .json(Array(CanonicalJSON.text(body).utf8)) }
}
