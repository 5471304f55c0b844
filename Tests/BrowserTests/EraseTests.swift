import StepSupport
import TestSupport
import Testing
import Vitals

@Suite(
    "Erasing a phone in a browser", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"), .oneBrowser)
struct EraseTests {
    /// Everything that the browser keeps for the page's origin.
    private static let kept = """
        const databases = (await indexedDB.databases()).map(({ name }) => name)
        const workers = (await navigator.serviceWorker.getRegistrations()).length
        return [...databases, ...await caches.keys(), ...Object.keys(localStorage), ...Array(workers).fill('worker')]
        """

    private func kept(in browser: Browser) async throws -> [String] {
        try await browser.run(Self.kept).array?.compactMap(\.string) ?? []
    }

    @Test("It asks, leaves nothing in the browser or of its token at the server, and starts again empty")
    func erases() async throws {
        let site = try await Site(settings: ["ACCESS_TOKEN_MINUTES": "15"])
        let code = try await site.code()
        try await Browser.with { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByLink(code)
            try await page.go("Today")
            try await page.addWeight("72.4")
            try await page.expectStatus("Synced")
            try await page.expectKeptForOffline()
            let asked = try await browser.run(
                "return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/session')).length"
            )
            expect(asked, equals: .number(1), "the page syncs with an access token")
            // A second view of the phone holds the database open, as another tab would.
            try await page.run("await phone.list()")
            try await expect(kept(in: browser).count >= 3)

            try await page.go("Settings")
            try await page.press("Dark")
            try await page.press("Erase this phone")
            try await page.see("Everything was sent.")
            try await page.press("Cancel")
            try await page.press("Erase this phone")
            try await page.press("Erase everything")
            try await page.see("This phone is erased")
            try await page.see("the server has ended its token")
            try await expect(kept(in: browser), equals: [])
            try await expect(site.deviceNames(), equals: [])

            try await page.press("Start again")
            try await page.expectStatus("Only here")
            try await expect(page.run("return (await phone.list()).length"), equals: .number(0))
            try await expect(site.records().count, equals: 1, "what was sent stays on the server")
        }
    }

    @Test("Without a network it says what was never sent and what is left to do; an interrupted one is finished")
    func offlineAndInterrupted() async throws {
        let site = try await Site()
        let code = try await site.code()
        try await Browser.with { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByLink(code)
            try await page.expectKeptForOffline()
            site.stop()
            try await page.go("Today")
            try await page.addWeight("81.5")
            try await page.go("Settings")
            try await page.press("Erase this phone")
            try await page.see("1 entry was never sent.")
            try await page.press("Erase everything")
            try await page.see("“vitals-server token revoke”")
            try await expect(kept(in: browser), equals: [])

            try await site.start()
            try await expect(site.deviceNames().count, equals: 1)
            try await browser.open(site.url + "/")
            try await page.expectStatus("Only here")
            try await page.addWeight("64.2")
            // What is left when the tab is closed after the first step.
            _ = try await browser.run("localStorage.setItem('vitals-erasing', 'vitals')")
            try await browser.reload()
            try await page.expectStatus("Only here")
            try await expect(page.run("return (await phone.list()).length"), equals: .number(0))
            try await expect(browser.run("return Object.keys(localStorage).length"), equals: .number(0))
        }
    }
}
