import StepSupport
import TestSupport
import Testing
import Vitals

@Suite(
    "A phone in a browser beside one in a terminal", .serialized,
    .enabled(if: Browser.isThere, "\(Browser.hint)"), .oneBrowser)
struct OfflineTests {
    @Test("They work apart without a network, and hold the same once they are back, on SQLite")
    func sqlite() async throws { try await story(.sqlite) }

    @Test(
        "They work apart without a network, and hold the same once they are back, on Postgres",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"))
    func postgres() async throws { try await story(.postgres) }

    private func story(_ storage: Site.Storage) async throws {
        let site = try await Site(storage)
        let terminal = try await site.phone("terminal")
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByLink(code)
            try await page.go("Today")
            try await page.addWeight("72.4")
            try await page.expectStatus("Synced")
            try await terminal.sync()
            let first = try #require(try await terminal.records().first)
            expect(first.value, equals: 72.4)
            try await page.expectKeptForOffline()

            // The server is gone for good measure: a service worker's own requests would pass the browser's switch.
            try await browser.setOffline(true)
            site.stop()
            try await page.addWeight("81.5")
            try await page.expectStatus("Offline, 1 waiting")
            try await browser.reload()
            try await page.see("81.5")
            try await page.expectStatus("Offline, 1 waiting")
            try await page.edit("81.5", to: "82.1")
            // Both edit the first; the one in the terminal twice, so that its edit wins.
            try await page.edit("72.4", to: "71.9")
            for value in ["70.1", "70.9"] {
                let id = first.id.lowercased
                try await expect(terminal.run("edit", id, value, "kg").status, equals: 0)
            }
            try await expect(terminal.run("add", "weight", "64.2", "kg").status, equals: 0)
            try await page.expectStatus("Offline, 2 waiting")

            try await site.start()
            try await terminal.sync()
            try await browser.setOffline(false)
            try await page.expectStatus("Synced", withinSeconds: 30)
            try await page.see("64.2")
            try await page.run("await phone.sync()")
            try await terminal.sync()
            let held = try await site.records()
            expect(held.map(\.value).sorted(), equals: [64.2, 70.9, 82.1])
            try await expect(page.records(), equals: held)
            try await expect(terminal.records(), equals: held)

            // What lost is there to be seen, and comes back as a new edit.
            try await page.see("1 edit of yours lost")
            try await page.go("Sync")
            try await page.press("Restore mine")
            try await browser.wait("it is back", "return !document.querySelector('.stack .cards')")
            try await page.run("await phone.sync()")
            try await terminal.sync()
            try await expect(terminal.records().map(\.value).sorted(), equals: [64.2, 71.9, 82.1])
            try await expect(page.records(), equals: site.records())
        }
    }
}
