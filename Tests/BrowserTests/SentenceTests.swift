import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("A sentence on the page", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"), .oneWatchingBrowser)
struct SentenceTests {
    @Test("What the server understood of it is confirmed, stored and sent, with its label; what is left out isn't")
    func confirmed() async throws {
        let site = try await Site(settings: ["VITALS_FEATURES": "all"])
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByForm(code)
            try await page.go("Today")
            try await browser.wait(
                "a sentence can be typed and sent",
                """
                const input = document.querySelector('input[name=sentence]')
                if (!input) return false
                input.value = 'weight 72.4 kg, pulse 62, and a headache 6/10'
                input.dispatchEvent(new Event('input', { bubbles: true }))
                return true
                """)
            try await page.press("Read it")
            try await page.see("Is this right?")
            try await page.see("Read offline by your server.")
            try await expect(site.records().isEmpty, "nothing is stored before the person confirms it")
            try await page.press("Leave out Heart rate, 62 bpm")
            try await page.press("Save 2 entries")
            // The status said "Synced" before the entries were saved too, so only the server can tell.
            for _ in 0..<200 where try await site.records().count < 2 { try await Task.sleep(for: .milliseconds(50)) }
            try await page.expectStatus("Synced")
        }
        let records = try await site.records().sorted { $0.kind.rawValue < $1.kind.rawValue }
        expect(records.map(\.kind) == [.symptom, .weight] && records.map(\.value) == [6, 72.4])
        expect(records.first?.label, equals: "headache")
    }

    @Test("A server that reads no sentences offers no field for one")
    func off() async throws {
        let site = try await Site()
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByForm(code)
            try await page.go("Today")
            try await page.see("Weight")
            let count = try await browser.run("return document.querySelectorAll('input[name=sentence]').length")
            expect(count, equals: .number(0))
        }
    }
}
