// @from 18 19
import ArgumentParser
import Foundation
import Vitals
import VitalsServer

/// Settings of the language model. The key comes from the environment only, because others can see a command line.
struct ModelOptions: ParsableArguments {
    private static let key = Setting(
        nil, "", "GEMINI_API_KEY", default: "none: nothing is sent to a model", "The key of the language model")
    private static let name = Setting(
        "model", "NAME", "VITALS_MODEL", default: "gemini-2.5-flash", "Language model, if GEMINI_API_KEY is set")
    private static let url = Setting(
        "model-url", "URL", "VITALS_MODEL_URL", default: "Google's",
        "Address of the model's API")
    private static let timeout = Setting(
        "model-timeout", "SECONDS", "VITALS_MODEL_TIMEOUT", default: "8", "Time to wait for the model, in seconds")
    static let settings = [key, name, url, timeout]

    @Option(name: name.name, help: name.help) var model: String?
    @Option(name: url.name, help: url.help) var modelURL: String?
    @Option(name: timeout.name, help: timeout.help) var modelTimeout: Double?

    /// The longest response of a model that is read. Twenty entries take 3 kB.
    private static let responseLimitBytes = 256 << 10

    static func hasKey() throws -> Bool { try key.text(nil) != nil }

    /// How to reach the model; nil without a key.
    ///
    /// - Throws: `ValidationError` for a setting that can't be used.
    func gemini() throws -> GeminiSettings? {
        guard let key = try Self.key.text(nil) else { return nil }
        guard key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ValidationError(
                "GEMINI_API_KEY isn't a key: it has spaces or other characters that a header can't have.")
        }
        let text = try Self.timeout.text(modelTimeout.map { "\($0)" }) ?? Self.timeout.fallback
        guard let seconds = Double(text), (0.1...25).contains(seconds) else {
            throw ValidationError("The model's time-out must be between 0.1 and 25 seconds.")
        }
        return GeminiSettings(
            key: key, model: try modelName(), baseURL: try baseURL(), timeoutSeconds: seconds,
            makeTransport: { HTTPSyncAPI.defaultTransport(responseLimitBytes: Self.responseLimitBytes) })
    }

    private func modelName() throws -> String {
        let name = try Self.name.text(model) ?? Self.name.fallback
        guard name.wholeMatch(of: /[A-Za-z0-9._-]{1,64}/) != nil else {
            throw ValidationError("The model's name may have letters, digits, dots and hyphens.")
        }
        return name
    }

    private func baseURL() throws -> String {
        let text = try Self.url.text(modelURL) ?? "https://generativelanguage.googleapis.com"
        let origin: String
        do {
            origin = try ServerOrigin(text).description
        } catch {
            throw ValidationError("The model's address can't be used: \(error)")
        }
        // Beyond this machine, everybody on the way could read the key.
        let isLoopback = origin.firstMatch(of: /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/) != nil
        guard origin.hasPrefix("https:") || isLoopback else {
            throw ValidationError("The model's address must begin with https://, unless it's on this machine.")
        }
        return origin
    }

    /// A prompt that comes with the server.
    ///
    /// - Throws: `Failure`, which says where it was looked for.
    static func prompt(_ name: String) throws -> String {
        let places = PackagedFile.places(of: "prompts/\(name).txt")
        for place in places {
            if let text = try? String(contentsOfFile: place, encoding: .utf8) { return text }
        }
        throw Failure("The model's prompt wasn't found at \(places.joined(separator: ", ")); it comes with the server.")
    }
}
// @end
