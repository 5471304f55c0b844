package import Vitals

/// The language model as a reader of phrases.
///
/// The phrase and the time of the request leave this server, and nothing else. What comes back is treated as hostile.
package struct GeminiReader: PhraseReader {
    private let client: GeminiClient
    private let prompt: String

    /// - Parameter prompt: the instruction that goes before the phrase.
    package init(_ settings: GeminiSettings, prompt: String) {
        client = GeminiClient(settings)
        self.prompt = prompt
    }

    package var name: String { client.model }

    package func entries(in phrase: Phrase) async throws -> [ParsedEntry] {
        let said: JSONValue = .object([
            .init("phrase", .string(phrase.text)), .init("requestTime", .string(phrase.time.localText)),
        ])
        let text = try await client.text(prompt: prompt, data: said, schema: Self.schema, maximumTokens: 2_048)
        // "I found nothing" and "I wrote something else than was asked for" are two answers.
        guard (try? JSONValue(parsing: text))?["entries"]?.array != nil else { throw GeminiError.unreadable }
        return ParsedEntry.reading(text, now: phrase.time.now)
    }

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
