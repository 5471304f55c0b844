import StepSupport
import Testing

/// Starts one browser for a whole suite, because a start takes a second or two. Each test has its own tab and its own
/// server, and so its own address and storage.
struct OneBrowser: SuiteTrait, TestScoping {
    @TaskLocal fileprivate static var running: Browser?

    let watchesNetwork: Bool

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Browser.with(watchesNetwork: watchesNetwork) { browser in
            try await Self.$running.withValue(browser) { try await function() }
        }
    }
}

extension Trait where Self == OneBrowser {
    static var oneBrowser: Self { OneBrowser(watchesNetwork: false) }

    /// A browser that records its pages' network requests.
    static var oneWatchingBrowser: Self { OneBrowser(watchesNetwork: true) }
}

extension Browser {
    /// A hint for `.enabled(if: Browser.isThere, "\(Browser.hint)")`.
    static let hint = "There is no Chromium here; Debian's packages are chromium and chromium-driver."

    /// Runs `body` with a tab of the suite's browser, and closes it afterwards together with the tabs that it opened.
    static func tab<Value: Sendable>(_ body: @Sendable (Browser) async throws -> Value) async throws -> Value {
        guard let browser = OneBrowser.running else { throw BrowserError("The suite lacks the trait .oneBrowser.") }
        let first = try await browser.currentTab()
        let tab = try await browser.openTab()
        let result: Result<Value, any Error>
        do { result = .success(try await body(browser)) } catch { result = .failure(error) }
        try? await browser.setOffline(false)
        try await browser.switchTo(tab)
        try await browser.closeTab()
        try await browser.switchTo(first)
        return try result.get()
    }
}
