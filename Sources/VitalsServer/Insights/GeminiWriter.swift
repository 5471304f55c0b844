import Vitals

/// The language model as a writer of insights.
///
/// The numbers of `WeekTotals.question` leave this server, in the units of the person's screens, and nothing else. What comes back is treated as hostile.
package struct GeminiWriter: InsightWriter {
    private let client: GeminiClient
    private let prompt: String
    private let promptName: String
    private var units = InsightUnits.canonical

    /// - Parameters:
    ///   - prompt: the instruction that goes before the numbers.
    ///   - promptName: its name and version, such as `insights-1`. A new version makes the answers to an older one void.
    package init(_ settings: GeminiSettings, prompt: String, promptName: String) {
        client = GeminiClient(settings)
        self.prompt = prompt
        self.promptName = promptName
    }

    package var name: String { client.model }

    package var cacheName: String? {
        let name = "\(client.model) \(promptName)"
        return units == .canonical ? name : "\(name) \(units.weight.rawValue) \(units.distance.rawValue)"
    }

    package func speaking(_ units: InsightUnits) -> any InsightWriter {
        var writer = self
        writer.units = units
        return writer
    }

    package func write(_ totals: WeekTotals) async throws -> String {
        let answer = try await client.text(
            prompt: prompt, data: units.question(of: totals), schema: Self.schema, maximumTokens: 400)
        guard let text = try JSONValue(parsing: Array(answer.utf8))["insight"]?.string else {
            throw GeminiError.unreadable
        }
        return text
    }

    private static let schema: JSONValue = .object([
        .init("type", .string("OBJECT")),
        .init("properties", .object([.init("insight", .object([.init("type", .string("STRING"))]))])),
        .init("required", .array([.string("insight")])),
    ])
}
