import Foundation
package import Vitals

/// Sends workouts and measurements of the body to a coach's server, as the companion app of that server does. It reads nothing
/// from there.
///
/// Servers differ. One that can't say which things it has gets all of them as new, and one that can't update gets all by `POST`.
/// It tells repeated ones apart itself.
package struct CompanionClient: Sendable {
    private let server: ServerOrigin
    private let transport: any HTTPTransport
    private let timeoutSeconds: Double

    /// The most things in one request.
    package static let batchSize = 500

    package init(
        server: ServerOrigin, transport: any HTTPTransport = HTTPSyncAPI.defaultTransport(),
        timeoutSeconds: Double = 60
    ) {
        self.server = server
        self.transport = transport
        self.timeoutSeconds = timeoutSeconds
    }

    /// The person as the coach's server knows them.
    package struct Pairing: Hashable, Sendable {
        package let clientID: String
        package let token: String

        package init(clientID: String, token: String) {
            self.clientID = clientID
            self.token = token
        }
    }

    // MARK: Pairing

    /// Exchanges a code of the coach for a token.
    ///
    /// - Parameter code: as typed; spaces are left out.
    /// - Throws: `CompanionError`, or `CancellationError`.
    package func pair(code: String) async throws -> Pairing {
        let code = code.filter { !$0.isWhitespace }
        guard !code.isEmpty else { throw CompanionError(.wrongCode, "Type the code that your coach gave you.") }
        let path = "/api/v1/pair"
        let response = try await exchange("POST", path, .object([.init("code", .string(code))]), token: nil)
        switch response.status {
        case 200..<300: break
        case 400, 401, 403, 410, 422:
            throw CompanionError(
                .wrongCode, "This code isn't valid: it is wrong, was used or has expired. Ask for a new one.",
                status: response.status)
        default: throw CompanionError(response, path)
        }
        let json = try? JSONValue(parsing: response.body)
        guard let clientID = json?["client_id"]?.string, Self.isClientID(clientID),
            let token = json?["token"]?.string, Self.isToken(token)
        else {
            throw CompanionError(.notACompanion, "There is no coach's server at this address. Check it.", status: 200)
        }
        return Pairing(clientID: clientID, token: token)
    }

    /// Asks who a token belongs to.
    ///
    /// - Throws: `CompanionError`, or `CancellationError`.
    package func pairing(token: String) async throws -> Pairing {
        guard Self.isToken(token) else {
            throw CompanionError(.noToken, "The token is empty or has characters that no token has. Copy it again.")
        }
        let path = "/api/v1/client"
        let response = try await exchange("GET", path, nil, token: token)
        guard (200..<300).contains(response.status) else { throw CompanionError(response, path) }
        guard let clientID = (try? JSONValue(parsing: response.body))?["client_id"]?.string, Self.isClientID(clientID)
        else {
            throw CompanionError(.notACompanion, "There is no coach's server at this address. Check it.", status: 200)
        }
        return Pairing(clientID: clientID, token: token)
    }

    private static func isClientID(_ text: String) -> Bool {
        (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static func isToken(_ text: String) -> Bool {
        (1...4_096).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    // MARK: Sending

    /// Sends things of one sort: those that the server has by `PUT`, the others by `POST`.
    ///
    /// - Parameter progress: called after each batch, with the report so far.
    /// - Throws: `CompanionError`, or `CancellationError`. What was sent before counts; sending all again doubles nothing.
    package func send(
        _ items: [CompanionItem], to route: CompanionRoute, as pairing: Pairing,
        progress: (CompanionReport) -> Void = { _ in }
    ) async throws -> CompanionReport {
        var sending = Sending(client: self, route: route, pairing: pairing, items: items)
        for start in stride(from: 0, to: items.count, by: Self.batchSize) {
            try await sending.send(Array(start..<min(start + Self.batchSize, items.count)))
            progress(sending.report)
        }
        return sending.report
    }

    fileprivate func exchange(
        _ method: String, _ path: String, _ body: JSONValue?, token: String?
    ) async throws -> HTTPResponse {
        var headers = ["Accept": "application/json"]
        if let token { headers["Authorization"] = "Bearer \(token)" }
        if body != nil { headers["Content-Type"] = "application/json" }
        let request = HTTPRequest(
            method: method, url: server.description + path, headers: headers,
            body: body.map { Array(CanonicalJSON.text($0).utf8) }, timeoutSeconds: timeoutSeconds)
        do {
            return try await transport.send(request)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw CompanionError(transport: error)
        }
    }
}

/// One call of `send`, and what it has learnt of the server.
private struct Sending {
    let client: CompanionClient
    let route: CompanionRoute
    let pairing: CompanionClient.Pairing
    let items: [CompanionItem]
    var report = CompanionReport()
    /// False once the server said that it has no such route.
    private var canQuery = true
    private var canPut = true

    init(
        client: CompanionClient, route: CompanionRoute, pairing: CompanionClient.Pairing, items: [CompanionItem]
    ) {
        (self.client, self.route, self.pairing, self.items) = (client, route, pairing, items)
    }

    /// - Parameter places: of the things of a batch, in `items`.
    mutating func send(_ places: [Int]) async throws {
        let existing = try await existing(places)
        let (old, new) = (
            places.filter { existing.contains(items[$0].uuid) }, places.filter { !existing.contains(items[$0].uuid) }
        )
        try await write(canPut ? "PUT" : "POST", old)
        try await write("POST", new)
    }

    /// The ids that the server has; none where it can't say.
    private mutating func existing(_ places: [Int]) async throws -> Set<UUID> {
        guard canQuery else { return [] }
        let body = JSONValue.object([
            .init("client_id", .string(pairing.clientID)),
            .init("uuids", .array(places.map { .string(items[$0].uuid.lowercased) })),
        ])
        let path = route.path + "/query"
        let response = try await client.exchange("POST", path, body, token: pairing.token)
        guard !Self.isMissing(response) else {
            canQuery = false
            return []
        }
        guard (200..<300).contains(response.status) else { throw CompanionError(response, path) }
        let json = try? JSONValue(parsing: response.body)
        return Set((json?["existing"] ?? json)?.array?.compactMap { $0.string.flatMap { UUID(text: $0) } } ?? [])
    }

    private mutating func write(_ method: String, _ places: [Int]) async throws {
        guard !places.isEmpty else { return }
        let body = JSONValue.array(places.map { items[$0].json(clientID: pairing.clientID) })
        let response = try await client.exchange(method, route.path, body, token: pairing.token)
        switch response.status {
        case 200..<300: report.add((try? JSONValue(parsing: response.body)) ?? .null, places: places)
        case 413 where places.count > 1:
            let half = places.count / 2
            try await write(method, Array(places[..<half]))
            try await write(method, Array(places[half...]))
        case _ where method == "PUT" && Self.isMissing(response):
            canPut = false
            try await write("POST", places)
        default: throw CompanionError(response, route.path)
        }
    }

    /// True for a response that says that the server has no such route, or not for this method.
    private static func isMissing(_ response: HTTPResponse) -> Bool { [404, 405, 501].contains(response.status) }
}
