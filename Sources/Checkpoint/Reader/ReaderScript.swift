/// The pages' script: it reports which hints are opened, copies code, steps through a history, and lets the keyboard scroll
/// wide content.
///
/// It's embedded in the program for the same reason as `ReaderStyle`.
enum ReaderScript {
    static let javaScript = #"""
        "use strict"

        // Keep the request until the response comes. After that the hint is recorded, and reopening it sends nothing.
        for (const hint of document.querySelectorAll("details[data-note]")) {
            let isNoted = false
            hint.addEventListener("toggle", async () => {
                if (!hint.open || isNoted) return
                isNoted = true
                try {
                    isNoted = (await fetch(hint.dataset.note, { method: "POST" })).ok
                } catch {
                    isNoted = false
                }
            })
        }

        // Announces the copy to people who don't see the button change.
        const status = document.createElement("p")
        status.className = "unseen"
        status.setAttribute("role", "status")
        document.body.append(status)

        // The caption of the code, or the text above it; a second one with the same name gets a number.
        const named = new Map()
        function nameOf(code) {
            const caption = code.closest("figure")?.querySelector("figcaption")?.textContent
            const above = [...document.querySelectorAll("h1, h2, h3, summary")].findLast(
                (heading) => heading.compareDocumentPosition(code) & Node.DOCUMENT_POSITION_FOLLOWING)
            const name = caption ?? `below “${above?.textContent.trim() ?? document.title}”`
            const count = (named.get(name) ?? 0) + 1
            named.set(name, count)
            return count > 1 ? `${name} (${count})` : name
        }

        for (const code of document.querySelectorAll("pre:not(.diagram, .console, .whole pre)")) {
            if (!navigator.clipboard) break
            const name = nameOf(code)
            const button = document.createElement("button")
            button.type = "button"
            button.className = "copy"
            button.textContent = "Copy"
            button.setAttribute("aria-label", `Copy code: ${name}`)
            button.addEventListener("click", async () => {
                await navigator.clipboard.writeText(code.textContent + "\n")
                button.textContent = "Copied"
                status.textContent = `Copied: ${name}`
                setTimeout(() => {
                    button.textContent = "Copy"
                    status.textContent = ""
                }, 2000)
            })
            const box = document.createElement("div")
            box.className = "code"
            code.replaceWith(box)
            box.append(code, button)
        }

        // Shows a history an event at a time: the drawing up to it, its sentence, and what each one has.
        for (const history of document.querySelectorAll(".history")) {
            const events = [...history.querySelectorAll(".events > li")]
            const rows = [...history.querySelectorAll("svg g[data-row]")]
            const [previous, next] = [history.querySelector(".previous"), history.querySelector(".next")]
            const now = history.querySelector(".now")
            let place = 0
            function show(wanted) {
                place = Math.max(0, Math.min(events.length - 1, wanted))
                for (const row of rows) {
                    const distance = Number(row.dataset.row) - 1 - place
                    row.classList.toggle("later", distance > 0)
                    row.classList.toggle("current", distance === 0)
                }
                now.replaceChildren(...[...events[place].cloneNode(true).childNodes])
                history.querySelector(".place").textContent = `Event ${place + 1} of ${events.length}`
                for (const [button, isEnd] of [[previous, place === 0], [next, place === events.length - 1]]) {
                    button.setAttribute("aria-disabled", String(isEnd))
                }
            }
            previous.addEventListener("click", () => show(place - 1))
            next.addEventListener("click", () => show(place + 1))
            history.addEventListener("keydown", (event) => {
                if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
                const places = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: events.length - 1 }
                const box = event.target.closest(".diagram")
                if (!(event.key in places) || (box && box.scrollWidth > box.clientWidth)) return
                event.preventDefault()
                show(places[event.key])
            })
            history.querySelector(".stepper").hidden = false
            history.querySelector(".events").hidden = true
            show(0)
        }

        // Makes wide content focusable, so that the keyboard can scroll it in every browser.
        const reachable = new ResizeObserver((entries) => {
            for (const { target } of entries) {
                const isWide = target.scrollWidth > target.clientWidth
                for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", "Scrolls sideways"]]) {
                    if (isWide) target.setAttribute(name, value)
                    else target.removeAttribute(name)
                }
            }
        })
        for (const box of document.querySelectorAll("pre, .table")) reachable.observe(box)

        """#
}
