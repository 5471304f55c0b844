package import Vitals

/// Google's Gemini, asked by its REST API for structured output.
///
/// The phrase and the time of the request leave this server, and nothing else. What comes back is treated as hostile.
package struct GeminiReader: PhraseReader {
    /// The model, such as `gemini-2.5-flash`.
    package let name: String
    private let settings: GeminiSettings

    package init(_ settings: GeminiSettings) {
        name = settings.model
        self.settings = settings
    }

    package func entries(in phrase: Phrase) async throws -> [ParsedEntry] {
        let response = try await settings.makeTransport().send(request(for: phrase))
        guard response.status == 200 else { throw GeminiError.status(response.status) }
        return ParsedEntry.reading(try Self.text(of: response.body), now: phrase.time.now)
    }

    func request(for phrase: Phrase) -> HTTPRequest {
        let said: JSONValue = .object([
            .init("phrase", .string(phrase.text)), .init("requestTime", .string(phrase.time.localText)),
        ])
        let body: JSONValue = .object([
            .init("systemInstruction", Self.parts(settings.prompt)),
            .init(
                "contents", .array([.object([.init("role", .string("user"))] + Self.members(CanonicalJSON.text(said)))])
            ),
            .init(
                "generationConfig",
                .object([
                    .init("temperature", .number(0)), .init("maxOutputTokens", .number(2_048)),
                    .init("responseMimeType", .string("application/json")), .init("responseSchema", Self.schema),
                ])),
        ])
        return HTTPRequest(
            method: "POST", url: "\(settings.baseURL)/v1beta/models/\(settings.model):generateContent",
            headers: ["Content-Type": "application/json", "x-goog-api-key": settings.key],
            body: Array(CanonicalJSON.text(body).utf8), timeoutSeconds: settings.timeoutSeconds)
    }

    /// The text that the model wrote, in all parts of its first candidate.
    static func text(of body: [UInt8]) throws -> String {
        guard let parts = try? JSONValue(parsing: body)["candidates"]?.array?.first?["content"]?["parts"]?.array else {
            throw GeminiError.unreadable
        }
        return parts.compactMap { $0["text"]?.string }.joined()
    }

    private static func members(_ text: String) -> [JSONValue.Member] {
        [.init("parts", .array([.object([.init("text", .string(text))])]))]
    }

    private static func parts(_ text: String) -> JSONValue { .object(members(text)) }

    /// The subset of OpenAPI that the API takes as a schema. It helps the model; nothing here relies on it.
    private static let schema: JSONValue = {
        func text(_ values: [String] = []) -> JSONValue {
            .object(
                [.init("type", .string("STRING"))]
                    + (values.isEmpty ? [] : [.init("enum", .array(values.map { .string($0) }))]))
        }
        let entry: JSONValue = .object([
            .init("type", .string("OBJECT")),
            .init(
                "properties",
                .object([
                    .init("kind", text(MetricKind.known.map(\.rawValue))),
                    .init("value", .object([.init("type", .string("NUMBER"))])),
                    .init("unit", text(MetricUnit.known.map(\.rawValue))), .init("recordedAt", text()),
                    .init("label", text()),
                ])),
            .init("required", .array(["kind", "value", "unit", "recordedAt"].map { .string($0) })),
        ])
        let list: JSONValue = .object([
            .init("type", .string("ARRAY")), .init("maxItems", .number(Double(ParsedEntry.maximumCount))),
            .init("items", entry),
        ])
        return .object([
            .init("type", .string("OBJECT")), .init("properties", .object([.init("entries", list)])),
            .init("required", .array([.string("entries")])),
        ])
    }()
}

/// How to reach Gemini.
package struct GeminiSettings: Sendable {
    /// From the server's environment only; it's in no log and no message.
    package var key: String
    package var model: String
    /// Scheme, host and port, such as `https://generativelanguage.googleapis.com`.
    package var baseURL: String
    package var timeoutSeconds: Double
    /// The instruction that goes before the phrase.
    package var prompt: String
    /// A transport for one request: several users' phrases are read at the same time.
    package var makeTransport: @Sendable () -> any HTTPTransport

    package init(
        key: String, model: String, baseURL: String, timeoutSeconds: Double, prompt: String,
        makeTransport: @escaping @Sendable () -> any HTTPTransport
    ) {
        self.key = key
        self.model = model
        self.baseURL = baseURL
        self.timeoutSeconds = timeoutSeconds
        self.prompt = prompt
        self.makeTransport = makeTransport
    }
}

enum GeminiError: Error {
    case status(Int)
    /// The response isn't the API's, or has no candidate: the model may have refused.
    case unreadable
}
