import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("The screens of the page", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"), .oneBrowser)
struct ScreenTests {
    private static let paths = [
        "", "history/WEIGHT", "history/STEPS", "history/HEART_RATE", "history/other", "sync", "settings",
    ]

    @Test("Every text stands out from its ground as WCAG 2.2 asks of AA (1.4.3)", arguments: ["light", "dark"])
    func contrast(scheme: String) async throws {
        try await everywhere { browser, place in
            if place == "" { try await browser.prefer(scheme: scheme) }
            let result = try await browser.run(Browser.contrastScript)
            expect(result["isDark"], equals: .bool(scheme == "dark"), "\(place)")
            expect(result["weak"], equals: .array([]), "\(place)")
            guard case .number(10...)? = result["count"] else {
                Issue.record("\(place): next to nothing was looked at: \(result)")
                return
            }
        }
    }

    @Test("No screen moves sideways, on a phone or on a desk", arguments: [360.0, 1280])
    func width(pixels: Double) async throws {
        try await everywhere { browser, place in
            if place == "" { try await browser.showOn(width: pixels) }
            let widths = try await browser.run(
                """
                const boxes = [document.documentElement, ...document.querySelectorAll('dialog, main')]
                return [innerWidth, ...boxes.map((box) => box.scrollWidth - box.clientWidth)]
                """)
            let numbers = widths.array ?? []
            expect(numbers.first, equals: .number(pixels), "\(place)")
            expect(numbers.count > 2 && numbers.dropFirst().allSatisfy { $0 == .number(0) }, "\(place): \(widths)")
        }
    }

    @Test("The keys read single values from a chart")
    func chartKeys() async throws {
        let site = try await Site()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await Self.fill(page)
            try await browser.open(site.url + "/#/history/WEIGHT")
            try await browser.wait("the chart is there", "return document.querySelector('[role=slider]')")
            for _ in 0..<40 {
                try await browser.pressKey("Tab", 9)
                if try await browser.run("return document.activeElement.role") == .string("slider") { break }
            }
            let seen = """
                const { activeElement } = document
                return [activeElement.role, getComputedStyle(activeElement).outlineStyle, activeElement.ariaValueText,
                    document.querySelector('.readout').innerText]
                """
            func says(_ words: String, readout: String? = nil) async throws {
                let wanted = ["slider", "solid", words, readout ?? words].map(JSONValue.string)
                try await expect(browser.run(seen), equals: .array(wanted))
            }
            try await says("Today: 72.4 kg, trend 73.9 kg", readout: "")
            try await browser.pressKey("ArrowLeft", 37)
            try await says("Yesterday: 73.1 kg, trend 74.0 kg")
            try await browser.pressKey("ArrowRight", 39)
            try await says("Today: 72.4 kg, trend 73.9 kg")
            try await browser.pressKey("ArrowRight", 39)
            try await says("Today: 72.4 kg, trend 73.9 kg")
            try await browser.pressKey("Home", 36)
            try await expect(browser.run(seen).array?.last?.string?.hasSuffix(": 80.2 kg, trend 80.2 kg") == true)
            try await browser.pressKey("End", 35)
            try await says("Today: 72.4 kg, trend 73.9 kg")
        }
    }

    @Test("A browser in German takes the comma of its keyboard, and thousands for thousands")
    func german() async throws {
        let site = try await Site()
        try await Browser.tab { browser in
            let agent = try await browser.run("return navigator.userAgent")
            try await browser.command(
                "Emulation.setUserAgentOverride",
                [.init("userAgent", agent), .init("acceptLanguage", .string("de-DE"))])
            let page = PagePhone(browser: browser, url: site.url)
            try await browser.open(site.url + "/")
            try await page.press("Add")
            try await page.press("Energy")
            for refused in ["1.25.", "72,4,1"] {
                try await page.type(refused, into: "value")
                try await page.press("Save")
                try await page.see("Enter a number, written like 1.250.")
            }
            try await page.type("1.250", into: "value")
            try await page.press("Save")
            try await page.see("1.250 kcal")
            try await page.addWeight("72,4")
            try await page.see("72,4 kg")
            try await expect(page.records().map(\.value).sorted(), equals: [72.4, 1250])
            // What the form shows is what it reads.
            try await page.press("72,4", in: "button.row")
            try await page.press("Save")
            try await browser.wait("the form closes", "return !document.querySelector('dialog')")
            try await expect(page.records().map(\.value).sorted(), equals: [72.4, 1250])
        }
    }

    @Test("A browser in French asks which of two numbers is meant, and takes both as it names them")
    func french() async throws {
        let site = try await Site()
        try await Browser.tab { browser in
            let agent = try await browser.run("return navigator.userAgent")
            try await browser.command(
                "Emulation.setUserAgentOverride",
                [.init("userAgent", agent), .init("acceptLanguage", .string("fr-FR"))])
            let page = PagePhone(browser: browser, url: site.url)
            try await browser.open(site.url + "/")
            for (typed, value) in [("1234", 1_234), ("1,234", 1.234), ("12.5", 12.5)] {
                try await page.press("Add")
                try await page.press("Energy")
                try await page.type("1.234", into: "value")
                try await page.press("Save")
                try await page.see("That can be 1234 or 1,234. Write the one that you mean like this.")
                try await page.type(typed, into: "value")
                try await page.press("Save")
                try await browser.wait("the form closes", "return !document.querySelector('dialog')")
                try await expect(page.records().map(\.value).contains(value))
            }
        }
    }

    // MARK: Helpers

    /// Visits every screen that a phone may show: empty and full, with an edit that lost, with its form and an error in
    /// it.
    private func everywhere(_ look: @Sendable (Browser, _ place: String) async throws -> Void) async throws {
        let site = try await Site()
        let code = try await site.code()
        let terminal = try await site.phone("terminal")
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await browser.open(site.url + "/")
            try await page.see("Start with one number.")
            try await look(browser, "")
            try await page.go("Sync")
            try await page.press("Pair")
            try await page.see("Enter the code.")
            try await look(browser, "pairing without a code")
            try await page.go("Today")
            try await page.see("Start with one number.")
            try await page.pairByLink(code)
            let id = try await Self.fill(page)
            try await page.run("await phone.sync()")
            try await terminal.sync()
            for value in ["70.1", "70.9"] { try await expect(terminal.run("edit", id, value, "kg").status, equals: 0) }
            try await page.run("await phone.edit(argument, { value: 99 })", .string(id))
            try await terminal.sync()
            try await page.run("await phone.sync()")
            try await page.see("1 edit of yours lost")
            for path in Self.paths {
                try await browser.open("\(site.url)/#/\(path)")
                try await browser.wait(
                    "“\(path)” is there",
                    "return document.querySelector('[aria-current=page]') && document.querySelector('.screen > *')")
                try await browser.run("for (const fold of document.querySelectorAll('details')) fold.open = true")
                try await look(browser, path)
            }
            try await page.press("Add")
            try await page.press("Save")
            try await page.see("Enter a number")
            try await look(browser, "the form")
        }
    }

    /// Adds entries of every kind on several days.
    ///
    /// - Returns: the id of today's weight, 72.4 kg.
    @discardableResult
    private static func fill(_ page: PagePhone) async throws -> String {
        try await page.browser.open(page.url + "/")
        let id = try await page.run(
            """
            localStorage.setItem('vitals-preferences', JSON.stringify({ WEIGHT: 'KG', DISTANCE: 'KM' }))
            const add = (kind, unit, value, daysAgo) => (
                phone.add({ kind, unit, value, recordedAt: Date.now() - daysAgo * 86_400_000 }))
            for (const [daysAgo, weight] of [[29, 80.2], [12, 75.3], [1, 73.1]]) {
                await add('WEIGHT', 'KG', weight, daysAgo)
                await add('STEPS', 'COUNT', 123456, daysAgo)
                await add('ACTIVE_ENERGY', 'KCAL', 1234.5, daysAgo)
            }
            for (const rate of [58, 142]) await add('HEART_RATE', 'BPM', rate, 0)
            await add('DISTANCE', 'KM', 12345.67, 0)
            return (await add('WEIGHT', 'KG', 72.4, 0)).id
            """)
        try await page.browser.reload()
        try await page.see("72.4")
        return try #require(id.string)
    }
}
