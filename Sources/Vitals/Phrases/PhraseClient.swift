import Foundation

/// Asks a server which measurements a phrase speaks of: `POST /parse`.
struct PhraseClient: Sendable {
    let transport: any HTTPTransport
    /// Longer than the server waits for its model.
    var timeoutSeconds: Double = 20

    /// The server's reading of the phrase; nil where it can't be had: no answer, no such route, or the feature is off.
    ///
    /// - Parameter account: the account of the store, so that the server doesn't read it for another one.
    /// - Throws: `CancellationError`.
    func read(
        _ phrase: String, at time: PhraseTime, server: ServerOrigin, token: String, account: String?
    ) async throws -> PhraseReading? {
        let body: JSONValue = .object([
            .init("phrase", .string(phrase)), .init("requestedAt", .string(time.now.rfc3339)),
            .init("timeZone", .string(time.timeZone.wireText(at: time.now))),
        ])
        var headers = [
            "Accept": "application/json", "Content-Type": "application/json", "Authorization": "Bearer \(token)",
        ]
        headers["Vitals-Account"] = account
        let request = HTTPRequest(
            method: "POST", url: server.description + "/parse", headers: headers,
            body: Array(CanonicalJSON.text(body).utf8), timeoutSeconds: timeoutSeconds)
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return nil
        }
        guard response.status == 200, let text = String(validating: response.body, as: UTF8.self) else { return nil }
        let source = Self.source(response.headers["vitals-parser"])
        if case .model(let name) = source, (try? JSONValue(parsing: text))?["failure"]?.string == "model" {
            return PhraseReading(
                entries: PhraseParser().storableEntries(in: phrase, at: time), source: .deviceInPlaceOfModel(name))
        }
        return PhraseReading(entries: ParsedEntry.reading(text, now: time.now), source: source)
    }

    private static func source(_ parser: String?) -> PhraseReading.Source {
        guard let parser, parser != PhraseReading.offlineParser else { return .server }
        let isName = parser.utf8.count <= 64 && parser.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return .model(isName ? parser : "unnamed")
    }
}

/// The measurements that a phrase seems to speak of, and what read it.
public struct PhraseReading: Hashable, Sendable {
    /// The reader of a phrase.
    public enum Source: Hashable, Sendable {
        /// This library, on the person's device.
        case device
        /// This library, because the language model that the server asked has failed: its name.
        case deviceInPlaceOfModel(String)
        /// The server's own parser. Nothing was sent to a language model.
        case server
        /// A language model that the server asked, by its name.
        case model(String)
    }

    /// At most `ParsedEntry.maximumCount`; each could be stored.
    public var entries: [ParsedEntry]
    /// The reader of this phrase.
    public var source: Source

    /// The name of this library's parser on the wire.
    package static let offlineParser = "offline"
}

extension PhraseReading.Source: CustomStringConvertible {
    /// Such as `this phone`, for the end of a sentence that begins with "Read by".
    public var description: String {
        switch self {
        case .device: "this phone"
        case .deviceInPlaceOfModel(let name): "this phone, because \(name), a language model, failed"
        case .server: "your server, without a language model"
        case .model(let name): "\(name), a language model"
        }
    }
}
