import Foundation
import HTTPTypes
import Hummingbird
import Logging
package import Vitals
package import VitalsEntities
package import VitalsServer

/// The routes below `/entities`: HTTP on one side, `EntityService` on the other.
struct EntityRoutes: Sendable {
    let entities: EntityService
    let sync: SyncService
    let timeoutSeconds: Double

    /// - Parameter group: authenticates each request.
    func add(to group: RouterGroup<ServerRequestContext>) {
        group.post("push") { request, context in try await push(request, context) }
        group.post("restate") { request, context in try await restate(request, context) }
        group.get("changes") { request, context in try await changes(request, context) }
        group.get(":type/:id") { request, context in try await entity(request, context) }
    }

    private func push(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (user, receipt) = try caller(of: request, context)
        let pushed = try EntityPushRequest(body: try await body(of: request, EntityRequestLimits.pushSizeBytes))
        let response = try await withTimeout(seconds: timeoutSeconds) { [entities] in
            try await entities.push(pushed.commands, user: user, receipt: receipt)
        }
        let statuses = Dictionary(grouping: response.body, by: \.status).map { "\($0.value.count) \($0.key.rawValue)" }
        context.logger.info(
            "entities pushed",
            metadata: [
                "operation": "\(pushed.operation ?? "unnamed")",
                "results": "\(statuses.sorted().joined(separator: ", "))",
            ])
        return json(.object([.init("results", .array(response.body.map(\.json)))]), response.head)
    }

    private func restate(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (user, receipt) = try caller(of: request, context)
        let part = try EntityRestateRequest(
            body: try await body(of: request, EntityRequestLimits.restateSizeBytes), types: entities.types)
        let response = try await withTimeout(seconds: timeoutSeconds) { [entities] in
            try await entities.restate(part.rows, aliases: part.aliases, user: user, receipt: receipt)
        }
        let replaced = response.body.replaced.map { JSONValue.Member($0.key.lowercased, $0.value.json) }
        let body: [JSONValue.Member] = [
            .init("replaced", .object(replaced.sorted { $0.name < $1.name })),
            .init("unplaced", .array(response.body.unplaced.map { .string($0.lowercased) })),
        ]
        return json(.object(body), response.head)
    }

    private func changes(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (user, receipt) = try caller(of: request, context)
        let asked = try EntityChangesRequest(
            cursor: try text("cursor", of: request), limit: try wholeNumber("limit", of: request), types: entities.types
        )
        let page = try await withTimeout(seconds: timeoutSeconds) { [entities] in
            try await entities.changes(cursors: asked.cursors, limit: asked.limit, user: user, receipt: receipt)
        }
        let tag = page.head.map { "\"\($0.receipt)\"" }
        if let tag, request.names(tag) { return Response(status: .notModified, headers: [.eTag: tag]) }
        let cursors = page.cursors(after: asked.cursors).sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
        let body: [JSONValue.Member] = [
            .init("entities", .array(page.rows.map(\.json))),
            .init("cursor", .string(cursors.joined(separator: ","))), .init("more", .bool(page.hasMore)),
        ]
        var response = json(.object(body), page.head)
        response.headers[.eTag] = tag
        return response
    }

    private func entity(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (user, receipt) = try caller(of: request, context)
        let (type, id) = (context.parameters.get("type"), context.parameters.get("id"))
        guard let type, entities.types.names.contains(where: { $0.utf8.elementsEqual(type.utf8) }),
            let id = id.flatMap({ UUID(text: $0) })
        else { throw ServiceError.noSuchEntity }
        let page = try await withTimeout(seconds: timeoutSeconds) { [entities] in
            try await entities.entity(type: type, id: id, user: user, receipt: receipt)
        }
        guard let row = page.rows.first else { throw ServiceError.noSuchEntity }
        return json(row.json, page.head)
    }

    // MARK: Requests

    private func caller(
        of request: Request, _ context: ServerRequestContext
    ) throws(ServiceError) -> (user: UUID, receipt: Receipt?) {
        guard let user = context.user else { throw .unauthorized }
        let identity = RequestIdentity(
            user: user, account: request.headers[.vitalsAccount], receipt: request.headers[.vitalsReceipt])
        return (user, try sync.checkedCaller(identity))
    }

    private func body(of request: Request, _ limit: Int) async throws(ServiceError) -> [UInt8] {
        do {
            return try await request.collectBytes(limitBytes: limit)
        } catch  where error.status == 413 {
            throw .tooLarge("A body has at most \(limit) bytes; send less at a time.")
        }
    }

    private func text(_ name: String, of request: Request) throws(ServiceError) -> String? {
        let values = request.uri.queryParameters[values: name[...]]
        guard values.count <= 1 else { throw .malformed("Send it once.", path: name) }
        return values.first.map(String.init)
    }

