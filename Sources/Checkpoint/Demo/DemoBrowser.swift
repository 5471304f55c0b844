internal import CheckpointSystem
internal import Foundation

/// A real Chromium without a window, driven over WebDriver (https://www.w3.org/TR/webdriver2/), which is HTTP and JSON.
struct DemoBrowser: Sendable {
    /// The packages to install where the programs are missing.
    static let remedy = "On Debian and Ubuntu the packages are chromium and chromium-driver."

    private let processes: [RunningProcess]
    private let session: String

    /// Returns the path of the first of these programs that is on this machine.
    private static func program(_ names: String...) -> String? {
        names.lazy.compactMap { name in
            ExecutableSearch.folder(holding: [name], in: ExecutableSearch.path()).map { "\($0)/\(name)" }
        }.first
    }

    /// Starts a browser with an empty profile in the stage's folder.
    ///
    /// - Throws: `CourseError` if the programs are missing or don't start.
    static func start(on stage: DemoStage) async throws -> DemoBrowser {
        guard let browser = program("chromium", "chromium-browser", "google-chrome"),
            let driver = program("chromedriver")
        else { throw CourseError(.missingDependency, "There's no Chromium with a chromedriver here. \(remedy)") }
        var arguments = [
            "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-port=0",
            "--user-data-dir=\(stage.directory)/profile-b",
        ]
        // Chromium's sandbox refuses to run as root.
        if geteuid() == 0 { arguments.append("--no-sandbox") }
        // We start it ourselves: one that the driver has started outlives a driver that's killed.
        let (process, address) = try await start(browser, arguments, says: "DevTools listening on ws://", on: stage)
        do {
            let (ofDriver, port) = try await start(
                driver, ["--port=0"], says: "started successfully on port ", on: stage)
            return try await DemoBrowser([ofDriver, process], port: port, address: address)
        } catch {
            await process.stop()
            throw error
        }
    }

    private init(_ processes: [RunningProcess], port: String, address: String) async throws {
        let all = "http://127.0.0.1:\(port)/session"
        let wanted = Wanted(
            capabilities: .init(alwaysMatch: .init(options: .init(debuggerAddress: address), timeouts: .init())))
        do {
            let made = try await Self.send("POST", all, wanted, as: Session.self)
            session = "\(all)/\(made.sessionId)"
        } catch {
            for process in processes { await process.stop() }
            throw error
        }
        self.processes = processes
    }

    func stop() async {
        for process in processes { await process.stop() }
    }

    func open(_ url: String) async throws { try await post("/url", ["url": url]) }

    /// Sends one command of the browser's own protocol (https://chromedevtools.github.io/devtools-protocol/).
    func command(_ name: String, _ parameters: some Encodable & Sendable = [String: String]()) async throws {
        try await post("/goog/cdp/execute", Call(cmd: name, params: parameters))
    }

    /// Runs the body of an async function in the page, which returns a text.
    ///
    /// - Parameter arguments: `arguments[0]` and so on in the script.
    /// - Throws: `CourseError` with the script's error.
    @discardableResult
    func run(_ script: String, _ arguments: String...) async throws -> String {
        let wrapped = """
            const done = arguments[arguments.length - 1];
            (async (...arguments) => { \(script) })(...Array.from(arguments).slice(0, -1))
                .then((value) => done({ value: value ?? '' }), (error) => done({ error: String(error) }));
            """
        let outcome = try await Self.send(
            "POST", session + "/execute/async", Script(script: wrapped, args: arguments), as: Outcome.self)
        if let error = outcome.error { throw CourseError(.failed, "The browser's page says: \(error)") }
        return outcome.value ?? ""
    }

    // MARK: WebDriver

    private struct Wanted: Encodable {
        let capabilities: Match

        struct Match: Encodable { let alwaysMatch: Capabilities }

        struct Capabilities: Encodable {
            let options: Options
            let timeouts: Timeouts

            enum CodingKeys: String, CodingKey {
                case options = "goog:chromeOptions"
                case timeouts
            }
        }

        struct Options: Encodable { let debuggerAddress: String }

        /// How long a script may take, in milliseconds.
        struct Timeouts: Encodable { let script = 60_000 }
    }

    private struct Session: Decodable { let sessionId: String }

    private struct Call<Parameters: Encodable & Sendable>: Encodable {
        let cmd: String
        let params: Parameters
    }

    private struct Script: Encodable {
        let script: String
        let args: [String]
    }

    private struct Outcome: Decodable {
        let value: String?
        let error: String?
    }

    private struct Answer<Value: Decodable>: Decodable { let value: Value }
    /// The value of an answer that is an error.
    private struct Failure: Decodable {
        let error: String
        let message: String
        let stacktrace: String
    }
    private struct Anything: Decodable {}

    private func post(_ path: String, _ body: some Encodable) async throws {
        try await Self.send("POST", session + path, body, as: Anything?.self)
    }

    @discardableResult
    private static func send<Value: Decodable>(
        _ method: String, _ url: String, _ body: some Encodable, as type: Value.Type
    ) async throws -> Value {
        // On Linux, Foundation refuses the driver's headers, because they have no space after the colon.
        var command = Command(
            "curl", ["-sS", "-X", method, "-H", "Content-Type: application/json", "--data-binary", "@-", url])
        command.input = String(decoding: try JSONEncoder().encode(body), as: UTF8.self)
        command.timeoutSeconds = 90
        let result = try await command.capture()
        let data = Data(result.standardOutput.utf8)
        if let answer = try? JSONDecoder().decode(Answer<Failure>.self, from: data) {
            throw CourseError(.failed, "chromedriver says: \(answer.value.message)")
        }
        guard result.succeeded, let answer = try? JSONDecoder().decode(Answer<Value>.self, from: data) else {
            throw CourseError(.failed, "chromedriver gave no answer. \(result.standardError)")
        }
        return answer.value
    }

    // MARK: Starting

    /// Starts a program, and waits for the words after which it says where it listens. The driver takes a port that is free for
    /// IPv6 and ends where a program has the same one for IPv4, so it may need several tries.
    private static func start(
        _ path: String, _ arguments: [String], says words: String, on stage: DemoStage
    ) async throws -> (RunningProcess, String) {
        let name = (path as NSString).lastPathComponent
        var lastLines: [String] = []
        for attempt in 1...5 {
            let process = try await stage.resources.start(
                Command(path, arguments), name: name, logPath: "\(stage.directory)/\(name)-\(attempt).log")
            for _ in 0..<1500 where process.howItEnded == nil {
                let log = (try? String(contentsOfFile: process.logPath, encoding: .utf8)) ?? ""
                // Take only whole lines: the last one may be incomplete.
                if let line = log.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                    .first(where: { $0.contains(words) }), let range = line.range(of: words)
                {
                    let address = line[range.upperBound...].prefix { "0123456789.:".contains($0) }
                    return (process, address.hasSuffix(".") ? String(address.dropLast()) : String(address))
                }
                try await Task.sleep(for: .milliseconds(20))
            }
            lastLines = process.lastLines()
            await process.stop()
            guard lastLines.joined().contains("port not available") else { break }
        }
        throw CourseError(.failed, "\(name) didn't start.", lastLines: lastLines)
    }
}
