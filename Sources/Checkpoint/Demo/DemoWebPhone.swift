internal import CheckpointSystem
internal import Foundation

/// A phone in a real browser, with its own service worker and its notifications. Only the browser's subscription is ours: the
/// push service of a browser's vendor isn't on this machine.
struct DemoWebPhone: Sendable {
    let browser: DemoBrowser
    /// The address of the server that serves the page.
    let url: String

    /// Takes the part of the browser's subscription in every page that's opened from now on, and permits notifications.
    func prepare(_ service: DemoPushService) async throws {
        struct Grant: Encodable, Sendable {
            let origin: String
            let permissions = ["notifications"]
        }
        try await browser.command("Page.enable")
        try await browser.command(
            "Page.addScriptToEvaluateOnNewDocument",
            ["source": Self.subscription.replacing("ENDPOINT", with: service.endpoint)])
        try await browser.command("Browser.grantPermissions", Grant(origin: url))
        try await browser.command("ServiceWorker.enable")
    }

    /// Pairs, syncs, and lets the server wake this phone.
    func pair(_ code: String) async throws {
        try await closePage()
        try await run("await phone.pair(argument); await phone.sync(); await phone.waking.set(true)", code)
    }

    func openPage() async throws { try await browser.open(url + "/") }

    /// Leaves the phone's page, for a file of the site that is no page of the phone.
    func closePage() async throws {
        try await browser.open(url + "/manifest.webmanifest")
        // A page that is left lives on for a moment, and so does its connection to the server.
        try await browser.run(
            """
            for (let i = 0; i < 200; i += 1) {
                const { held } = await navigator.locks.query()
                if (!held.some(({ name }) => name.startsWith('vitals-live:'))) return ''
                await new Promise((resolve) => setTimeout(resolve, 50))
            }
            throw new Error('The page of the phone is still connected.')
            """)
    }

    /// Waits until a reminder's occurrence is in this state in the phone's store: `done`, or `open`.
    ///
    /// - Returns: false if it isn't within 30 s.
    func holds(_ title: String, _ occurrence: String, _ state: String) async throws -> Bool {
        for _ in 0..<600 {
            if try await reminders().state(of: title, occurrence) == state { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    func reminders() async throws -> DemoReminders {
        let text = try await run(
            "return JSON.stringify((await phone.reminders.all()).map(({ id, title, states }) => "
                + "({ id, fields: { title, occurrences: states } })))")
        guard let all = try? JSONDecoder().decode([DemoReminder].self, from: Data(text.utf8)) else {
            throw CourseError(.failed, "The browser's phone didn't return the expected reminders.")
        }
        return DemoReminders(all: all)
    }

    /// The titles of the notifications that the browser shows.
    ///
    /// Chromium forgets a notification that is asked for in the very moment in which it's shown, so ask seldom.
    func notifications() async throws -> [String] {
        let text = try await browser.run(
            """
            const registration = await navigator.serviceWorker.getRegistration('/waking/')
            return (await registration?.getNotifications() ?? []).map(({ title }) => title).join('\\n')
            """)
        return text.split(separator: "\n").map(String.init)
    }

    /// Asks four times a second.
    ///
    /// - Returns: true once the notifications are as `isRight` says; false after 30 s.
    func shows(_ isRight: ([String]) -> Bool) async throws -> Bool {
        for _ in 0..<120 {
            try await Task.sleep(for: .milliseconds(250))
            if isRight(try await notifications()) { return true }
        }
        return false
    }

    /// Decrypts a message as a browser does, and lets the browser deliver it to the phone's service worker.
    ///
    /// The browser numbers the registrations of all sites, and tells the numbers only to a client that gets events, which
    /// WebDriver's aren't. It ignores a number that isn't this site's, and the other worker of the site has no handler.
    func deliver(_ message: DemoPushService.Message) async throws {
        let text = try await browser.run(Self.decrypt, Data(message.body).base64EncodedString())
        for id in 0..<10 {
            try await browser.command(
                "ServiceWorker.deliverPushMessage", ["origin": url + "/", "registrationId": "\(id)", "data": text])
        }
    }

    /// Runs a script with `phone`, a view of this phone that syncs only when it's told to.
    @discardableResult
    private func run(_ script: String, _ argument: String = "") async throws -> String {
        try await browser.run(
            """
            const { openPhone } = await import('/phone.js')
            const { features } = await import('/features.js')
            const phone = window.phone ??= await openPhone({ features, automatic: false })
            const [argument] = arguments
            \(script)
            """, argument)
    }

    // MARK: The browser's subscription

    /// Makes its keys when it subscribes, and lasts from page to page.
    private static let subscription = #"""
        (() => {
            if (!window.PushManager || !location.protocol.startsWith('http')) return
            const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
                .replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
            const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
            const kept = () => JSON.parse(localStorage.subscription ?? 'null')
            const subscription = () => kept() && {
                options: { applicationServerKey: bytes(kept().server).buffer },
                toJSON: () => ({ endpoint: 'ENDPOINT', expirationTime: null, keys: kept().keys }),
                unsubscribe: async () => { delete localStorage.subscription },
            }
            PushManager.prototype.getSubscription = async () => subscription()
            PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
                const { publicKey, privateKey } = await crypto.subtle.generateKey(
                    { name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
                const keys = {
                    p256dh: text(await crypto.subtle.exportKey('raw', publicKey)),
                    auth: text(crypto.getRandomValues(new Uint8Array(16))),
                }
                localStorage.subscription = JSON.stringify({
                    keys, server: text(applicationServerKey), own: await crypto.subtle.exportKey('jwk', privateKey),
                })
                return subscription()
            }
        })()
        """#

    /// RFC 8188 and RFC 8291, with the keys of the subscription: 16 bytes of salt, the record's size, the sender's key, and one
    /// record, which ends in a 2 and zeros.
    private static let decrypt = #"""
        const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
        const body = bytes(arguments[0])
        const [salt, sender, record] = [body.slice(0, 16), body.slice(21, 86), body.slice(86)]
        const { keys, own } = JSON.parse(localStorage.subscription)
        const curve = { name: 'ECDH', namedCurve: 'P-256' }
        const secret = await crypto.subtle.deriveBits(
            { ...curve, public: await crypto.subtle.importKey('raw', sender, curve, false, []) },
            await crypto.subtle.importKey('jwk', own, curve, false, ['deriveBits']), 256)
        const derive = async (key, salt, info, length) => crypto.subtle.deriveBits(
            { name: 'HKDF', hash: 'SHA-256', salt, info }, await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveBits']),
            length * 8)
        const words = (...parts) => new Blob(parts).arrayBuffer()
        const agreed = await derive(secret, bytes(keys.auth), await words('WebPush: info\0', bytes(keys.p256dh), sender), 32)
        const key = await derive(agreed, salt, await words('Content-Encoding: aes128gcm\0'), 16)
        const iv = await derive(agreed, salt, await words('Content-Encoding: nonce\0'), 12)
        const plain = new Uint8Array(await crypto.subtle.decrypt(
            { name: 'AES-GCM', iv }, await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']), record))
        const end = plain.findLastIndex((byte) => byte !== 0)
        if (plain[end] !== 2) throw new Error('This is no message of Web Push.')
        return new TextDecoder().decode(plain.slice(0, end))
        """#
}
