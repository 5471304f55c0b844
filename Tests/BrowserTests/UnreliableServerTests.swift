import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite(
    "A phone in a browser and a server that fails", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"),
    .oneBrowser)
struct UnreliableServerTests {
    /// An outage of the server, with its duration and the behaviour of a phone and its owner.
    struct Outage: Sendable, CustomTestStringConvertible {
        let seconds: Double
        /// The divisor of the phone's own waits, so that an outage needn't take minutes.
        let haste: Double
        /// The pause between two edits.
        let pauseMilliseconds: Double
        let testDescription: String

        static let short = Outage(seconds: 0, haste: 100, pauseMilliseconds: 0, testDescription: "a phone in a hurry")
        static let minute = Outage(
            seconds: 60, haste: 1, pauseMilliseconds: 200, testDescription: "a minute, as it goes by")
        static let all = [short] + (ProcessInfo.processInfo.environment["VITALS_LARGE_TESTS"] == "1" ? [minute] : [])
    }

    private static let phone = """
        const soon = (body, milliseconds) => setTimeout(body, milliseconds / arguments[1])
        const { openPhone } = await import('/phone.js')
        const { features } = await import('/features.js')
        window.phone = await openPhone({
            features, name: 'impatient', setTimeout: soon, sleep: (seconds) => new Promise((resolve) => soon(resolve, seconds * 1000)),
        })
        await phone.setToken(arguments[0])
        """

    @Test("An answer that is lost on the way leaves no edit behind and makes none twice")
    func lostAnswer() async throws {
        let site = try await Site()
        let relay = try Relay(port: site.port)
        let terminal = try await site.phone("terminal")
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: relay.url)
            try await page.pairByLink(code)
            try await page.go("Today")
            relay.cutsPushes(true)
            try await page.addWeight("72.4")
            while relay.cutCount == 0 { try await Task.sleep(for: .milliseconds(20)) }
            try await expect(site.records().map(\.value), equals: [72.4])
            // The phone does not know that it arrived, and the person goes on.
            try await page.edit("72.4", to: "71.9")
            try await page.addWeight("64.2")
            try await expect(page.run("return phone.status.pendingCount > 0"), equals: .bool(true))
            relay.cutsPushes(false)
            try await page.expectStatus("Synced", withinSeconds: 100)
            try await terminal.sync()
            let table = try await site.table()
            expect(table.records.map(\.value).sorted(), equals: [64.2, 71.9])
            expect(table.writeCount, equals: 3, "something was written twice")
            try await expect(page.records(), equals: table.records)
            try await expect(terminal.records(), equals: table.records)
            try await expect(page.run("return (await phone.conflicts()).length"), equals: .number(0))
        }
    }

    @Test(
        "A server that is killed for a while in the middle of 500 edits loses none and doubles none",
        arguments: Outage.all)
    func killed(outage: Outage) async throws {
        let site = try await Site()
        try await Browser.tab { browser in
            try await browser.open(site.url + "/")
            try await browser.run(Self.phone, .string(Site.token), .number(outage.haste))
            try await browser.run(
                """
                window.editCount = 0
                window.work = (async () => {
                    const ids = []
                    for (let number = 0; number < 100; number++) {
                        ids.push((await phone.add({ kind: 'WEIGHT', value: 50 + number / 10, unit: 'KG' })).id)
                    }
                    for (; window.editCount < 500; window.editCount++) {
                        // By itself it would wait for a pause. So there is nearly always a push on its way.
                        if (window.editCount % 5 === 0) phone.sync().catch(() => {})
                        await phone.edit(ids[window.editCount % 100], { value: 60 + window.editCount / 10 })
                        if (arguments[0] > 0) await new Promise((resolve) => setTimeout(resolve, arguments[0]))
                    }
                    return ids
                })()
                """, .number(outage.pauseMilliseconds))
            try await browser.wait("edits are made", withinSeconds: 60 + 2 * outage.seconds, "return editCount >= 150")
            site.stop()
            let stopped = ContinuousClock.now
            let countWhenKilled = try await browser.run("return editCount")
            try await browser.wait("edits go on", withinSeconds: 60 + 2 * outage.seconds, "return editCount >= 350")
            try await browser.wait(
                "the phone notices", withinSeconds: 20 + outage.seconds,
                "return phone.status.phase === 'waiting' && phone.status.retryAt")
            try await Task.sleep(until: stopped + .seconds(outage.seconds))
            try await site.start()
            guard case .number(let count) = countWhenKilled else { throw BrowserError("no count") }
            expect(count < 500, "the server was killed too late for this to show anything")
            try await browser.wait(
                "all edits are made", withinSeconds: 60 + 2 * outage.seconds, "return editCount >= 500")
            let ids = try await browser.run("return await work")
            try await browser.wait(
                "everything is synced", withinSeconds: 30 + outage.seconds,
                "return phone.status.phase === 'idle' && phone.status.pendingCount === 0")
            let held = try await site.records()
            expect(held.map { $0.id.lowercased }, equals: (ids.array ?? []).compactMap(\.string).sorted())
            let last = (0..<100).map { 60 + Double(400 + $0) / 10 }
            expect(held.map(\.value).sorted(), equals: last)
            expect(held.allSatisfy { $0.version == 6 })
            try await expect(
                browser.run("return phone.status.conflictCount + phone.status.rejectedCount"), equals: .number(0))
        }
    }
}
