import StepSupport
import Testing
import Vitals

@Suite(
    "The card about the week on the page", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"),
    .oneWatchingBrowser)
struct WeekCardTests {
    @Test("What the server wrote of the records is on the first screen, until the person dismisses it")
    func week() async throws {
        let site = try await Site(settings: ["VITALS_FEATURES": "ai-insights"])
        let phone = try await site.phone("terminal")
        let added = try await phone.run("add", "weight", "72.4", "kg")
        try #require(added.status == 0, "\(added.errors)")
        try await phone.sync()
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByForm(code)
            try await page.go("Today")
            try await page.see("Your week")
            // The browser of the tests is in American English, so its screens show pounds.
            try await page.see("On average your weight was 159.6 lb.")
            try await page.see("Written by your server, by rule.")
            try await page.press("Dismiss the text about your week")
            try await browser.wait("the card is gone", "return document.querySelector('.week') === null")
        }
    }
}
