import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("The two phones on one page", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"), .oneBrowser)
struct WebDemoTests {
    @Test("The story goes from its first act to its last, the edit that lost comes back, and Ctrl-C removes everything")
    func story() async throws {
        let products = URL(fileURLWithPath: PackageFiles.product("vitals-course")).deletingLastPathComponent().path
        let demo = try RunningProgram(
            "vitals-course", ["demo", "--web", "--json", "--binaries", products],
            environment: ["VITALS_COURSE_ROOT": PackageFiles.root])
        defer { demo.kill() }
        let address = try await Self.address(of: demo)
        let origin = String(try #require(address.firstMatch(of: #/^http://[^/]+/#)).0)
        try await Browser.tab { browser in
            // A browser that speaks American English would show pounds.
            try await browser.open(origin + "/app.css")
            try await browser.run("localStorage.setItem('vitals-preferences', '{\"WEIGHT\":\"KG\"}')")
            try await browser.open(address)
            let page = PagePhone(browser: browser, url: origin)
            try await page.press("Begin")
            for (act, words) in [
                (1, ["All three agree.", "72.4 kg"]), (2, ["All three agree."]),
                (3, ["They differ, for now.", "71.9 kg", "73.4 kg", "Why B wins"]), (4, ["All three agree."]),
                (5, ["All three agree."]),
            ] {
                try await browser.wait(
                    "act \(act) ends", withinSeconds: 20,
                    "return document.querySelectorAll('ol.acts .done').length === \(act)")
                for text in words { try await page.see(text) }
                if act == 4 { try await expect(Self.verdict(browser), equals: ["73.4 kg", "73.4 kg", "73.4 kg"]) }
                if act < 5 { try await page.press("Next") }
            }
            try await expect(Self.verdict(browser), equals: ["71.9 kg", "71.9 kg", "71.9 kg"])
            let token = try await browser.run(
                "return Object.values(JSON.parse(sessionStorage.getItem('vitals-demo-tokens')))[1]")
            let held = try await ServerClient(url: origin, token: token.string).pull().records()
            expect(held.map(\.value), equals: [71.9])
            expect(held.map(\.version), equals: [3])
        }
        let processID = demo.processID
        let run = try await blocking {
            kill(processID, SIGINT)
            return try demo.finish(withinSeconds: 20)
        }
        expect(run.status, equals: 130, "\(run.errors)")
        let left = try FileManager.default.contentsOfDirectory(atPath: "/tmp")
            .filter { $0.hasPrefix("vitals-") && $0.contains("-\(processID)-") }
        expect(left, equals: [])
        #expect(throws: (any Error).self) {
            try RawConnection(port: try #require(URL(string: origin)?.port))
        }
    }

    /// Returns the values of the phones and the server, as the story shows them.
    private static func verdict(_ browser: Browser) async throws -> [String] {
        let values = try await browser.run(
            "return [...document.querySelectorAll('.verdict dd')].map(({ innerText }) => innerText.trim())")
        return (values.array ?? []).compactMap(\.string)
    }

    private static func address(of demo: RunningProgram) async throws -> String {
        let deadline = ContinuousClock.now + .seconds(60)
        while demo.isRunning, ContinuousClock.now < deadline {
            for line in demo.outputSoFar.split(separator: "\n") {
                if let event = try? JSONValue(parsing: Array(line.utf8)), let url = event["pageURL"]?.string {
                    return url
                }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw ProgramError("The demo printed no address: \(demo.outputSoFar)")
    }
}
