import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Workouts, sources and diagnostics in a real browser, with a real server.
@Suite(
    "Workouts in a browser", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"), .oneBrowser)
struct WorkoutsTests {
    /// Kilograms and kilometres, whatever the browser's language.
    private static let metric =
        "localStorage.setItem('vitals-preferences', JSON.stringify({ WEIGHT: 'KG', DISTANCE: 'KM' }))"

    /// Sends samples as a phone does. `argument` lists source, type, unit, value and age in days of each.
    private static let sendSamples = """
        const time = (age) => new Date(Date.now() - age * 86_400_000).toISOString()
        const samples = JSON.parse(argument).map(([source, type, unit, value, age]) => ({
            id: crypto.randomUUID(), type, value, unit, start: time(age), end: time(age), source,
        }))
        const response = await fetch('/health/samples', {
            method: 'POST', headers: { Authorization: 'Bearer dev-token', 'Content-Type': 'application/json' },
            body: JSON.stringify({ uploadRequestId: crypto.randomUUID(), samples }),
        })
        const answer = await response.json()
        if (answer.stored !== samples.length) throw new Error(JSON.stringify(answer))
        """

    @Test("A workout is added by its form, has the heart rate of its minutes, and is back after an undo")
    func form() async throws {
        let site = try await Site()
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await browser.open(site.url + "/")
            try await browser.run(Self.metric)
            try await page.pairByForm(code)
            try await page.go("Workouts")
            try await page.press("New workout")
            try await page.type("45", into: "minutes")
            try await page.type("8.2", into: "distance")
            try await page.press("Save")
            try await page.see("45 min · 8.20 km")
            try await page.expectStatus("Synced")

            // Readings of a watch, which another phone of this person has sent.
            try await page.run(
                """
                await phone.sync()
                const [{ start }] = await phone.workouts.list()
                for (const [minutes, value] of [[1, 101], [20, 164], [44, 133], [60, 61]]) {
                    await phone.add({ kind: 'HEART_RATE', unit: 'BPM', value, recordedAt: start + minutes * 60_000 })
                }
                await phone.sync()
                """)
            try await page.press("Run", in: "a.row")
            try await browser.wait(
                "the band is drawn",
                """
                return document.querySelector('.chart svg')?.ariaLabel
                    === 'Heart rate from 101 to 164 bpm, 133 bpm on average, 3 readings on this phone.'
                """)
            try await page.press("Edit")
            try await page.press("Delete")
            try await page.see("This workout isn’t here any more.")
            try await page.press("Undo")
            try await page.see("8.20 km")
            try await page.expectStatus("Synced")
            let others = try await page.run(
                """
                await phone.sync()
                return (await phone.workouts.list()).map(({ minutes, distance, waiting }) => [minutes, distance, waiting])
                """)
            expect(others, equals: .array([.array([.number(45), .number(8.2), .number(0)])]))
        }
    }

    @Test("Sources show what the server counts: what records, what has stopped, and what came since")
    func sources() async throws {
        let site = try await Site()
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByForm(code)
            try await page.go("Workouts")
            try await page.press("Sources")
            try await page.see("No source has delivered anything yet.")
            try await page.run(
                Self.sendSamples,
                .string(
                    """
                    [["Apple Watch", "BASAL_ENERGY", "kcal", 12.5, 0], ["Apple Watch", "BASAL_ENERGY", "kcal", 11, 0.1],
                    ["Old Ring", "OXYGEN_SATURATION", "%", 0.97, 40], ["<b>Scale</b>", "LATER_TYPE", "x", 1, 7]]
                    """))
            try await page.press("Refresh")
            try await page.see("Apple Watch")
            try await page.see("Recording. The latest value is from")
            try await page.see("Stopped recording: the last value is from")
            try await page.see("Nothing new since")
            try await page.see("<b>Scale</b>")
            try await page.see("Never delivered: Cycling distance")
            let row = "document.querySelector('.card tbody tr').innerText.split(/\\s*\\t\\s*/).slice(0, 2)"
            try await expect(
                browser.run("return \(row)"), equals: .array([.string("Resting energy"), .string("2")]))
            try await page.run(Self.sendSamples, .string(#"[["Apple Watch", "BASAL_ENERGY", "kcal", 9, 0.2]]"#))
            try await page.press("Refresh")
            try await browser.wait("the third is counted", "return \(row)[1] === '3'")

            site.stop()
            try await page.press("Refresh")
            try await page.see("The server can’t be reached.")
            try await page.see("Old Ring")
        }
    }

    @Test("A server without samples is named, and its workouts work as ever")
    func olderServer() async throws {
        let site = try await Site(settings: ["VITALS_FEATURES": "entities"])
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByForm(code)
            try await page.go("Workouts")
            try await page.press("Sources")
            try await page.see("This server doesn’t keep health samples yet.")
            try await page.press("Workouts", in: "main nav a")
            try await page.press("New workout")
            try await page.type("30", into: "minutes")
            try await page.press("Save")
            try await page.see("30 min")
            try await page.expectStatus("Synced")
        }
    }

    @Test("An error is a sentence; developer mode shows its id, which is in the browser’s console too")
    func developerMode() async throws {
        let site = try await Site()
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByForm(code)
            try await page.press("Sync", in: "nav.tabs a")
            site.stop()
            try await page.press("Sync now")
            try await page.see("The server can’t be reached.")
            let panel = "document.querySelector('main details:not(.inside)')"
            try await browser.run("\(panel).open = true")
            try await page.see("Developer mode, on the Settings screen, shows more.")
            try await expect(browser.run("return /\\/sync\\//.test(\(panel).innerText)"), equals: .bool(false))
            try await page.go("Settings")
            try await page.press("Show technical details")
            try await page.go("Sync")
            try await browser.wait("the id is shown", "return \(panel)?.querySelector('.card code')")
            try await browser.run("\(panel).open = true")
            try await page.see("no answer")
            let id = try #require(
                try await browser.run("return \(panel).querySelector('.card code').innerText").string)
            #expect(id.wholeMatch(of: /[a-z0-9]{8}/) != nil, "\(id)")
            let console = try await browser.log("browser")
            #expect(console.contains { $0.contains("Vitals error \(id) (network)") }, "\(console)")
            #expect(!console.contains { $0.contains("Bearer") }, "\(console)")
        }
    }

    @Test("Every text stands out from its ground, and no screen moves sideways", arguments: ["light", "dark"])
    func looks(scheme: String) async throws {
        let site = try await Site()
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await browser.prefer(scheme: scheme)
            try await browser.open(site.url + "/")
            try await browser.run(
                "localStorage.setItem('vitals-preferences', JSON.stringify({ DISTANCE: 'KM', developer: 'on' }))")
            try await page.pairByForm(code)
            let id = try await page.run(
                """
                const start = Date.now() - 7_200_000
                for (let minute = 0; minute < 40; minute += 1) {
                    await phone.add({ kind: 'HEART_RATE', unit: 'BPM', value: 100 + minute, recordedAt: start + minute * 60_000 })
                }
                await phone.add({ kind: 'HEIGHT', unit: 'CM', value: 172.5 })
                await phone.add({ kind: 'BODY_FAT', unit: 'PERCENT', value: 22.4 })
                const text = (time) => new Date(time).toISOString()
                const { id } = await phone.entities.create('workout', {
                    start: text(start), end: text(start + 2_700_000), minutes: 45, activity: 'Kitesurfing'.repeat(9), energy: 412, distance: 12345.6,
                    heartRate: 120, heartRateMinimum: 90, heartRateMaximum: 176, source: 'Watch'.repeat(30), device: 'Watch6,1', note: 'x'.repeat(300),
                })
                await phone.sync()
                return id
                """)
            try await page.run(
                Self.sendSamples,
                .string(
                    "[[\"\(String(repeating: "Long", count: 30))\", \"LATER_TYPE_\(String(repeating: "X", count: 40))\", \"x\", 1, 40]]"
                ))
            let places = [
                "workouts", "workouts/\(try #require(id.string))", "workouts/sources", "sync", "settings", "",
                "history/HEIGHT",
            ]
            for width in [320.0, 390, 1200] {
                try await browser.showOn(width: width)
                for place in places {
                    try await browser.open("\(site.url)/#/\(place)")
                    try await browser.reload()
                    try await browser.wait(
                        "“\(place)” is there",
                        "return document.querySelector('[aria-current=page]') && document.querySelector('.screen > *')")
                    try await browser.run(
                        "for (const fold of document.querySelectorAll('details')) fold.open = true")
                    if place == "workouts/sources" { try await page.see("Stopped recording") }
                    try await Self.expectReadable(browser, width, "\(place) at \(width), \(scheme)")
                }
                try await browser.open("\(site.url)/#/\(places[1])")
                try await page.press("Edit")
                try await Self.expectReadable(browser, width, "the form at \(width), \(scheme)")
                try await page.press("Cancel")
            }
        }
    }

    private static func expectReadable(_ browser: Browser, _ width: Double, _ place: String) async throws {
        let contrast = try await browser.run(Browser.contrastScript)
        expect(contrast["weak"], equals: .array([]), "\(place)")
        let widths = try await browser.run(
            """
            const boxes = [document.documentElement, ...document.querySelectorAll('dialog, main')]
            return [innerWidth, ...boxes.map((box) => box.scrollWidth - box.clientWidth)]
            """)
        let numbers = widths.array ?? []
        expect(numbers.first, equals: .number(width), "\(place)")
        expect(numbers.count > 2 && numbers.dropFirst().allSatisfy { $0 == .number(0) }, "\(place): \(widths)")
    }
}
