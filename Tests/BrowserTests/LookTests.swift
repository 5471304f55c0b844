import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// The link of `vitals-server token add --read-only`, opened in a browser, at a real server.
@Suite(
    "A link that only shows, in a browser", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"),
    .oneWatchingBrowser)
struct LookTests {
    private static let user = "00000000-0000-0000-0000-000000000001"

    private static func link(_ site: Site, _ options: String...) async throws -> (address: String, id: String) {
        let printed = try await site.server(
            ["token", "add", "--read-only", "--json", "--url", site.url, "--user", user] + options)
        let json = try JSONValue(parsing: printed)
        return (try #require(json["addresses"]?.array?.first?.string), try #require(json["id"]?.string))
    }

    @Test(
        "In a browser that is a phone it shows the other's records, follows them, ends, and leaves the phone as it was")
    func besideAPhone() async throws {
        let site = try await Site()
        let terminal = try await site.phone("terminal")
        _ = try await terminal.run("add", "weight", "72.4", "kg")
        _ = try await terminal.run("add", "steps", "8123")
        try await terminal.sync()
        let other = try JSONValue(parsing: try await site.server(["user", "add", "--json"]))
        let pair = ["pair", "--json", "--port", "\(site.port)", "--user", try #require(other["id"]?.string)]
        let code = try #require(try JSONValue(parsing: try await site.server(pair))["code"]?.string)
        let (link, id) = try await Self.link(site, "--name", "Coach", "--expires", "30d", "--kinds", "weight")
        let token = try #require(link.split(separator: "=").last.map(String.init))
        let requests = try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByForm(code)
            try await page.go("Today")
            try await page.addWeight("64.2")
            try await page.expectStatus("Synced")
            let before = try await page.records()
            _ = try await browser.log("performance")

            try await browser.open(link)
            try await page.see("read-only until")
            try await page.see("72.4 kg")
            let text = try await browser.run("return document.body.innerText").string ?? ""
            expect(!text.contains("8,123") && !text.contains("64.2") && !text.contains("Steps"), "\(text)")
            expect(text.contains("The link shows weight, and nothing else."), "\(text)")
            let address = try await browser.run("return location.href").string
            expect(address, equals: site.url + "/#look", "the token isn't in the address")
            let writing = try await browser.run(
                "return document.querySelectorAll('form, input, textarea, select, button.row, .add, .tabs a').length")
            expect(writing, equals: .number(0))

            _ = try await terminal.run("add", "weight", "80", "kg")
            try await terminal.sync()
            try await page.see("80.0 kg", withinSeconds: 5)
            try await browser.reload()
            try await page.see("80.0 kg")
            _ = try await site.server(["token", "revoke", id])
            try await browser.reload()
            try await page.see("This link has ended")
            let ended = try await browser.run("return document.body.innerText").string ?? ""
            expect(!ended.contains("80.0 kg") && !ended.contains("72.4"))
            let requests = try await browser.log("performance")

            try await browser.open(site.url + "/")
            try await page.see("64.2")
            try await page.expectStatus("Synced")
            try await expect(page.records(), equals: before)
            return requests
        }
        let sent = requests.compactMap { line -> JSONValue? in
            guard let event = try? JSONValue(parsing: line)["message"],
                event["method"]?.string == "Network.requestWillBeSent"
            else { return nil }
            return event["params"]?["request"]
        }
        let asked = sent.filter { $0["url"]?.string?.contains("/sync/") == true }
        expect(!asked.isEmpty)
        expect(sent.allSatisfy { $0["method"]?.string == "GET" }, "a page that only shows sends nothing else")
        // The address has the token in its fragment, which a browser sends nowhere.
        expect(sent.allSatisfy { $0["url"]?.string?.contains(token) == false })
    }

    @Test("In a browser that is no phone it shows everything, and makes no store")
    func alone() async throws {
        let site = try await Site()
        let terminal = try await site.phone("terminal")
        _ = try await terminal.run("add", "weight", "72.4", "kg")
        _ = try await terminal.run("add", "steps", "8123")
        try await terminal.sync()
        let (link, _) = try await Self.link(site)
        let console = try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await browser.open(link)
            try await page.see("read-only until the link is taken back")
            try await page.press("Steps")
            try await page.see("8,123")
            let names = try await browser.run(
                "return (await indexedDB.databases()).map(({ name }) => name).concat(Object.keys(localStorage))")
            expect(names, equals: .array([]))
            // A link whose token nobody knows says so too.
            try await browser.open(site.url + "/#look=vr-nobody-knows-this")
            try await page.see("This link has ended")
            return try await browser.log("browser")
        }
        expect(console.filter { !$0.contains("401") }, equals: [])
    }
}
