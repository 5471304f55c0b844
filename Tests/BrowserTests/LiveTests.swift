import Foundation
import StepSupport
import Testing
import Vitals

@Suite(
    "A phone in a browser that hears of changes", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"),
    .oneBrowser)
struct LiveTests {
    /// 72.4 kg as the page shows it to a person in the United States, whose language the browser has.
    private static let shown = "159.6"

    @Test("An entry from another phone is on the screen without a press, in both tabs, and one of them is connected")
    func twoTabs() async throws {
        let site = try await Site()
        let terminal = try await site.phone("terminal")
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = LivePage(browser: browser, url: site.url)
            try await page.prepare()
            try await page.phone.pairByForm(code)
            try await page.phone.go("Today")
            try await page.expectMark("Live")
            let first = try await browser.currentTab()
            let second = try await browser.openTab()
            try await page.prepare()
            try await browser.open(site.url + "/")
            try await page.expectMark("Live")
            #expect(try await page.streamCount() == 0, "both tabs are connected")

            // Before the other phone writes: a page that becomes visible syncs anyway.
            try await browser.switchTo(first)
            #expect(try await page.streamCount() == 1)
            try await page.phone.expectStatus("Synced")
            _ = try await terminal.run("add", "weight", "72.4", "kg")
            try await terminal.sync()
            let (records, seq) = try await site.table()
            try await page.send(records, seq: seq)
            try await page.phone.see(Self.shown, withinSeconds: 5)
            try await browser.switchTo(second)
            try await page.phone.see(Self.shown, withinSeconds: 5)

            // The tab that has the stream goes; the other one takes it.
            try await browser.switchTo(first)
            try await browser.open("about:blank")
            try await browser.switchTo(second)
            try await browser.wait("this tab connects", "return window.standIn.streams.length === 1")
            try await page.expectMark("Live")
            try await browser.closeTab()
            try await browser.switchTo(first)
        }
    }

    @Test("A push wakes a phone whose page is closed: it syncs, and shows a notification without a value")
    func push() async throws {
        let site = try await Site()
        let terminal = try await site.phone("terminal")
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = LivePage(browser: browser, url: site.url)
            try await page.prepare()
            try await page.phone.pairByForm(code)
            try await page.phone.go("Settings")
            try await page.phone.press("Wake this phone when another one changes something")
            try await browser.wait("the server is told", "return window.standIn.subscriptions.length === 1")

            // No page of the phone is open while the other one writes.
            try await browser.open("about:blank")
            _ = try await terminal.run("add", "weight", "72.4", "kg")
            try await terminal.sync()
            try await page.deliverPush()
            // A file of the site that is no page of the phone: a page would close the notification.
            try await browser.open(site.url + "/manifest.webmanifest")
            try await browser.wait(
                "there is a notification", withinSeconds: 20, "return (\(LivePage.notifications)).length === 1")
            let shown = try await browser.run("return \(LivePage.notifications)").array?.first
            #expect(shown?["title"]?.string == "Vitals")
            #expect(shown?["body"]?.string == "New entries from another phone")
            #expect(try await page.phone.records().map(\.value) == [72.4])

            // The person comes back, and the notification goes.
            try await browser.open(site.url + "/")
            try await page.phone.see("Settings")
            try await browser.wait("the notification is gone", "return (\(LivePage.notifications)).length === 0")
        }
    }

    @Test("A push for a page that the person looks at lets that page sync, and shows nothing")
    func visiblePage() async throws {
        let site = try await Site()
        let terminal = try await site.phone("terminal")
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = LivePage(browser: browser, url: site.url)
            try await page.prepare()
            try await page.phone.pairByForm(code)
            try await page.phone.go("Settings")
            try await page.phone.press("Wake this phone when another one changes something")
            try await browser.wait("the server is told", "return window.standIn.subscriptions.length === 1")
            try await page.phone.go("Today")
            _ = try await terminal.run("add", "weight", "72.4", "kg")
            try await terminal.sync()
            try await page.deliverPush()
            try await page.phone.see(Self.shown, withinSeconds: 5)
            #expect(try await browser.run("return (\(LivePage.notifications)).length") == .number(0))
        }
    }
}

/// The page of a phone that is connected to its server's events and can be woken.
private struct LivePage {
    let browser: Browser
    let url: String

