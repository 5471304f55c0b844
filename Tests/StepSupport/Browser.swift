import Foundation
package import Vitals

/// Chromium without a window, driven over WebDriver (https://www.w3.org/TR/webdriver2/), which is HTTP and JSON.
///
/// It handles one request at a time, and ends with this object.
package final class Browser: Sendable {
    private let driver: RunningProgram
    private let transport = HTTPSyncAPI.defaultTransport()
    private let session: String
    /// Where Chromium itself listens: `127.0.0.1` with a port.
    private let debuggerAddress: String
    private let folder: TemporaryFolder

    /// The paths of `chromium` and `chromedriver`; nil where one of them is missing.
    private static let programs: (browser: String, driver: String)? = {
        guard let browser = program(["chromium", "chromium-browser", "google-chrome"]),
            let driver = program(["chromedriver"])
        else { return nil }
        return (browser, driver)
    }()

    package static var isThere: Bool { programs != nil }

    /// - Throws: `ProgramError` where it is missing or doesn't start within 30 seconds.
    private init(profile: String?, watchesNetwork: Bool, further: [String]) async throws {
        guard let programs = Self.programs else {
            throw ProgramError("There is no Chromium; Debian's packages are chromium and chromium-driver.")
        }
        folder = try TemporaryFolder()
        let port: Int
        (driver, port) = try await blocking { try Self.startDriver(programs.driver) }
        var arguments = [
            "--headless=new", "--disable-gpu", "--disable-dev-shm-usage",
            "--user-data-dir=\(profile ?? folder.path("profile"))", "--accept-lang=en-US",
        ]
        arguments += further
        // Chromium's sandbox refuses to run as root.
        if getuid() == 0 { arguments.append("--no-sandbox") }
        let options = JSONValue.object([
            .init("binary", .string(programs.browser)), .init("args", .array(arguments.map { .string($0) })),
        ])
        var logs = [JSONValue.Member("browser", .string("ALL"))]
        if watchesNetwork { logs.append(.init("performance", .string("ALL"))) }
        let match = JSONValue.object([
            .init("browserName", .string("chrome")), .init("goog:chromeOptions", options),
            .init("goog:loggingPrefs", .object(logs)),
        ])
        let base = "http://127.0.0.1:\(port)/session"
        let answer = try await Self.exchange(
            transport, "POST", base, .object([.init("capabilities", .object([.init("alwaysMatch", match)]))]))
        guard let id = answer["sessionId"]?.string else {
            throw ProgramError("chromedriver gave no session: \(answer)")
        }
        session = "\(base)/\(id)"
        debuggerAddress = answer["capabilities"]?["goog:chromeOptions"]?["debuggerAddress"]?.string ?? ""
    }

    deinit { driver.kill() }

    /// Runs `body` with a browser. (A chromedriver that is killed leaves its browser behind.)
    ///
    /// - Parameters:
    ///   - profile: a folder for the browser's data, with settings if it has some; nil for a new one.
    ///   - watchesNetwork: keeps each request for `log("performance")`.
    ///   - arguments: more arguments for Chromium.
    package static func with<Value: Sendable>(
        profile: String? = nil, watchesNetwork: Bool = false, arguments: [String] = [],
        _ body: @Sendable (Browser) async throws -> Value
    ) async throws -> Value {
        let browser = try await Browser(profile: profile, watchesNetwork: watchesNetwork, further: arguments)
        let result: Result<Value, any Error>
        do { result = .success(try await body(browser)) } catch { result = .failure(error) }
        _ = try? await browser.send("DELETE", "", nil)
        return try result.get()
    }

    package func open(_ url: String) async throws {
        _ = try await send("POST", "/url", .object([.init("url", .string(url))]))
    }

    package func reload() async throws { _ = try await send("POST", "/refresh", .object([])) }

    package func resize(width: Int, height: Int) async throws {
        let rectangle: JSONValue = .object([
            .init("width", .number(Double(width))), .init("height", .number(Double(height))),
        ])
        _ = try await send("POST", "/window/rect", rectangle)
    }

    /// Opens another tab, switches to it, and returns its handle; `switchTo` leads back.
    package func openTab() async throws -> String {
        let tab = try await send("POST", "/window/new", .object([.init("type", .string("tab"))]))
        guard let handle = tab["handle"]?.string else { throw ProgramError("no tab: \(tab)") }
        try await switchTo(handle)
        return handle
    }

    /// Closes the current tab; `switchTo` leads to another.
    package func closeTab() async throws { _ = try await send("DELETE", "/window", nil) }

    package func currentTab() async throws -> String { try await send("GET", "/window", nil).string ?? "" }

    package func switchTo(_ handle: String) async throws {
        _ = try await send("POST", "/window", .object([.init("handle", .string(handle))]))
    }

    /// Disconnects the page from the network, as a flight does, or connects it again.
    package func setOffline(_ isOffline: Bool) async throws {
        let conditions: JSONValue = .object([
            .init("offline", .bool(isOffline)), .init("latency", .number(0)), .init("download_throughput", .number(-1)),
            .init("upload_throughput", .number(-1)),
        ])
        _ = try await send(
            "POST", "/chromium/network_conditions", .object([.init("network_conditions", conditions)]))
    }

    /// The log entries since the last call, oldest first.
    ///
    /// - Parameter type: `browser` for the console and the browser's own messages there, `performance` for its events.
    package func log(_ type: String) async throws -> [String] {
        let entries = try await send("POST", "/se/log", .object([.init("type", .string(type))]))
        return (entries.array ?? []).compactMap { $0["message"]?.string }
    }

    /// Sends one command of the browser's own protocol (https://chromedevtools.github.io/devtools-protocol/).
    @discardableResult
    package func command(_ name: String, _ parameters: [JSONValue.Member]) async throws -> JSONValue {
        try await send(
            "POST", "/goog/cdp/execute",
            .object([.init("cmd", .string(name)), .init("params", .object(parameters))]))
    }

    /// Runs the body of an async function in the page, and waits for its result.
    ///
    /// - Parameter arguments: `arguments[0]` and so on in the script.
    /// - Throws: `BrowserError` with the script's error.
    @discardableResult
    package func run(_ script: String, _ arguments: JSONValue...) async throws -> JSONValue {
        let wrapped = """
            const done = arguments[arguments.length - 1];
            (async (...arguments) => { \(script) })(...Array.from(arguments).slice(0, -1))
                .then((value) => done({ value: value ?? null }), (error) => done({ error: String(error?.stack ?? error) }));
            """
        let answer = try await send(
            "POST", "/execute/async", .object([.init("script", .string(wrapped)), .init("args", .array(arguments))]))
        if let error = answer["error"]?.string { throw BrowserError(error) }
        return answer["value"] ?? .null
    }

    /// Waits until the body of an async function returns something other than false and null.
    package func wait(_ what: String, withinSeconds limit: Double = 10, _ script: String) async throws {
        let begin = ContinuousClock.now
        while true {
            let value = try await run(script)
            if value != .bool(false), value != .null { return }
            guard begin.duration(to: .now) < .seconds(limit) else {
                let page = try await run("return document.body.innerText.slice(0, 1500)").string ?? ""
                throw BrowserError("\(what): it did not happen within \(limit) s. The page says: \(page)")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Closes a page that may be in an endless loop, so that a command that waits for it ends.
    ///
    /// It asks the browser and not the page, which can't respond.
    /// - Returns: the page's title.
    package func closeStuckPage() async throws -> String {
        let pages = try JSONValue(parsing: try await askChromium("/json/list")).array ?? []
        guard let page = pages.first(where: { $0["type"]?.string == "page" }), let id = page["id"]?.string else {
            throw BrowserError("there is no page")
        }
        _ = try await askChromium("/json/close/\(id)")
        return page["title"]?.string ?? ""
    }

    private func askChromium(_ path: String) async throws -> [UInt8] {
        try await transport.send(
            HTTPRequest(
                method: "GET", url: "http://\(debuggerAddress)\(path)", headers: [:], body: nil, timeoutSeconds: 10)
        ).body
    }

    private func send(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
        try await Self.exchange(transport, method, session + path, body)
    }

    private static func exchange(
        _ transport: any HTTPTransport, _ method: String, _ url: String, _ body: JSONValue?
    ) async throws -> JSONValue {
        let request = HTTPRequest(
            method: method, url: url, headers: body == nil ? [:] : ["Content-Type": "application/json"],
            body: body.map { Array(CanonicalJSON.text($0).utf8) }, timeoutSeconds: 120)
        let response = try await transport.send(request)
        let value = try JSONValue(parsing: response.body)["value"] ?? .null
        guard response.status == 200 else {
            throw BrowserError(value["message"]?.string ?? String(decoding: response.body, as: UTF8.self))
        }
        return value
    }

    /// Starts the driver, on a port that it chooses. It takes one that is free for IPv6 and ends where a program has the
    /// same one for IPv4, so it may need several tries.
    private static func startDriver(_ path: String) throws -> (driver: RunningProgram, port: Int) {
        var error: (any Error)?
        for _ in 1...5 {
            let driver = try RunningProgram(path: path, ["--port=0"])
            do { return (driver, try port(of: driver)) } catch let failure { error = failure }
            guard driver.outputSoFar.contains("port not available") else { break }
        }
        throw error ?? ProgramError("chromedriver did not start")
    }

    private static func port(of driver: RunningProgram) throws -> Int {
        let deadline = Date(timeIntervalSinceNow: 30)
        while driver.isRunning, Date() < deadline {
            if let match = driver.outputSoFar.firstMatch(of: /started successfully on port (\d+)/),
                let port = Int(match.1)
            {
                return port
            }
            usleep(10_000)
        }
        driver.kill()
        throw ProgramError("chromedriver did not start: \(driver.outputSoFar)")
    }

    /// Returns the path of the first of these programs that is installed; nil if none is.
    package static func program(_ names: [String]) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

/// An error of a page or of the browser itself.
package struct BrowserError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
