import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Reminders in a real browser with its service worker and its notifications. The push service alone is the test's.
@Suite(
    "Reminders in a browser", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"), .oneBrowser)
struct RemindersTests {
    /// Adds a reminder that came due a moment ago, and returns its id.
    private static let addDue = """
        const at = new Date()
        const two = (number) => String(number).padStart(2, '0')
        const { id } = await phone.reminders.add({
            title: argument, start: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
            time: `${two(at.getHours())}:${two(at.getMinutes())}`, zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        })
        await phone.sync()
        return id
        """

    /// Another phone of this person, which pairs and completes a reminder. It's in a page of the site that is no page of a phone.
    private static let completeElsewhere = """
        const other = await openPhone({ features, automatic: false, name: 'other' })
        await other.pair(argument)
        await other.sync()
        const [{ id }] = await other.reminders.all()
        await other.reminders.answer(id, 'once', 'completed')
        await other.sync()
        await other.close()
        """

    @Test("Done on one phone withdraws the notification of another one, whose page is closed")
    func withdrawn() async throws {
        let service = try PushService()
        let site = try await Site(settings: service.settings)
        let codes = [try await site.code(), try await site.code()]
        try await Browser.tab { browser in
            let page = LivePage(browser: browser, url: site.url)
            try await page.prepare(service)
            try await page.phone.pairByForm(codes[0])
            try await page.switchWakingOn()
            try await page.phone.run(Self.addDue, .string("Weigh in"))
            try await expectNotifications(["Weigh in"], in: browser)

            // No page of the phone is open while the other one answers.
            try await browser.open(site.url + "/manifest.webmanifest")
            try await page.expectTabs(connected: 0, waiting: 0)
            try await expectNotifications(["Weigh in"], in: browser)
            try await page.phone.run(Self.completeElsewhere, .string(codes[1]))
            try await page.deliver(try await service.message())
            try await expectNotifications([], in: browser)
            let state = try await page.phone.run("return (await phone.reminders.all())[0].states.once")
            expect(state.string, equals: "completed")
        }
    }

    @Test("A reminder is made by its form, said in words, and done by a press")
    func form() async throws {
        let site = try await Site()
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByForm(code)
            try await page.go("Reminders")
            try await page.press("New reminder")
            try await page.type("Water the plants", into: "title")
            try await browser.run(
                """
                const unit = document.querySelector('dialog select[name=unit]')
                unit.value = 'day'
                for (const type of ['input', 'change']) unit.dispatchEvent(new Event(type, { bubbles: true }))
                """)
            try await page.see("Every day at 8:00")
            try await page.press("Save")
            try await page.press("By group")
            try await page.see("Every day at 8:00")
            try await page.press("Today", in: "main nav a")
            try await page.press("Done: Water the plants")
            try await page.see("Answered today")
            try await page.expectStatus("Synced")
        }
    }

    private func expectNotifications(_ titles: [String], in browser: Browser) async throws {
        let literal = "[" + titles.map { PagePhone.literal($0) }.joined(separator: ",") + "]"
        try await browser.wait(
            "the notifications are \(titles)", withinSeconds: 30,
            "return JSON.stringify((\(LivePage.notifications)).map(({ title }) => title)) === JSON.stringify(\(literal))")
    }
}
