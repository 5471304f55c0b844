import StepSupport
import TestSupport
import Testing
import Vitals

@Suite(
    "The tests in JavaScript, in Chromium", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"), .oneBrowser)
struct JavaScriptTests {
    @Test("The rules, the vectors, the simulation, the store and the screens hold in a browser")
    func all() async throws {
        let files = try LoopbackServer.files()
        let results = try await Browser.tab { browser in
            try await browser.open(files.url + "/Tests/Web/index.html")
            try await browser.wait(
                "the tests end", withinSeconds: 400, "return ['passed', 'failed'].includes(document.title)")
            return try await browser.run("return await window.testResults").array ?? []
        }
        expect(results.count > 90)
        for result in results where result["passed"] != .bool(true) {
            Issue.record("\(result["name"]?.string ?? ""): \(result["message"]?.string ?? "")")
        }
    }
}
