import Foundation
package import Vitals

extension HTTPSyncAPI: EntityAPI {
    package func send(
        _ request: EntityRequest, context: SyncContext
    ) async throws(EntityFailure) -> EntityResponse {
        let response: HTTPResponse
        do {
            response = try await exchange(request, context)
        } catch {
            throw .failed(error)
        }
        let types = response.headers["vitals-entity-types"].map(Self.types)
        let named = response.syncContext
        do {
            return EntityResponse(
                try read(response, of: request), account: named.account, receipt: named.receipt, serverTypes: types)
        } catch let error as EntityFailure {
            throw error
        } catch {
            throw .failed(.unexpected(status: 200, detail: "the body breaks the protocol (\(error))"))
        }
    }

    private func exchange(
        _ request: EntityRequest, _ context: SyncContext
    ) async throws(SyncFailure) -> HTTPResponse {
        switch request {
        case .push(let commands):
            let body = JSONValue.object([
                .init("syncOperationId", .string(UUID().lowercased)), .init("commands", .array(commands.map(\.json))),
            ])
            return try await exchange(
                "POST", "/entities/push", context, body: Array(CanonicalJSON.text(body).utf8))
        case .changes(let cursors, let limit, let isKnown):
            let text = cursors.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: ",")
            let known = isKnown ? context.receipt.map { ["If-None-Match": "\"\($0)\""] } : nil
            return try await exchange(
                "GET", "/entities/changes?cursor=\(text)&limit=\(limit)", context, headers: known ?? [:])
        case .restate(let rows, let aliases):
            let map = aliases.map { JSONValue.Member($0.key.lowercased, .string($0.value.lowercased)) }
            let body = JSONValue.object([
                .init("entities", .array(rows.map(\.json))), .init("aliases", .object(map)),
            ])
            return try await exchange(
                "POST", "/entities/restate", context, body: Array(CanonicalJSON.text(body).utf8))
        }
    }

    private func read(_ response: HTTPResponse, of request: EntityRequest) throws -> EntityResponseBody {
        if response.status == 304, case .changes(let cursors, _, true) = request {
            return .page(EntityChangesPage(rows: [], cursors: cursors, hasMore: false))
        }
        guard response.status == 200 else { throw failure(response, of: request) }
        let json = try JSONValue(parsing: response.body)
        switch request {
        case .push:
            guard let results = json["results"]?.array else { throw JSONError.shape("Expected a list.", at: "results") }
            return .pushed(try results.map { try EntityResult(json: $0) })
        case .changes: return .page(try EntityChangesPage(json: json))
        case .restate: return .restated(try EntityRestated(json: json))
        }
    }

    private func failure(_ response: HTTPResponse, of request: EntityRequest) -> EntityFailure {
        let problem = (try? JSONValue(parsing: response.body)) ?? .null
        let code = problem["code"]?.string ?? ""
        switch (response.status, code) {
        case (409, "history_lost"): return .historyLost
        case (404, _): return .absent
        case (413, _): return .tooLarge
        case (400, "unknown_type"): return .unknownType(Self.types(response.headers["vitals-entity-types"] ?? ""))
        case (400, _), (422, _):
            guard let index = problem["path"]?.string.flatMap(Self.commandIndex) else { break }
            return .refused(index: index, code: code, detail: problem["detail"]?.string ?? "")
        case (500, _): if case .push = request { return .serverError }
        default: break
        }
        return .failed(response.failure)
    }

    private static func types(_ header: String) -> [String] {
        header.prefix(4_096).split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter(
            FieldName.isValid)
    }

    /// 3 for a path of `commands[3]` or `commands[3].op`.
    private static func commandIndex(_ path: String) -> Int? {
        guard path.utf8.count <= 1_000, path.hasPrefix("commands["), let end = path.firstIndex(of: "]") else {
            return nil
        }
        return Int(path[path.index(path.startIndex, offsetBy: 9)..<end])
    }
}

extension EntityChangesPage {
    /// Reads a page. A row that can't be read costs only itself.
    ///
    /// - Throws: `JSONError`.
    package init(json: JSONValue) throws(JSONError) {
        guard let entities = json["entities"]?.array else { throw .shape("Expected a list.", at: "entities") }
        guard let text = json["cursor"]?.string else { throw .shape("Expected a text.", at: "cursor") }
        guard case .bool(let hasMore)? = json["more"] else { throw .shape("Expected true or false.", at: "more") }
        let rows = entities.compactMap { try? EntityRow(json: $0) }
        guard let cursors = Self.cursors(text) else { throw .shape("Expected type:number, …", at: "cursor") }
        self.init(rows: rows, cursors: cursors, hasMore: hasMore)
        unreadableCount = entities.count - rows.count
    }

    /// Reads `group:57,tag:57`; nil for anything else.
    package static func cursors(_ text: String) -> [String: Int64]? {
        var cursors: [String: Int64] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) where !text.isEmpty {
            let pieces = part.split(separator: ":", omittingEmptySubsequences: false)
            guard pieces.count == 2, FieldName.isValid(String(pieces[0])), (1...16).contains(pieces[1].utf8.count),
                pieces[1].utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(pieces[1]),
                number <= Measurement.maximumVersion, cursors.updateValue(number, forKey: String(pieces[0])) == nil
            else { return nil }
        }
        return cursors
    }
}

extension EntityRestated {
    package init(json: JSONValue) throws(JSONError) {
        self.init(replaced: [:], unplaced: (json["unplaced"]?.texts ?? []).compactMap { UUID(text: $0) })
        guard case .object(let members)? = json["replaced"] else { return }
        for member in members {
            guard let id = UUID(text: member.name) else { throw .shape("Expected a UUID.", at: "replaced") }
            replaced[id] = try EntityRow(json: member.value)
        }
    }
}
