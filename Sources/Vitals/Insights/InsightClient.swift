import Foundation

/// Asks a server for a person's weekly insight: `GET /insights/weekly`.
struct InsightClient: Sendable {
    let transport: any HTTPTransport
    /// Longer than the server waits for its model.
    var timeoutSeconds: Double = 30

    /// The server's insight; nil where it can't be had: nothing to say, no answer, no such route, or the feature is off.
    ///
    /// - Parameters:
    ///   - units: those of the sentences where they aren't canonical. A server from before them writes in the canonical ones.
    ///   - account: the account of the store, so that the server doesn't answer for another one.
    /// - Throws: `InsightFailure`, `CancellationError`.
    func insight(
        in timeZone: TimeZone, units: [MetricUnit] = [], at now: Timestamp, server: ServerOrigin, token: String,
        account: String?
    ) async throws -> WeeklyInsight? {
        // Time zones have letters, digits, `/`, `_`, `-`, `:` and `+`; only the last means something in a query.
        let zone = timeZone.wireText(at: now).replacing("+", with: "%2B")
        let others = units.isEmpty ? "" : "&units=" + units.map(\.rawValue).joined(separator: ",")
        var headers = ["Accept": "application/json", "Authorization": "Bearer \(token)"]
        headers["Vitals-Account"] = account
        let request = HTTPRequest(
            method: "GET", url: server.description + "/insights/weekly?timeZone=" + zone + others, headers: headers,
            timeoutSeconds: timeoutSeconds)
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return nil
        }
        guard response.status == 200, let answer = try? JSONValue(parsing: response.body) else { return nil }
        let writer = Self.writer(response.headers["vitals-writer"])
        if case .model(let name) = writer, answer["failure"]?.string == "model" { throw InsightFailure(model: name) }
        guard let text = answer["insight"]?.string, Self.isShown(text) else { return nil }
        return WeeklyInsight(text: text, writer: writer)
    }

    /// False for a text that is empty, too long, or has characters that could move a terminal's cursor.
    private static func isShown(_ text: String) -> Bool {
        guard text.count <= WeeklyInsight.maximumCharacterCount, text.contains(where: { !$0.isWhitespace }) else {
            return false
        }
        return text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }

    private static func writer(_ name: String?) -> WeeklyInsight.Writer {
        guard let name, name != "offline" else { return .server }
        let isName = name.utf8.count <= 64 && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return .model(isName ? name : "unnamed")
    }
}
