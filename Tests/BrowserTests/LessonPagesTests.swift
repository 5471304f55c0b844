import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite(
    "The lessons in a browser", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"), .oneWatchingBrowser)
struct LessonPagesTests {
    @Test("Nothing is asked of another server, the console stays empty, and Ctrl-C ends it")
    func ownOriginOnly() async throws {
        let lessons = try await Lessons(at: 4)
        let (requests, console) = try await Browser.tab { browser in
            for page in ["", "04-local-store.html", "08-sync-engine.html"] {
                try await browser.open(lessons.url + page)
            }
            try await browser.run("for (const hint of document.querySelectorAll('details')) hint.open = true")
            return (try await browser.log("performance"), try await browser.log("browser"))
        }
        let urls = requests.compactMap { line -> String? in
            guard let event = try? JSONValue(parsing: line)["message"],
                event["method"]?.string == "Network.requestWillBeSent",
                event["params"]?["documentURL"]?.string?.hasPrefix(lessons.url) == true
            else { return nil }
            return event["params"]?["request"]?["url"]?.string
        }
        expect(urls.contains(lessons.url + "reader.css"), "what was watched shows nothing: \(urls)")
        expect(urls.filter { !$0.hasPrefix(lessons.url) }, equals: [])
        expect(console, equals: [])
        let run = try await lessons.interrupt()
        expect(run.status, equals: 130, "\(run.errors)")
        #expect(throws: (any Error).self) { try RawConnection(port: try #require(URL(string: lessons.url)?.port)) }
    }

    @Test("By the keyboard alone one skips to the text and opens a hint, and that is noted")
    func keyboard() async throws {
        let lessons = try await Lessons(at: 4)
        try await Browser.tab { browser in
            try await browser.open(lessons.url + "04-local-store.html")
            try await browser.pressKey("Tab", 9)
            try await expect(browser.run("return document.activeElement.className"), equals: .string("skip"))
            try await browser.pressKey("Enter", 13)
            try await expect(browser.run("return document.activeElement.id"), equals: .string("main"))
            try expect(lessons.hints(of: "04-local-store"), equals: .object([]))
            for _ in 0..<200 {
                try await browser.pressKey("Tab", 9)
                let outline = try await browser.run("return getComputedStyle(document.activeElement).outlineStyle")
                expect(outline, equals: .string("solid"), "what has the focus does not show it")
                if try await browser.run("return !!document.activeElement.closest('.hint')") == .bool(true) { break }
            }
            try await browser.pressKey("Enter", 13)
            try await browser.wait("the hint opens", "return document.activeElement.closest('.hint[open]')")
            let address =
                try await browser.run("return document.activeElement.closest('.hint').dataset.note").string ?? ""
            let region = String(address.split(separator: "/").dropFirst(2).first ?? "")
            let deadline = ContinuousClock.now + .seconds(5)
            while try lessons.hints(of: "04-local-store")[region] != .number(1) {
                guard ContinuousClock.now < deadline else {
                    Issue.record("hint 1 of \(region) was not noted")
                    return
                }
                try await Task.sleep(for: .milliseconds(20))
            }
            try await browser.reload()
            try await expect(
                browser.run("return document.querySelector('.hint .seen').textContent"),
                equals: .string("opened before"))
        }
    }

    @Test("A button that copies says what, and that it has")
    func copying() async throws {
        let lessons = try await Lessons(at: 8)
        try await Browser.tab { browser in
            for (page, name) in [
                ("08-sync-engine-1", "below “See it work”"),
                ("08-sync-engine", "This is wrong, in Merge.swift, in place of merge"),
            ] {
                try await browser.open(lessons.url + page + ".html")
                let names = try await browser.run(
                    "return [...document.querySelectorAll('.copy')].map((button) => button.getAttribute('aria-label'))")
                let known = (names.array ?? []).compactMap(\.string)
                expect(known.count > 1 && known.allSatisfy { $0.hasPrefix("Copy code: ") }, "\(page)")
                expect(known.contains("Copy code: " + name), "\(page): \(known)")
            }
            try await browser.run(
                "navigator.clipboard.writeText = async () => {}; document.querySelector('.copy').click()")
            try await browser.wait(
                "what was copied is said",
                "return document.querySelector('[role=status]').textContent.startsWith('Copied: This is wrong')")
        }
    }

    @Test("The contents show where the learner is, at each load anew")
    func progress() async throws {
        let lessons = try await Lessons(at: 2)
        try await Browser.tab { browser in
            let current = "return document.querySelector('[aria-current=step] :is(h2, h3)').innerText"
            try await browser.open(lessons.url)
            try await expect(browser.run(current), equals: .string("The domain model"))
            let locked = "return document.querySelectorAll('.steps > li')[3].innerText"
            try await expect(browser.run(locked).string?.contains("needs step 3") == true)
            try await lessons.run("jump", "4")
            try await browser.reload()
            try await expect(browser.run(current), equals: .string("The local store"))
            let skipped = "return document.querySelectorAll('.steps .state.skipped').length"
            try await expect(browser.run(skipped), equals: .number(3))
        }
    }

    @Test("Every text stands out from its ground as WCAG 2.2 asks of AA (1.4.3)", arguments: ["light", "dark"])
    func contrast(scheme: String) async throws {
        let lessons = try await Lessons(at: 8)
        try await Browser.tab { browser in
            try await browser.prefer(scheme: scheme)
            for page in ["", "04-local-store.html", "08-sync-engine.html", "10-schema.html", "11-local-postgres.html"] {
                try await browser.open(lessons.url + page)
                try await browser.run("for (const fold of document.querySelectorAll('details')) fold.open = true")
                let result = try await browser.run(Browser.contrastScript)
                expect(result["isDark"], equals: .bool(scheme == "dark"))
                expect(result["weak"], equals: .array([]), "\(page)")
                guard case .number(50...)? = result["count"] else {
                    Issue.record("\(page): next to nothing was looked at: \(result)")
                    continue
                }
            }
        }
    }

    /// One test, because opening all pages is most of its work.
    @Test(
        """
        On every page headings are in order, links lead somewhere and landmarks have names. On a screen of 360 pixels none \
        moves sideways; what is wider moves in a box of its own
        """)
    func everyPage() async throws {
        let lessons = try await Lessons(at: 8)
        try await Browser.tab { browser in
            try await browser.showOn(width: 360)
            var boxes = 0.0
            for page in try await Self.pages(browser, lessons) {
                try await browser.open(page)
                try await expect(browser.run(Self.structureScript), equals: .array([]), "\(page)")
                try await browser.run("for (const fold of document.querySelectorAll('details')) fold.open = true")
                let width = try await browser.run("return document.documentElement.scrollWidth")
                expect(width, equals: .number(360), "\(page)")
                let wide =
                    "return [...document.querySelectorAll('pre')].filter((box) => box.scrollWidth > box.clientWidth).length"
                if case .number(let count) = try await browser.run(wide) { boxes += count }
            }
            expect(boxes > 10)
        }
    }

    // MARK: Helpers

    /// Returns the addresses of all pages that are open, as the contents link to them: every lesson, and pages of the book.
    private static func pages(_ browser: Browser, _ lessons: Lessons) async throws -> [String] {
        try await browser.open(lessons.url)
        let links = try await browser.run(
            """
            const links = [...document.querySelectorAll('main a')].map((link) => link.href.split('#')[0])
            return [...new Set(links)].filter((link) => link.startsWith(location.origin) && link.endsWith('.html'))
            """)
        let pages = (links.array ?? []).compactMap(\.string)
        let steps = try FileManager.default.contentsOfDirectory(atPath: "steps").filter { $0.first?.isNumber == true }
        try #require(pages.count > steps.count)
        return [lessons.url] + pages
    }

    private static let structureScript = """
        const wrong = []
        let last = 0
        for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
            const level = Number(heading.tagName[1])
            if (level > last + 1) wrong.push(`after h${last} comes ${heading.outerHTML}`)
            last = level
        }
        if (document.querySelectorAll('h1').length !== 1) wrong.push('h1')
        if (document.querySelectorAll('main').length !== 1) wrong.push('main')
        const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
        for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) wrong.push(`twice: ${id}`)
        for (const link of document.querySelectorAll('a[href^="#"]')) {
            if (!document.getElementById(decodeURIComponent(link.hash.slice(1)))) wrong.push(`nowhere: ${link.hash}`)
        }
        for (const nav of document.querySelectorAll('nav, section')) {
            const label = nav.getAttribute('aria-label') ?? document.getElementById(nav.getAttribute('aria-labelledby'))?.innerText
            if (!label) wrong.push(`without a name: ${nav.outerHTML.slice(0, 80)}`)
        }
        const buttons = [...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? one.innerText)
        for (const name of buttons) if (buttons.indexOf(name) !== buttons.lastIndexOf(name)) wrong.push(`two buttons: ${name}`)
        for (const drawing of document.querySelectorAll('pre.diagram, .diagram svg')) {
            if (!drawing.closest('figure')?.getAttribute('aria-label')) wrong.push(`without a name: ${drawing.innerText.slice(0, 80)}`)
        }
        for (const cell of document.querySelectorAll('th')) if (!cell.scope) wrong.push(cell.outerHTML)
        for (const node of document.querySelectorAll('[style], script:not([src]), [onclick]')) wrong.push(node.outerHTML)
        return wrong
        """
}
