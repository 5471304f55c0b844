import StepSupport
import TestSupport
import Testing
import Vitals

@Suite(
    "The page as it is served", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"), .oneWatchingBrowser)
struct ServedPageTests {
    /// Bytes as sent, with gzip; icons and the demo's page aside. It was 53,000 until features became values in a list: folding
    /// them, the state machine of the syncs, and the phone in four files in place of one took 4,000. SHA-256 in `web/core`, which
    /// two features need, and the doors for a feature with a sync and a list of its own took 2,000 more. The back button that closes a
    /// dialog, a scale that fits its values, and the doors of the goal and the report took 1,000.
    private static let limitBytes = 61_000
    /// Folders of `web` that a chapter of part two adds, with the bytes that each may add. Entities are a second way to sync, with
    /// the types and screens of groups, tags and notes, and two chapters share the folder.
    private static let chapterLimits = [
        "deletes": 8 << 10, "phrases": 8 << 10, "insights": 8 << 10, "live": 8 << 10, "sessions": 8 << 10,
        "waking": 8 << 10, "entities": 36 << 10, "reminders": 28 << 10, "workouts": 20 << 10, "look": 6 << 10,
        "files": 16 << 10, "report": 12 << 10, "goals": 8 << 10,
    ]

    @Test("The page is less than 61 kB as gzip, and each folder of a chapter stays below its limit")
    func size() async throws {
        let site = try await Site()
        let worker = try await Self.get("/sw.js", from: site, encoding: nil).text
        let list = try #require(worker.firstMatch(of: /const FILES = \[([^\]]+)\]/)?.1)
        let files = list.split(separator: ",").map { String($0.dropFirst().dropLast()) } + ["sw.js"]
        expect(files.contains("index.html") && files.contains("manifest.webmanifest") && files.contains("app.js"))
        var sizeBytes: [String: Int] = [:]
        for file in files where !file.hasPrefix("icons/") {
            let answer = try await Self.get("/" + file, from: site, encoding: "gzip")
            expect(answer.status, equals: 200, "\(file)")
            // The chapter's folder; empty for what belongs to none.
            let folder = String(file.prefix { $0 != "/" })
            sizeBytes[Self.chapterLimits[folder] == nil ? "" : folder, default: 0] += answer.body.count
        }
        for (chapter, bytes) in sizeBytes {
            expect(bytes < Self.chapterLimits[chapter] ?? Self.limitBytes, "\(chapter): \(bytes) bytes")
        }
        expect(sizeBytes.count, equals: 1 + Self.chapterLimits.count)
        // A list that lacked the half of the page would be small, too.
        let loaded = try await Browser.tab { browser in
            try await browser.open(site.url + "/")
            try await browser.wait("the page loads", "return document.querySelector('nav.tabs')")
            return try await browser.run("return performance.getEntriesByType('resource').map(({ name }) => name)")
        }
        for name in (loaded.array ?? []).compactMap(\.string) {
            let file = name.replacing(site.url + "/", with: "")
            expect(files.contains(file), "\(file) is no part of the release")
        }
    }

    @Test(
        "An installed page has its icons in PNG: of the size that is said, small, of the right type, and kept for offline"
    )
    func icons() async throws {
        let site = try await Site()
        let worker = try await Self.get("/sw.js", from: site, encoding: nil).text
        let manifest = try await JSONValue(
            parsing: Self.get("/manifest.webmanifest", from: site, encoding: nil).body)
        let icons = (manifest["icons"]?.array ?? []).filter { $0["type"] == .string("image/png") }
        var said = icons.map { icon in
            (icon["src"]?.string ?? "", icon["sizes"]?.string ?? "", icon["purpose"]?.string ?? "")
        }
        expect(
            Set(said.map { "\($0.1) \($0.2)" }), equals: ["192x192 any", "512x512 any", "512x512 maskable"])
        let page = try await Self.get("/", from: site, encoding: nil).text
        let touch = try #require(page.firstMatch(of: /<link rel="apple-touch-icon" href="([^"]+)">/)?.1)
        said.append((String(touch), "180x180", ""))
        for (path, sizes, _) in said {
            let answer = try await Self.get("/" + path, from: site, encoding: nil)
            expect(answer.status, equals: 200, "\(path)")
            expect(answer["Content-Type"], equals: "image/png", "\(path)")
            expect(answer.body.count < 150_000, "\(path) has \(answer.body.count) bytes")
            // A PNG begins with eight bytes of its own, and says width and height in the first chunk.
            let bytes = Array(answer.body)
            try #require(bytes.count > 24 && bytes[0..<4] == [0x89, 0x50, 0x4E, 0x47], "\(path) is no PNG")
            let side = { (at: Int) in bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
            expect("\(side(16))x\(side(20))", equals: sizes, "\(path)")
            expect(worker.contains("'\(path)'"), "\(path) isn't kept")
        }
    }

    @Test("No policy allows anything unsafe, or anything from elsewhere")
    func policy() async throws {
        let site = try await Site()
        for path in ["/", "/demo/", "/app.js", "/sw.js"] {
            let policy = try await Self.get(path, from: site, encoding: nil)["Content-Security-Policy"]
            let text = try #require(policy, "\(path)")
            expect(text.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
            for word in ["unsafe", "http", "*", "data:", "blob:"] { expect(!text.contains(word), "\(path): \(text)") }
        }
    }

    @Test("Nothing is asked of another server, and the console stays empty, from pairing to the last screen")
    func ownOriginOnly() async throws {
        let site = try await Site()
        let code = try await site.code()
        let (requests, console) = try await Browser.tab { browser in
            let page = PagePhone(browser: browser, url: site.url)
            try await page.pairByForm(code)
            try await page.go("Today")
            try await page.addWeight("72.4")
            try await page.expectStatus("Synced")
            for screen in ["History", "Sync", "Settings", "Today"] { try await page.go(screen) }
            try await page.expectKeptForOffline()
            try await browser.reload()
            try await page.see("72.4")
            return (try await browser.log("performance"), try await browser.log("browser"))
        }
        expect(console, equals: [])
        let urls = requests.compactMap { line -> String? in
            guard let event = try? JSONValue(parsing: line)["message"],
                event["method"]?.string == "Network.requestWillBeSent",
                // Not those of the empty page that a new tab begins with.
                event["params"]?["documentURL"]?.string?.hasPrefix(site.url) == true
            else { return nil }
            return event["params"]?["request"]?["url"]?.string
        }
        expect(urls.contains(site.url + "/sync/push"), "what was watched shows nothing: \(urls)")
        // The browser's own date field brings a picture, which is no request; to the page the policy forbids the same.
        expect(urls.filter { !$0.hasPrefix(site.url + "/") && !$0.hasPrefix("data:") }, equals: [])
    }

    private static func get(_ path: String, from site: Site, encoding: String?) async throws -> RawResponse {
        let accept = encoding.map { "Accept-Encoding: \($0)\r\n" } ?? ""
        return try await RawConnection.exchange(
            port: site.port,
            Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\(accept)\r\n".utf8))
    }
}
