import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Notes and tags between a page in a real browser, a phone in a terminal and a real server.
@Suite(
    "Notes and tags in a browser", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"), .oneBrowser)
struct EntitiesTests {
    @Test("A note from a terminal is on the screen without a press, and an edit that lost is told with both values")
    func noteAndConflict() async throws {
        let site = try await Site()
        let terminal = try await site.phone("terminal")
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByForm(code)
            try await page.go("Notes")
            _ = try await terminal.run("notes", "add", "Knee hurts", "--body", "after the run", "--tag", "Morning")
            try await terminal.sync()
            try await page.see("Knee hurts")
            try await page.see("after the run · Morning")

            // The page loses its server, and both edit the note's text.
            site.stop()
            try await page.press("Knee hurts", in: "button.row")
            try await browser.wait(
                "the note's text can be changed",
                """
                const text = document.querySelector('dialog textarea[name=body]')
                if (text) text.value = 'much better'
                return !!text
                """)
            try await page.press("Save")
            try await page.see("much better")
            try await page.see("Saved here")
            try await site.start()
            let listed = try await terminal.run("notes", "--json").output
            let id = try #require(try JSONValue(parsing: listed).array?.first?["id"]?.string)
            _ = try await terminal.run("notes", "edit", id, "--body", "worse")
            try await page.expectStatus("Synced")
            try await terminal.sync()
            let review = try await terminal.run("entities", "needs-you").output
            #expect(review.contains("worse"), "\(review)")
            try await page.see("much better")
        }
    }
}
