import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Vitals
import VitalsServer

/// The routes below `/api/v1`: HTTP on one side, `CompanionService` on the other.
struct CompanionRoutes: Sendable {
    let companion: CompanionService
    let sync: SyncService
    let timeoutSeconds: Double

    private typealias Store = @Sendable ([UInt8], CompanionService.Method, UUID) async throws -> CompanionReport
    private typealias Existing = @Sendable ([UInt8], UUID) async throws -> [UUID]

    /// - Parameter group: authenticates each request.
    func add(to group: RouterGroup<ServerRequestContext>) {
        group.get("client") { request, context in
            let (user, _) = try sync.checkedCaller(of: request, context)
            return Self.client(user)
        }
        let companion = companion
        add("workouts", to: group, { try await companion.workouts(body: $0, $1, user: $2) }) {
            try await companion.existingWorkouts(body: $0, user: $1)
        }
        add("profile-metrics", to: group, { try await companion.metrics(body: $0, $1, user: $2) }) {
            try await companion.existingMetrics(body: $0, user: $1)
        }
    }

    private func add(
        _ path: String, to group: RouterGroup<ServerRequestContext>, _ store: @escaping Store,
        _ existing: @escaping Existing
    ) {
        let methods: [(HTTPRequest.Method, CompanionService.Method)] = [(.post, .add), (.put, .replace)]
        for (name, method) in methods {
            group.on(RouterPath(path), method: name) { request, context in
                let (user, _) = try sync.checkedCaller(of: request, context)
                let body = try await request.collectSamples()
                let report = try await withTimeout(seconds: timeoutSeconds) { try await store(body, method, user) }
                context.logger.info(
                    "companion sent \(path)",
                    metadata: [
                        "received": "\(report.received)", "inserted": "\(report.inserted)",
                        "updated": "\(report.updated)", "duplicates": "\(report.duplicates)",
                        "errors": "\(report.errors.count)",
                    ])
                return Response.json(report.json)
            }
        }
        group.post("\(path)/query") { request, context in
            let (user, _) = try sync.checkedCaller(of: request, context)
            let body = try await request.collectSamples()
            let ids = try await withTimeout(seconds: timeoutSeconds) { try await existing(body, user) }
            return Response.json(.object([.init("existing", .array(ids.map { .string($0.lowercased) }))]))
        }
    }

    /// Says who a companion's user is.
    static func client(_ user: UUID, further members: [JSONValue.Member] = []) -> Response {
        let id = CompanionID.client(user)
        var response = Response.json(.object([.init("client_id", .string(id.lowercased))] + members))
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
