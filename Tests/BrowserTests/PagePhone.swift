import StepSupport
import Testing
import Vitals

/// The phone of the page in the current tab, operated as a person operates it: through its screen.
struct PagePhone {
    let browser: Browser
    /// The address of the server of the page.
    let url: String

    /// Opens the link that `vitals-server pair` prints, and confirms the code that it brings.
    func pairByLink(_ code: String) async throws {
        try await browser.open("\(url)/#/pair/\(code)")
        try await press("Pair")
        try await expectStatus("Synced")
    }

    /// Opens the page, goes to the form that asks for a code, and types the code.
    func pairByForm(_ code: String) async throws {
        try await browser.open(url + "/")
        try await press("Sync")
        try await type(code, into: "secret")
        try await press("Pair")
        try await expectStatus("Synced")
    }

    /// Adds a weight through the form.
    func addWeight(_ kilograms: String) async throws {
        try await press("Add")
        try await press("Weight")
        try await saveWeight(kilograms)
    }

    /// Changes one of today's entries through the form.
    func edit(_ shown: String, to kilograms: String) async throws {
        try await see(shown)
        try await press(shown, in: "button.row")
        try await saveWeight(kilograms)
    }

    private func saveWeight(_ kilograms: String) async throws {
        try await press("kg")
        try await type(kilograms, into: "value")
        try await press("Save")
        try await browser.wait("the form closes", "return !document.querySelector('dialog')")
    }

    /// Goes to another screen, such as `Sync`.
    func go(_ tab: String) async throws { try await press(tab, in: "nav.tabs a") }

    /// Presses the element with this name, once it's there.
    ///
    /// - Parameter selector: matches the elements that may be pressed. Rows and tabs have more text after their name.
    func press(_ name: String, in selector: String = "button, a, label") async throws {
        try await browser.wait(
            "“\(name)” can be pressed",
            """
            const name = \(Self.literal(name))
            const place = document.querySelector('dialog[open]') ?? document
            const words = (node) => (node.getAttribute('aria-label') ?? node.innerText).trim()
            const found = [...place.querySelectorAll(\(Self.literal(selector)))].filter((node) => node.checkVisibility())
                .find((node) => words(node) === name || (node.matches('.row, .tabs a') && words(node).startsWith(name)))
            found?.click()
            return !!found
            """)
    }

    func type(_ text: String, into field: String) async throws {
        try await browser.wait(
            "there is a field \(field)",
            """
            const place = document.querySelector('dialog[open]') ?? document
            const input = place.querySelector('input[name=' + \(Self.literal(field)) + ']')
            if (input) input.value = \(Self.literal(text))
            return !!input
            """)
    }

    /// Waits until the status bar shows these words.
    func expectStatus(_ words: String, withinSeconds limit: Double = 20) async throws {
        try await browser.wait(
            "the bar says “\(words)”", withinSeconds: limit,
            "return document.querySelector('header .status')?.innerText.trim() === \(Self.literal(words))")
    }

    /// Waits until the text appears anywhere on the page.
    func see(_ text: String, withinSeconds limit: Double = 20) async throws {
        try await browser.wait(
            "the page says “\(text)”", withinSeconds: limit,
            "return document.body.innerText.includes(\(Self.literal(text)))")
    }

    /// Waits until a service worker has stored the page and serves it.
    func expectKeptForOffline() async throws {
        try await browser.wait(
            "the page is kept", withinSeconds: 20,
            """
            const { serviceWorker } = navigator
            return serviceWorker.controller?.state === 'activated' && (await caches.keys()).length === 1
            """)
    }

    /// Runs the body of an async function with `phone`, a second view of this phone that syncs when it's told to.
    @discardableResult
    func run(_ script: String, _ arguments: JSONValue...) async throws -> JSONValue {
        try await browser.run(
            """
            const { openPhone } = await import('/phone.js')
            const { features } = await import('/features.js')
            const phone = window.phone ??= await openPhone({ features, automatic: false })
            const [argument] = arguments
            \(script)
            """, arguments.first ?? .null)
    }

    /// Returns the phone's records, ordered by id.
    func records() async throws -> [Vitals.Measurement] {
        let rows = try await run(
            """
            const { recordToWire } = await import('/core/measurement.js')
            return (await phone.list()).map(({ record }) => JSON.parse(recordToWire(record)))
            """)
        return try (rows.array ?? []).map { try Vitals.Measurement(json: $0) }.sorted { $0.id < $1.id }
    }

    static func literal(_ text: String) -> String { CanonicalJSON.text(.string(text)) }
}
