import Foundation

/// Asks a server which measurements a phrase speaks of: `POST /parse`.
struct PhraseClient: Sendable {
    let transport: any HTTPTransport
    /// Longer than the server waits for its model.
    var timeoutSeconds: Double = 20

    /// The server's reading of the phrase; nil where it can't be had: no answer, no such route, or the feature is off.
    ///
    /// - Throws: `CancellationError`.
    func read(_ phrase: String, at time: PhraseTime, server: ServerOrigin, token: String) async throws -> PhraseReading? {
        let body: JSONValue = .object([
            .init("phrase", .string(phrase)), .init("requestedAt", .string(time.now.rfc3339)),
            .init("timeZone", .string(time.timeZone.identifier)),
        ])
        let request = HTTPRequest(
            method: "POST", url: server.description + "/parse",
            headers: [
                "Accept": "application/json", "Content-Type": "application/json", "Authorization": "Bearer \(token)",
            ], body: Array(CanonicalJSON.text(body).utf8), timeoutSeconds: timeoutSeconds)
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return nil
        }
        guard response.status == 200, let text = String(validating: response.body, as: UTF8.self) else { return nil }
        return PhraseReading(
            entries: ParsedEntry.reading(text, now: time.now),
            parser: response.headers["vitals-parser"] ?? PhraseReading.unnamedParser)
    }
}

/// The measurements that a phrase seems to speak of, and what read it.
public struct PhraseReading: Hashable, Sendable {
    /// At most `ParsedEntry.maximumCount`; each could be stored.
    public var entries: [ParsedEntry]
    /// `offline` for the parser of this library, else the name of the server's model.
    public var parser: String

    /// The name of this library's parser.
    public static let offlineParser = "offline"
    static let unnamedParser = "the server"
}
