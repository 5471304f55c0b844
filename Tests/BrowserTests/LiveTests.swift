import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Chromium can't subscribe here, because its push service isn't reachable: the subscription alone is the test's. Everything
/// else is real: the server and its events, its route for subscriptions, its encrypted messages, and the service worker.
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
            try await page.phone.pairByForm(code)
            try await page.phone.go("Today")
            try await page.expectMark("Live")
            let first = try await browser.currentTab()
            let second = try await browser.openTab()
            try await browser.open(site.url + "/")
            try await page.expectMark("Live")
            try await page.expectTabs(connected: 1, waiting: 1)

            // Before the other phone writes: a page that becomes visible syncs anyway.
            try await browser.switchTo(first)
            try await page.phone.expectStatus("Synced")
            _ = try await terminal.run("add", "weight", "72.4", "kg")
            try await terminal.sync()
            try await page.phone.see(Self.shown, withinSeconds: 5)
            try await browser.switchTo(second)
            try await page.phone.see(Self.shown, withinSeconds: 5)

            // The tab that has the stream goes; the other one takes it.
            try await browser.switchTo(first)
            try await browser.open("about:blank")
            try await browser.switchTo(second)
            try await page.expectTabs(connected: 1, waiting: 0)
            try await page.expectMark("Live")
            _ = try await terminal.run("add", "weight", "64.2", "kg")
            try await terminal.sync()
            try await page.phone.see("141.5", withinSeconds: 5)
            try await browser.closeTab()
            try await browser.switchTo(first)
        }
    }

    @Test(
        "A server that is killed is a mark on the screen; once it's back, the page is live again and has what it missed"
    )
    func serverKilled() async throws {
        let site = try await Site()
        let terminal = try await site.phone("terminal")
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = LivePage(browser: browser, url: site.url)
            try await page.phone.pairByForm(code)
            try await page.phone.go("Today")
            try await page.expectMark("Live")
            site.stop()
            try await page.expectMark("Reconnecting")
            try await site.start()
            // The page waits for a second or two, so the other phone is likely to be faster.
            _ = try await terminal.run("add", "weight", "72.4", "kg")
            try await terminal.sync()
            try await page.expectMark("Live")
            try await page.phone.see(Self.shown, withinSeconds: 5)
            _ = try await terminal.run("add", "weight", "64.2", "kg")
            try await terminal.sync()
            try await page.phone.see("141.5", withinSeconds: 5)
        }
    }

    @Test("A token that is revoked while the page is live ends that: the page gets nothing more and asks for a code")
    func revoked() async throws {
        let site = try await Site()
        let terminal = try await site.phone("terminal")
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = LivePage(browser: browser, url: site.url)
            try await page.phone.pairByForm(code)
            try await page.phone.go("Today")
            try await page.expectMark("Live")
            try await site.revokeDevices()
            // The server looks at a stream's token before it sends an event.
            _ = try await terminal.run("add", "weight", "72.4", "kg")
            try await terminal.sync()
            try await browser.wait(
                "the mark is gone", withinSeconds: 20, "return document.querySelector('.live') === null")
            try await page.phone.expectStatus("Pair again")
            try await expect(page.phone.records().isEmpty)
        }
    }

    @Test("A push wakes a phone whose page is closed: it syncs, and shows a notification without a value")
    func push() async throws {
        let service = try PushService()
        let site = try await Site(settings: service.settings)
        let terminal = try await site.phone("terminal")
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = LivePage(browser: browser, url: site.url)
            try await page.prepare(service)
            try await page.phone.pairByForm(code)
            try await page.switchWakingOn()

            // No page of the phone is open while the other one writes. A page that is left lives on for a moment, and its
            // right to be connected goes with it. This file of the site is no page of the phone: one would close the
            // notification.
            try await browser.open(site.url + "/manifest.webmanifest")
            try await page.expectTabs(connected: 0, waiting: 0)
            _ = try await terminal.run("add", "weight", "72.4", "kg")
            try await terminal.sync()
            try await page.deliver(try await service.message())
            let shown = try await page.notification()
            expect(shown?["title"]?.string, equals: "Vitals")
            expect(shown?["body"]?.string, equals: "New entries from another phone")
            try await expect(page.phone.records().map(\.value), equals: [72.4])
            // The browser checks that a message is from the server that it subscribed to, by its key.
            let subscribed = try await browser.run("return localStorage.subscribedKey").string
            expect(service.server.requests.last?.headers["authorization"]?.hasSuffix("k=\(subscribed ?? "-")") == true)

            // The person comes back, and the notification goes.
            try await browser.open(site.url + "/")
            try await page.phone.see("Settings")
            try await browser.wait("the notification is gone", "return (\(LivePage.notifications)).length === 0")
        }
    }

    @Test("A push for a page that the person looks at lets that page sync, and shows nothing")
    func visiblePage() async throws {
        let service = try PushService()
        // Without events it's the push alone that the page can know by.
        let site = try await Site(settings: service.settings.merging(["VITALS_FEATURES": "deletes"]) { $1 })
        let terminal = try await site.phone("terminal")
        let code = try await site.code()
        try await Browser.tab { browser in
            let page = LivePage(browser: browser, url: site.url)
            try await page.prepare(service)
            try await page.phone.pairByForm(code)
            try await page.switchWakingOn()
            try await page.phone.go("Today")
            _ = try await terminal.run("add", "weight", "72.4", "kg")
            try await terminal.sync()
            try await page.deliver(try await service.message())
            try await page.phone.see(Self.shown, withinSeconds: 5)
            try await expect(browser.run("return (\(LivePage.notifications)).length"), equals: .number(0))
        }
    }
}

