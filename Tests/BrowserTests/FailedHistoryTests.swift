import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite(
    "The history of a failed check in a browser", .serialized, .enabled(if: Browser.isThere, "\(Browser.hint)"),
    .oneWatchingBrowser)
struct FailedHistoryTests {
    /// A history as a check writes it: A's edit arrives, the response is lost, and B gets the edit.
    private static let history = """
        {"format": 1, "test": "Step08EngineTests/historiesConverge()", "title": "All phones agree", "leftOut": 0,
         "problem": "A has v2 71 and B has v1 70.", "columns": ["A", "B", "server"], "events": [
          {"column": 0, "message": "none", "text": "v2 71", "reply": "", "times": 1, "drawing": "v2 71"},
          {"column": 0, "message": "toServer", "text": "push v2 71", "reply": "takes it", "times": 1,
           "drawing": "push v2 71 ------------------------> takes it"},
          {"column": 1, "message": "fromServer", "text": "", "reply": "v2 71", "times": 1,
           "drawing": "                  <----------------- v2 71"}]}
        """

    private static func lessons() async throws -> Lessons {
        let lessons = try await Lessons(at: 8)
        try lessons.write(history, to: ".vitals/histories/08-sync-engine.json")
        return lessons
    }

    @Test("By buttons and by keys one steps through it, and each step shows what travels and what each one has")
    func steps() async throws {
        let lessons = try await Self.lessons()
        try await Browser.tab { browser in
            try await browser.open(lessons.url + "08-sync-engine.html#history")
            let shown = """
                return [document.querySelector('.place').textContent, document.querySelector('.now > p').textContent,
                    [...document.querySelectorAll('.now dd')].map((one) => one.textContent).join(' | '),
                    [...document.querySelectorAll('.history g[data-row]')].filter((row) => getComputedStyle(row).opacity === '1').length,
                    getComputedStyle(document.querySelector('.events')).display].join(' · ')
                """
            let first = "Event 1 of 3 · A now has v2 71. · v2 71 | nothing | nothing · 1 · none"
            try await expect(browser.run(shown), equals: .string(first))
            try await browser.run("document.querySelector('.history .next').click()")
            let second =
                "Event 2 of 3 · A sends “push v2 71” to the server. The server takes it. · v2 71 | nothing | v2 71 · 2 · none"
            try await expect(browser.run(shown), equals: .string(second))
            try await browser.run("document.querySelector('.history .next').focus()")
            try await browser.pressKey("ArrowRight", 39)
            let third = "Event 3 of 3 · The server sends v2 71 to B. · v2 71 | nothing | v2 71 · 3 · none"
            try await expect(browser.run(shown), equals: .string(third))
            try await browser.run("document.querySelector('.history .next').click()")
            try await expect(browser.run(shown), equals: .string(third), "the last one stays")
            let isOff = "return document.querySelector('.history .next').getAttribute('aria-disabled')"
            try await expect(browser.run(isOff), equals: .string("true"))
            try await browser.pressKey("Home", 36)
            try await expect(browser.run(shown), equals: .string(first))
            try await browser.pressKey("ArrowLeft", 37)
            try await expect(browser.run(shown), equals: .string(first))
            let live = "return document.querySelector('.history .now').getAttribute('aria-live')"
            try await expect(browser.run(live), equals: .string("polite"))
            try await expect(browser.log("browser"), equals: [])
        }
    }

    @Test(
        "It fits on a small screen, its text stands out, and a part without the test has none of it",
        arguments: ["light", "dark"])
    func looks(scheme: String) async throws {
        let lessons = try await Self.lessons()
        try await Browser.tab { browser in
            try await browser.prefer(scheme: scheme)
            try await browser.showOn(width: 360)
            for page in ["08-sync-engine"] {
                try await browser.open(lessons.url + page + ".html")
                try await browser.wait(
                    "the history is there", "return document.querySelector('.history .place')?.textContent")
                try await expect(
                    browser.run("return document.documentElement.scrollWidth"), equals: .number(360), "\(page)")
                let result = try await browser.run(Browser.contrastScript)
                expect(result["weak"], equals: .array([]), "\(page)")
            }
            try await browser.open(lessons.url + "08-sync-engine-1.html")
            try await expect(browser.run("return document.querySelectorAll('.history').length"), equals: .number(0))
        }
    }

    @Test(
        "A visitor's front page shows the picture in its own colours, on a small screen too",
        arguments: ["light", "dark"])
    func front(scheme: String) async throws {
        let lessons = try await Lessons.visited()
        try await Browser.tab { browser in
            try await browser.prefer(scheme: scheme)
            try await browser.showOn(width: 360)
            try await browser.open(lessons.url)
            let isThere =
                "const image = document.querySelector('.demo img'); return image.complete && image.naturalWidth"
            try await browser.wait("the picture is there", isThere)
            try await expect(browser.run("return document.documentElement.scrollWidth"), equals: .number(360))
            // The ground, and a card whose record waits. Without its style, all of the picture is black.
            let expected = ["light": "253 252 248, 255 243 214", "dark": "22 24 26, 58 47 20"]
            // The picture's motion ends within five seconds.
            let isSo = """
                const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 762 })
                const context = canvas.getContext('2d')
                context.drawImage(document.querySelector('.demo img'), 0, 0, 900, 762)
                return [[450, 12], [470, 80]].map(([x, y]) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3).join(' ')).join(', ') === arguments[0]
                """
            try await browser.wait("its colours", isSo.replacing("arguments[0]", with: "'\(expected[scheme] ?? "")'"))
            let result = try await browser.run(Browser.contrastScript)
            expect(result["weak"], equals: .array([]))
            try await browser.open(lessons.url + "demo.svg")
            let fill = "return getComputedStyle(document.querySelector('.paper')).fill"
            try await expect(
                browser.run(fill), equals: .string(scheme == "dark" ? "rgb(22, 24, 26)" : "rgb(253, 252, 248)"))
        }
    }
}
