// @from 18 19
package import Vitals

/// Google's Gemini, asked by its REST API for structured output. What comes back is hostile input to whoever asked.
package struct GeminiClient: Sendable {
    private let settings: GeminiSettings

    package init(_ settings: GeminiSettings) { self.settings = settings }

    /// The model, such as `gemini-2.5-flash`.
    package var model: String { settings.model }

    /// Asks once. Only the prompt, the schema and `data` are sent.
    ///
    /// - Parameters:
    ///   - data: what the prompt speaks of. The model gets its canonical JSON as the user's message.
    ///   - schema: the subset of OpenAPI that the API takes. It helps the model; nobody may rely on it.
    ///   - maximumTokens: where the model is cut off.
    /// - Returns: the text that the model wrote, in all parts of its first candidate.
    /// - Throws: `GeminiError`, or what the transport throws.
    func text(prompt: String, data: JSONValue, schema: JSONValue, maximumTokens: Int) async throws -> String {
        let body: JSONValue = .object([
            .init("systemInstruction", .object(Self.parts(prompt))),
            .init(
                "contents",
                .array([.object([.init("role", .string("user"))] + Self.parts(CanonicalJSON.text(data)))])),
            .init(
                "generationConfig",
                .object([
                    .init("temperature", .number(0)), .init("maxOutputTokens", .number(Double(maximumTokens))),
                    .init("responseMimeType", .string("application/json")), .init("responseSchema", schema),
                ])),
        ])
        let response = try await settings.makeTransport().send(
            HTTPRequest(
                method: "POST", url: "\(settings.baseURL)/v1beta/models/\(settings.model):generateContent",
                headers: ["Content-Type": "application/json", "x-goog-api-key": settings.key],
                body: Array(CanonicalJSON.text(body).utf8), timeoutSeconds: settings.timeoutSeconds))
        guard response.status == 200 else { throw GeminiError.status(response.status) }
        return try Self.text(of: response.body)
    }

    private static func text(of body: [UInt8]) throws -> String {
        guard let parts = try? JSONValue(parsing: body)["candidates"]?.array?.first?["content"]?["parts"]?.array else {
            throw GeminiError.unreadable
        }
        return parts.compactMap { $0["text"]?.string }.joined()
    }

    private static func parts(_ text: String) -> [JSONValue.Member] {
        [.init("parts", .array([.object([.init("text", .string(text))])]))]
    }
}

/// How to reach Gemini.
package struct GeminiSettings: Sendable {
    /// From the server's environment only; it's in no log and no message.
    package var key: String
    package var model: String
    /// Scheme, host and port, such as `https://generativelanguage.googleapis.com`.
    package var baseURL: String
    package var timeoutSeconds: Double
    /// A transport for one request: several users' requests run at the same time.
    package var makeTransport: @Sendable () -> any HTTPTransport

    package init(
        key: String, model: String, baseURL: String, timeoutSeconds: Double,
        makeTransport: @escaping @Sendable () -> any HTTPTransport
    ) {
        self.key = key
        self.model = model
        self.baseURL = baseURL
        self.timeoutSeconds = timeoutSeconds
        self.makeTransport = makeTransport
    }
}

enum GeminiError: Error {
    case status(Int)
    /// The response isn't the API's, or has no candidate: the model may have refused.
    case unreadable
}
// @end