    private func wholeNumber(_ name: String, of request: Request) throws(ServiceError) -> Int64? {
        do {
            return try request.wholeNumber(name)
        } catch {
            throw .malformed(error.detail, path: name)
        }
    }

    private func json(_ body: JSONValue, _ head: EntityLogRow?) -> Response {
        var response = Response.json(Array(CanonicalJSON.text(body).utf8))
        if sync.sendsIdentity { response.headers[.vitalsReceipt] = head?.receipt.description }
        return response
    }
}

extension Request {
    /// True if the client has a response with this entity tag.
    fileprivate func names(_ tag: String) -> Bool {
        guard let known = headers[.ifNoneMatch] else { return false }
        return known.utf8.split(separator: UInt8(ascii: ",")).contains { part in
            let text = part.drop { $0 == UInt8(ascii: " ") }
            let bare = text.starts(with: "W/".utf8) ? text.dropFirst(2) : text
            return bare.prefix { $0 != UInt8(ascii: " ") }.elementsEqual(tag.utf8)
        }
    }
}

/// Names the server's types of entities on every response, problems among them: a phone asks for no others.
private struct EntityTypesMiddleware: RouterMiddleware {
    let types: String

    func handle(
        _ request: Request, context: ServerRequestContext,
        next: (Request, ServerRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.vitalsEntityTypes] = types
        return response
    }
}

extension HTTPField.Name {
    static let vitalsEntityTypes = HTTPField.Name("Vitals-Entity-Types")!
}

extension ServerComponents {
    /// Serves the routes below `/entities`, where the store has their tables.
    ///
    package mutating func addEntities(
        types: EntityTypes = .builtIn, now: @escaping @Sendable () -> Timestamp = Pairing.wallClock
    ) {
        addRoutes(below: "entities") { group, service, configuration in
            guard let entities = EntityService(serving: service, configuration, types: types, now: now) else { return }
            let timeout = configuration.requestTimeoutSeconds
            let routes =
                group
                // The problems are made within, so that they name the types too.
                .add(middleware: EntityTypesMiddleware(types: types.names.joined(separator: ",")))
                .add(middleware: ProblemMiddleware())
                .add(middleware: PushShareMiddleware(waitTimeout: .seconds(min(timeout, 5))))
            EntityRoutes(entities: entities, sync: service, timeoutSeconds: timeout).add(to: routes)
        }
    }
}

extension EntityService {
    /// The service of a running server; nil where its store has no tables of entities.
    package init?(
        serving service: SyncService, _ configuration: HTTPConfiguration, types: EntityTypes = .builtIn,
        now: @escaping @Sendable () -> Timestamp = Pairing.wallClock
    ) {
        guard let store = service.store.ability((any EntityStore).self), store.hasEntityTables else { return nil }
        let locks = configuration.components.lockedTypes
        self.init(
            store: store, types: types, now: now,
            lockedTypes: { user in
                var locked: Set<String> = []
                for lock in locks { locked.formUnion(try await lock(service.store, user)) }
                return locked
            },
            didChange: { service.reportEntities(of: $0, seq: $1) })
    }
}

extension ServerFeature {
    /// Entities: what the server decides and commands change.
    package static let entities = ServerFeature(name: "entities") {
        $0.sqliteMigrations = [.entities]
        $0.sqlitePushHooks = [.entities]
        $0.postgresPushHooks = [.entities]
        $0.isSupported = { $0.ability((any EntityStore).self)?.hasEntityTables == true }
        // The log isn't compacted: receipts name its rows, and it has one small row for each change.
        $0.compact = { store in
            guard let store = store.ability((any EntityStore).self), store.hasEntityTables else { return [] }
            let moment = Pairing.wallClock().millisecondsSinceEpoch - RecordedAnswer.keptMilliseconds
            let count = try await store.forgetAnswers(before: moment)
            return [
                FeatureCompaction(
                    name: "forgottenAnswers", count: count, line: "forgot \(count) answers to commands of 90 days ago")
            ]
        }
        $0.export = { store, user in
            guard let store = store.ability((any EntityStore).self) else { return [] }
            let (rows, aliases) = (try await store.allRows(user: user), try await store.allAliases(user: user))
            guard !rows.isEmpty || !aliases.isEmpty else { return [] }
            let ids = aliases.map { JSONValue.Member($0.key.lowercased, .string($0.value.lowercased)) }
            return [
                .init("entities", .array(rows.map(\.json))),
                .init("replacedIds", .object(ids.sorted { $0.name < $1.name })),
            ]
        }
    }
}
