// @from 18 19
import Synchronization
package import Vitals

/// Google's Gemini, asked by its REST API for structured output. What comes back is hostile input to whoever asked.
package struct GeminiClient: Sendable {
    private let settings: GeminiSettings
    private let thinking = ThinkingWish()

    /// What a model may think beyond its answer: its thoughts count against `maxOutputTokens`, and some models can't be stopped
    /// from thinking. Only what is used is paid for.
    private static let thinkingTokens = 8_192

    package init(_ settings: GeminiSettings) { self.settings = settings }

    /// The model, such as `gemini-2.5-flash`.
    package var model: String { settings.model }

    /// Asks once. Only the prompt, the schema and `data` are sent.
    ///
    /// The model is asked not to think: it would take longer, and what is asked for here needs none. A model that refuses
    /// that wish is asked again without it, and from then on never gets it.
    ///
    /// - Parameters:
    ///   - data: what the prompt speaks of. The model gets its canonical JSON as the user's message.
    ///   - schema: the subset of OpenAPI that the API takes. It helps the model; nobody may rely on it.
    ///   - maximumTokens: where the model's text is cut off.
    /// - Returns: the text that the model wrote, in all parts of its first candidate, without its thoughts.
    /// - Throws: `GeminiError`, also where the text was cut off; or what the transport throws.
    func text(prompt: String, data: JSONValue, schema: JSONValue, maximumTokens: Int) async throws -> String {
        let start = ContinuousClock.now
        func send(_ wish: [JSONValue.Member]) async throws -> HTTPResponse {
            let configuration: [JSONValue.Member] = [
                .init("temperature", .number(0)),
                .init("maxOutputTokens", .number(Double(maximumTokens + Self.thinkingTokens))),
                .init("responseMimeType", .string("application/json")), .init("responseSchema", schema),
            ]
            let body: JSONValue = .object([
                .init("systemInstruction", .object(Self.parts(prompt))),
                .init(
                    "contents",
                    .array([.object([.init("role", .string("user"))] + Self.parts(CanonicalJSON.text(data)))])),
                .init("generationConfig", .object(configuration + wish)),
            ])
            // Both attempts together have the time of one.
            let left = settings.timeoutSeconds - (ContinuousClock.now - start) / .seconds(1)
            return try await settings.makeTransport().send(
                HTTPRequest(
                    method: "POST", url: "\(settings.baseURL)/v1beta/models/\(settings.model):generateContent",
                    headers: ["Content-Type": "application/json", "x-goog-api-key": settings.key],
                    body: Array(CanonicalJSON.text(body).utf8), timeoutSeconds: max(left, 0.1)))
        }
        let wish = thinking.members
        var response = try await send(wish)
        if !wish.isEmpty, ThinkingWish.isRefused(by: response) {
            response = try await send([])
            if response.status == 200 { thinking.giveUp() }
        }
        guard response.status == 200 else { throw GeminiError.status(response.status) }
        return try Self.text(of: response.body)
    }

    private static func text(of body: [UInt8]) throws -> String {
        guard let candidate = try? JSONValue(parsing: body)["candidates"]?.array?.first else {
            throw GeminiError.unreadable
        }
        if let reason = candidate["finishReason"]?.string, reason != "STOP" {
            let isName = reason.wholeMatch(of: /[A-Z_]{1,40}/) != nil
            throw GeminiError.stopped(isName ? reason : "for a reason without a name")
        }
        guard let parts = candidate["content"]?["parts"]?.array else { throw GeminiError.unreadable }
        return parts.filter { $0["thought"] != .bool(true) }.compactMap { $0["text"]?.string }.joined()
    }

    private static func parts(_ text: String) -> [JSONValue.Member] {
        [.init("parts", .array([.object([.init("text", .string(text))])]))]
    }
}

/// The wish that a model doesn't think, until the model refuses it.
private final class ThinkingWish: Sendable {
    private let isGivenUp = Mutex(false)

    /// Members of the request's `generationConfig`.
    var members: [JSONValue.Member] {
        if isGivenUp.withLock({ $0 }) { return [] }
        return [.init("thinkingConfig", .object([.init("thinkingBudget", .number(0))]))]
    }

    func giveUp() { isGivenUp.withLock { $0 = true } }

    /// True for a 400 that speaks of thinking. Models that can't think refuse the member, and those that must think its 0, each in
    /// other words.
    static func isRefused(by response: HTTPResponse) -> Bool {
        response.status == 400 && String(decoding: response.body, as: UTF8.self).lowercased().contains("think")
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
    /// The model stopped before the end of its text, such as `MAX_TOKENS`. What there is of it may say the opposite of the whole.
    case stopped(String)
    /// The response isn't the API's, or has no candidate: the model may have refused.
    case unreadable
}
// @end
