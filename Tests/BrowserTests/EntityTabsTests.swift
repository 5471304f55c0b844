import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Two tabs of one phone in a real browser, with its Web Locks: one of them syncs at a time.
@Suite(
    "Notes in two tabs of a browser", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"), .oneBrowser)
struct EntityTabsTests {
    /// Lets each push wait before its response arrives, and notes how many pushes of all tabs were on their way at once.
    private static let watched = """
        const { fetch } = window
        const number = (name) => Number(localStorage.getItem(name) ?? 0)
        window.fetch = async (url, request) => {
          if (!String(url).includes('/entities/push')) return fetch(url, request)
          localStorage.setItem('test-now', number('test-now') + 1)
          localStorage.setItem('test-most', Math.max(number('test-most'), number('test-now')))
          try {
            const answer = await fetch(url, request)
            localStorage.setItem('test-pushes', number('test-pushes') + 1)
            await new Promise((resolve) => setTimeout(resolve, 200))
            return answer
          } finally {
            localStorage.setItem('test-now', number('test-now') - 1)
          }
        }
        """

    /// Makes notes and syncs after each, while the caller goes on.
    private static let busy = """
        window.busy = (async () => {
          for (let count = 1; count <= 4; count += 1) {
            await phone.entities.create('note', { title: `${argument} ${count}` })
            await phone.sync()
          }
        })()
        """

    @Test("Both write at once: one push is on its way at a time, and each note arrives once")
    func oneAtATime() async throws {
        let site = try await Site()
        let terminal = try await site.phone("terminal")
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByForm(code)
            try await page.run(Self.watched)
            let first = try await browser.currentTab()
            let second = try await browser.openTab()
            try await browser.open(site.url + "/")
            try await page.expectStatus("Synced")
            try await page.run(Self.watched)

            try await page.run(Self.busy, .string("second"))
            try await browser.switchTo(first)
            try await page.run(Self.busy, .string("first"))
            for tab in [first, second] {
                try await browser.switchTo(tab)
                try await page.run("await window.busy")
            }
            let counts = try await page.run(
                "return [localStorage.getItem('test-most'), localStorage.getItem('test-pushes')]")
            expect(counts.array?.first, equals: .string("1"), "pushes at once: \(counts)")
            try await terminal.sync()
            let expected = ["first", "second"].flatMap { name in (1...4).map { "\(name) \($0)" } }
            expect(try await titles(terminal), equals: expected)
            try await page.go("Notes")
            for title in expected { try await page.see(title) }
            try await browser.closeTab()
            try await browser.switchTo(first)
        }
    }

    @Test("A tab that is closed in the middle of its push leaves the note to the other one, which doubles nothing")
    func closedTab() async throws {
        let site = try await Site()
        let terminal = try await site.phone("terminal")
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByForm(code)
            let first = try await browser.currentTab()
            _ = try await browser.openTab()
            try await browser.open(site.url + "/")
            try await page.expectStatus("Synced")
            try await page.run(
                """
                const { fetch } = window
                window.fetch = async (url, request) => {
                  const answer = await fetch(url, request)
                  if (!String(url).includes('/entities/push')) return answer
                  window.hasPushed = true
                  return new Promise(() => {})
                }
                await phone.entities.create('note', { title: 'Knee hurts' })
                void phone.sync()
                """)
            try await browser.wait("the server has the note, and no tab knows it", "return window.hasPushed === true")
            try await browser.closeTab()
            try await browser.switchTo(first)
            try await page.run("await phone.sync()")
            expect(try await page.run("return phone.entities.waiting()"), equals: .number(0))
            try await terminal.sync()
            expect(try await titles(terminal), equals: ["Knee hurts"])
        }
    }

    private func titles(_ phone: PhoneProgram) async throws -> [String] {
        let listed = try JSONValue(parsing: try await phone.run("notes", "--json").output)
        return (listed.array ?? []).compactMap { $0["fields"]?["title"]?.string }.sorted()
    }
}
