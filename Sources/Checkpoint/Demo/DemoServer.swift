package import CheckpointSystem
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A real `vitals-server` on a free loopback port, and the data it returns over HTTP.
package struct DemoServer: Sendable {
    /// The token of the user that every new database is seeded with.
    package static let token = "dev-token"

    /// The variables that `vitals-server` reads. A person who runs their own server may have them set, too.
    package static let settings = [
        "ACCESS_TOKEN_MINUTES", "DATABASE_URL", "HOST", "PORT", "POOL_SIZE", "MAX_BODY_BYTES", "MAX_BATCH_RECORDS",
        "MAX_CONNECTIONS",
        "REQUEST_TIMEOUT_SECONDS", "BODY_TIMEOUT_SECONDS", "IDLE_TIMEOUT_SECONDS", "SHUTDOWN_TIMEOUT_SECONDS",
        "GEMINI_API_KEY", "LOG_LEVEL", "LOG_FORMAT", "TRUSTED_PROXIES", "VITALS_FEATURES", "VITALS_MODEL",
        "MAX_STREAMS", "MAX_STREAMS_PER_USER", "VITALS_PUSH_CONTACT", "VITALS_PUSH_ALLOW_HOSTS", "VITALS_MODEL_TIMEOUT",
        "VITALS_METRICS_ADDRESS", "VITALS_MODEL_URL", "VITALS_REQUIRE_PREMIUM", "VITALS_SCHEMA",
        "VITALS_SERVER_DATA", "VITALS_TLS_CERT", "VITALS_TLS_KEY", "VITALS_URL", "VITALS_WEB",
    ]

    package let process: RunningProcess
    package let url: String

    /// Starts the server and waits for the line with its address.
    ///
    /// - Parameter environment: additional settings.
    package static func start(
        executable: String, databaseURL: String, directory: String, environment: [String: String] = [:],
        in resources: Resources
    ) async throws -> DemoServer {
        let own = ["HOST": "127.0.0.1", "PORT": "0"].merging(environment) { $1 }
        let command = command(executable, databaseURL: databaseURL, directory: directory, environment: own)
        let logPath = directory + "/server.log"
        // A server of this folder that has ended may have left its own lines.
        let earlierLogLength = (try? Data(contentsOf: URL(fileURLWithPath: logPath)).count) ?? 0
        let process = try await resources.start(command, name: "vitals-server", logPath: logPath)
        let url = try await process.whileRunning {
            try await withTimeout(seconds: 60, "The start of vitals-server") {
                while true {
                    if let url = address(in: logPath, after: earlierLogLength) { return url }
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }
        return DemoServer(process: process, url: url)
    }

    /// Returns a `vitals-server` command that ignores the person's own settings.
    package static func command(
        _ executable: String, _ arguments: [String] = [], databaseURL: String, directory: String,
        environment: [String: String] = [:]
    ) -> Command {
        var command = Command(executable, arguments)
        for name in settings { command.environment[name] = .some(nil) }
        for (name, value) in environment { command.environment[name] = value }
        command.environment["DATABASE_URL"] = databaseURL
        command.directory = directory
        return command
    }

    /// Returns the weights that the server sends to a phone that hasn't pulled anything yet.
    func weights() async throws -> [DemoRecord] { try await records().filter { $0.kind == "WEIGHT" } }

    /// Returns what the server sends to a phone that hasn't pulled anything yet.
    func records() async throws -> [DemoRecord] {
        struct Pulled: Decodable { let records: [DemoRecord] }
        return try await send("GET", "/sync/pull?cursor=0", as: Pulled.self).records
    }

    /// Sends a request as the demo's user.
    ///
    /// - Throws: `CourseError` if the response isn't a 200 with such JSON.
    func send<Body: Decodable & Sendable>(
        _ method: String, _ path: String, body: Data? = nil, as type: Body.Type
    ) async throws -> Body {
        let title = "\(method) \(path.prefix { $0 != "?" })"
        guard let address = URL(string: url + path) else {
            throw CourseError(.failed, "vitals-server printed an address that isn't a URL.")
        }
        var request = URLRequest(url: address, timeoutInterval: 20)
        request.httpMethod = method
        request.httpBody = body
        request.setValue("Bearer " + Self.token, forHTTPHeaderField: "Authorization")
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        do {
            let (data, response) = try await URLSession.shared.data(for: request)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            guard status == 200 else {
                throw CourseError(.failed, "\(title) answered \(status).", lastLines: process.lastLines())
            }
            return try JSONDecoder().decode(type, from: data)
        } catch let error as CourseError {
            throw error
        } catch is DecodingError {
            throw CourseError(.failed, "The response to \(title) doesn't follow the protocol.")
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw CourseError(.failed, "\(title) got no response.", lastLines: process.lastLines())
        }
    }

    private static func address(in logPath: String, after offset: Int) -> String? {
        let announcement = "vitals-server listening on "
        let log = (try? Data(contentsOf: URL(fileURLWithPath: logPath))) ?? Data()
        let text = String(decoding: log.dropFirst(offset), as: UTF8.self)
        // Take only whole lines: the last one may be incomplete.
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .first { $0.hasPrefix(announcement) }
            .map { $0.dropFirst(announcement.count).trimmingCharacters(in: .whitespaces) }
    }
}