    var phone: PagePhone { PagePhone(browser: browser, url: url) }

    /// An expression for the notifications that are shown.
    static let notifications = """
        (await (await navigator.serviceWorker.getRegistration('/live/')).getNotifications())
            .map(({ title, body }) => ({ title, body }))
        """

    /// Takes the part of a server with events and of a push service, in every page that this tab opens from now on.
    func prepare() async throws {
        try await browser.command("Page.enable", [])
        try await browser.command("Page.addScriptToEvaluateOnNewDocument", [.init("source", .string(Self.standIn))])
        let permissions: JSONValue = .array([.string("notifications")])
        try await browser.command(
            "Browser.grantPermissions", [.init("origin", .string(url)), .init("permissions", permissions)])
    }

    func expectMark(_ words: String) async throws {
        try await browser.wait(
            "the mark says “\(words)”", withinSeconds: 20,
            "return document.querySelector('.live')?.lastChild.data === \(PagePhone.literal(words))")
    }

    func streamCount() async throws -> Int {
        let count = try await browser.run("return window.standIn.streams.length")
        guard case .number(let number) = count else { return -1 }
        return Int(number)
    }

    /// Sends an event with these records through the stream of the current tab.
    func send(_ records: [Vitals.Measurement], seq: Int64) async throws {
        let event: JSONValue = .object([
            .init("v", .number(1)), .init("type", .string("measurements.changed")), .init("seq", .number(Double(seq))),
            .init("records", .array(try records.map { try JSONValue(parsing: $0.json) })),
        ])
        try await browser.run(
            "window.standIn.streams.at(-1).enqueue(new TextEncoder().encode('data: ' + arguments[0] + '\\n\\n'))",
            .string(CanonicalJSON.text(event)))
    }

    /// Lets the browser deliver a push to the phone's service worker.
    ///
    /// The browser numbers the registrations of all sites, and tells the numbers only to a client that gets events, which
    /// WebDriver's aren't. It ignores a number that isn't this site's, and the other worker of the site has no handler.
    func deliverPush() async throws {
        try await browser.command("ServiceWorker.enable", [])
        for id in 0..<20 {
            try await browser.command(
                "ServiceWorker.deliverPushMessage",
                [
                    .init("origin", .string(url + "/")), .init("registrationId", .string("\(id)")),
                    .init("data", .string("changed")),
                ])
        }
    }

    /// Answers in place of a server whose features these are; everything else goes to the real one.
    private static let standIn = """
        (() => {
            const { fetch } = window
            const standIn = window.standIn = { streams: [], subscriptions: [] }
            const key = 'B' + 'A'.repeat(86)
            const routes = {
                '/events': ({ headers, signal }) => {
                    const body = new ReadableStream({ start(controller) {
                        standIn.streams.push(controller)
                        signal.addEventListener('abort', () => {
                            standIn.streams = standIn.streams.filter((each) => each !== controller)
                            controller.error(new TypeError('aborted'))
                        })
                        controller.enqueue(new TextEncoder().encode(': live\\n\\n'))
                    } })
                    return new Response(body, { headers: {
                        'Content-Type': 'text/event-stream', 'Vitals-Account': headers['Vitals-Account'],
                    } })
                },
                '/push/key': () => Response.json({ publicKey: key }),
                '/push/subscriptions': ({ method, body }) => {
                    if (method === 'POST') standIn.subscriptions.push(JSON.parse(body))
                    return new Response(null, { status: 204 })
                },
            }
            window.fetch = async (url, request) => {
                const route = routes[new URL(url, location).pathname]
                if (route) return route(request)
                const response = await fetch(url, request)
                const features = response.headers.get('Vitals-Features')
                if (features === null) return response
                const headers = new Headers(response.headers)
                headers.set('Vitals-Features', features + ',live,push')
                return new Response(response.body, { status: response.status, headers })
            }
            if (!window.PushManager) return
            let subscription = null
            PushManager.prototype.getSubscription = async () => subscription
            PushManager.prototype.subscribe = async ({ applicationServerKey }) => subscription = {
                options: { applicationServerKey: applicationServerKey.buffer },
                toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
                unsubscribe: async () => { subscription = null },
            }
        })()
        """
}