/// A push service on loopback, with the one browser that has subscribed there.
struct PushService: Sendable {
    let server: LoopbackServer
    let browser = TestBrowser()

    init() throws { server = try LoopbackServer(.response(201)) }

    var endpoint: String { "\(server.url)/send/a" }

    /// Lets the Vitals server send here, although it's loopback and without TLS.
    var settings: [String: String] {
        [
            "VITALS_PUSH_CONTACT": "mailto:you@example.org",
            "VITALS_PUSH_ALLOW_HOSTS": "127.0.0.1:\(server.port)",
        ]
    }

    /// Waits for the next message, and decrypts it as a browser does.
    func message() async throws -> String {
        await server.arrival()
        return try browser.read(try #require(server.requests.last).body)
    }
}

/// The page of a phone that is connected to its server's events and can be woken.
struct LivePage {
    let browser: Browser
    let url: String

    var phone: PagePhone { PagePhone(browser: browser, url: url) }

    /// An expression for the notifications that are shown.
    static let notifications = """
        (await (await navigator.serviceWorker.getRegistration('/waking/')).getNotifications())
            .map(({ title, body }) => ({ title, body }))
        """

    /// Waits until a push has brought an entry, and returns the notification that follows.
    ///
    /// Chromium forgets a notification that is asked for in the very moment in which it's shown: it's stored, and not on the
    /// screen yet. So this asks seldom, and not before the entry is there.
    func notification() async throws -> JSONValue? {
        try await phone.run("window.entries = async () => (await phone.list()).length")
        try await browser.wait("the push has brought an entry", withinSeconds: 30, "return await entries() > 0")
        for _ in 0..<20 {
            try await Task.sleep(for: .seconds(1))
            if let shown = try await browser.run("return \(Self.notifications)").array?.first { return shown }
        }
        return nil
    }

    /// Takes the part of the browser's subscription, in every page that this tab opens from now on.
    func prepare(_ service: PushService) async throws {
        try await browser.command("Page.enable", [])
        let (key, auth) = (Data(service.browser.publicKey).base64URL, Data(service.browser.authSecret).base64URL)
        let script = Self.subscription.replacing("ENDPOINT", with: service.endpoint)
            .replacing("P256DH", with: key).replacing("AUTH", with: auth)
        try await browser.command("Page.addScriptToEvaluateOnNewDocument", [.init("source", .string(script))])
        let permissions: JSONValue = .array([.string("notifications")])
        try await browser.command(
            "Browser.grantPermissions", [.init("origin", .string(url)), .init("permissions", permissions)])
    }

    /// Switches on that the server wakes this phone, and waits until the server has taken the subscription.
    func switchWakingOn() async throws {
        try await phone.go("Settings")
        try await phone.press("Wake this phone when another one changes something")
        try await phone.see("Waking this phone is on.")
    }

    func expectMark(_ words: String) async throws {
        try await browser.wait(
            "the mark says “\(words)”", withinSeconds: 20,
            "return document.querySelector('.live')?.lastChild.data === \(PagePhone.literal(words))")
    }

    /// Waits until so many tabs of the phone have the right to be connected, and so many wait for it.
    func expectTabs(connected: Int, waiting: Int) async throws {
        try await browser.wait(
            "\(connected) tabs are connected and \(waiting) wait",
            """
            const { held, pending } = await navigator.locks.query()
            const count = (locks) => locks.filter(({ name }) => name === 'vitals-live:vitals').length
            return count(held) === \(connected) && count(pending) === \(waiting)
            """)
    }

    /// Lets the browser deliver a message to the phone's service worker.
    ///
    /// The browser numbers the registrations of all sites, and tells the numbers only to a client that gets events, which
    /// WebDriver's aren't. It ignores a number that isn't this site's, and the other worker of the site has no handler.
    func deliver(_ message: String) async throws {
        try await browser.command("ServiceWorker.enable", [])
        for id in 0..<20 {
            try await browser.command(
                "ServiceWorker.deliverPushMessage",
                [
                    .init("origin", .string(url + "/")), .init("registrationId", .string("\(id)")),
                    .init("data", .string(message)),
                ])
        }
    }

    /// The browser's subscription, which lasts from page to page.
    private static let subscription = """
        (() => {
            if (!window.PushManager || !location.protocol.startsWith('http')) return
            const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
            const subscription = () => localStorage.subscribedKey ? {
                options: { applicationServerKey: bytes(localStorage.subscribedKey).buffer },
                toJSON: () => ({ endpoint: 'ENDPOINT', expirationTime: null, keys: { p256dh: 'P256DH', auth: 'AUTH' } }),
                unsubscribe: async () => { delete localStorage.subscribedKey },
            } : null
            PushManager.prototype.getSubscription = async () => subscription()
            PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
                localStorage.subscribedKey = btoa(String.fromCharCode(...key))
                    .replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, '')
                return subscription()
            }
        })()
        """
}
