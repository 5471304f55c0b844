import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("A phone in a browser, over plain HTTP", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"))
struct PlainHTTPTests {
    @Test("It stores, edits and syncs, is named in the server's list, and says that it cannot be reopened offline")
    func plainHTTP() async throws {
        // Another name than this machine's is refused while the public token works.
        let site = try await Site(token: "a-token-of-this-test")
        let code = try await site.code()
        let note = "This page came over plain HTTP. It stores, edits and syncs here, but you can’t reopen it offline."
        // To a browser, a loopback address is as good as HTTPS. A name is not.
        let map = "--host-resolver-rules=MAP phone.test 127.0.0.1"
        try await Browser.with(arguments: [map]) { browser in
            let page = PagePhone(browser: browser, url: "http://phone.test:\(site.port)")
            try await page.pairByForm(code)
            try await expect(browser.run("return isSecureContext || 'locks' in navigator"), equals: .bool(false))
            try await expect(site.deviceNames().map { $0.prefix(10) }, equals: ["Chrome on "])
            try await page.see(note)
            try await page.go("Today")
            try await page.addWeight("72.4")
            try await page.edit("72.4", to: "71.9")
            try await page.expectStatus("Synced")
            try await page.run("await phone.sync()")
            let held = try await site.records()
            expect(held.map(\.value), equals: [71.9])
            try await expect(page.records(), equals: held)

            // What another phone edits comes here, too.
            let terminal = try await site.phone("terminal")
            try await terminal.sync()
            try await expect(terminal.run("edit", held[0].id.lowercased, "70.5", "kg").status, equals: 0)
            try await terminal.sync()
            try await browser.reload()
            try await page.see("70.5")
            try await page.see(note)
            try await page.press("Hide")
            try await browser.reload()
            try await page.see("70.5")
            try await expect(browser.run("return document.body.innerText.includes('plain HTTP')"), equals: .bool(false))
        }
    }
}
