import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("Storage that fails", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"))
struct StorageTests {
    /// Fills the storage of the same origin with other data, down to the last few bytes.
    private static let fillingUp = """
        const opening = indexedDB.open('ballast', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('blocks', { autoIncrement: true })
        await new Promise((resolve, reject) => Object.assign(opening, { onsuccess: resolve, onerror: reject }))
        for (let size = 2 ** 20; size >= 16;) {
            const transaction = opening.result.transaction('blocks', 'readwrite')
            transaction.objectStore('blocks').put('x'.repeat(size))
            const isDone = await new Promise((resolve) => {
                transaction.oncomplete = () => resolve(true)
                transaction.onabort = () => resolve(false)
            })
            if (!isDone) size /= 2
        }
        """

    @Test("A quota that is used up stops the entry, says so, and costs nothing that was stored")
    func quota() async throws {
        let site = try await Site()
        let code = try await site.code()
        try await Browser.with { browser in
            // Before the page is there: the browser remembers for half a minute how much room it found.
            try await browser.command(
                "Storage.overrideQuotaForOrigin",
                [.init("origin", .string(site.url)), .init("quotaSize", .number(4_000_000))])
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByLink(code)
            try await page.go("Today")
            try await page.addWeight("72.4")
            try await page.expectStatus("Synced")
            try await page.run(Self.fillingUp)
            try await page.press("Add")
            try await page.press("kg")
            try await page.type("81.5", into: "value")
            try await page.press("Save")
            try await page.see("The storage for this page is full: nothing was written.")
            let typed = try await browser.run("return document.querySelector('dialog input[name=value]').value")
            expect(typed, equals: .string("81.5"))
            try await browser.reload()
            try await page.see("72.4")

            try await browser.command("Storage.overrideQuotaForOrigin", [.init("origin", .string(site.url))])
            try await page.addWeight("81.5")
            try await page.expectStatus("Synced", withinSeconds: 30)
            let held = try await site.records()
            expect(held.map(\.value).sorted(), equals: [72.4, 81.5])
            try await expect(page.records(), equals: held)
        }
    }

    @Test(
        "A disk that is full does the same",
        .enabled(if: Mount.isAllowed, "This needs root, to mount a small disk."))
    func fullDisk() async throws {
        let site = try await Site()
        let code = try await site.code()
        let folder = try TemporaryFolder()
        // It would take away what is in it; the disk goes first.
        defer { withExtendedLifetime(folder) {} }
        let disk = try Mount(sizeBytes: 200_000_000, at: folder.path("disk"))
        try await Browser.with(profile: disk.path + "/profile") { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByLink(code)
            try await page.go("Today")
            try await page.addWeight("72.4")
            try await page.expectStatus("Synced")
            disk.fill()
            let failure = try await page.run(
                """
                for (let count = 0; count < 5000; count++) {
                    try {
                        await phone.add({ kind: 'HEART_RATE', value: 60, unit: 'BPM' })
                    } catch (error) {
                        return `${error.category}: ${error.message}`
                    }
                }
                return null
                """)
            expect(failure.string?.hasPrefix("full: ") == true, "\(failure)")
            disk.unfill()
            try await browser.reload()
            try await page.see("72.4")
            try await page.addWeight("81.5")
            try await page.expectStatus("Synced", withinSeconds: 30)
            try await expect(page.records(), equals: site.records())
        }
    }

    @Test(
        "A browser that keeps no data for pages is told apart from an empty phone, and nothing can be typed into the void"
    )
    func blocked() async throws {
        let site = try await Site()
        let folder = try TemporaryFolder()
        let profile = folder.url.appending(path: "profile/Default")
        try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
        try Data(#"{"profile":{"default_content_setting_values":{"cookies":2}}}"#.utf8)
            .write(to: profile.appending(path: "Preferences"))
        try await Browser.with(profile: folder.path("profile")) { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await browser.open(site.url + "/")
            try await page.see("Vitals can’t store anything here")
            try await page.see("Leave private browsing, or allow site data.")
            try await expect(browser.run("return document.querySelector('button.add, input')"), equals: .null)
        }
    }
}
