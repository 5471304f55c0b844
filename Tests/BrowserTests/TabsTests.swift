import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("Two tabs of one phone", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"), .oneBrowser)
struct TabsTests {
    @Test("What is edited in one stands in the other, and both may sync at once")
    func twoTabs() async throws {
        let site = try await Site()
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByLink(code)
            try await page.go("Today")
            let first = try await browser.currentTab()
            let second = try await browser.openTab()
            try await browser.open(site.url + "/")
            try await page.expectStatus("Synced")

            // Without a server, and by a phone that does nothing by itself: a sync, or coming back to the tab, would look at
            // the store anyway.
            site.stop()
            try await page.run("phone.addEventListener('change', () => { window.hasHeard = true })")
            try await browser.switchTo(first)
            try await page.addWeight("72.4")
            try await browser.switchTo(second)
            try await browser.wait("this tab hears of it", "return window.hasHeard")
            try await page.see("72.4")
            try await page.edit("72.4", to: "71.9")
            try await browser.switchTo(first)
            try await page.see("71.9")
            try await site.start()

            // Forty each; then both sync at the same moment, and edit the same entry meanwhile.
            let id = try #require(try await page.records().first).id.lowercased
            for tab in [first, second] {
                try await browser.switchTo(tab)
                try await page.run(
                    """
                    const at = \(tab == first ? 0 : 40)
                    for (let number = at; number < at + 40; number++) {
                        await phone.add({ kind: 'WEIGHT', value: 80 + number / 10, unit: 'KG' })
                    }
                    const begin = new Promise((resolve) => {
                        window.start = new BroadcastChannel('start')
                        window.start.onmessage = resolve
                    })
                    window.work = begin.then(() => Promise.all([
                        phone.sync(), phone.edit(argument, { value: \(tab == first ? 70 : 69) }), phone.sync(),
                    ]))
                    """, .string(id))
            }
            // A channel tells its own sender nothing, so a third party gives the sign.
            try await page.run("new BroadcastChannel('start').postMessage('go')")
            for tab in [first, second] {
                try await browser.switchTo(tab)
                try await page.run("await window.work")
                try await page.expectStatus("Synced")
            }
            let held = try await site.records()
            expect(held.count, equals: 81)
            expect(Set(held.map(\.value)).count, equals: 81)
            try expect(#require(held.first { $0.id.lowercased == id }).version, equals: 4)
            for tab in [first, second] {
                try await browser.switchTo(tab)
                try await expect(page.records(), equals: held)
                try await expect(page.run("return phone.status.conflictCount"), equals: .number(0))
            }
            try await browser.switchTo(second)
            try await browser.closeTab()
            try await browser.switchTo(first)
        }
    }
}
