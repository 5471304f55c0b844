/// What the pages do beyond HTML: note which hints are opened, copy code, and let the keyboard move what is too wide.
///
/// It stands in the program, as `ReaderStyle` does.
enum ReaderScript {
    static let javaScript = #"""
        "use strict"

        // The same address until the answer is there; then it is noted, and opening it again says nothing new.
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

        for (const code of document.querySelectorAll("figure pre, pre:not(.diagram, .console)")) {
            if (!navigator.clipboard) break
            const button = document.createElement("button")
            button.type = "button"
            button.className = "copy"
            button.textContent = "Copy"
            button.addEventListener("click", async () => {
                await navigator.clipboard.writeText(code.textContent + "\n")
                button.textContent = "Copied"
                setTimeout(() => { button.textContent = "Copy" }, 2000)
            })
            const box = document.createElement("div")
            box.className = "code"
            code.replaceWith(box)
            box.append(code, button)
        }

        // What does not fit can be reached and moved by the keyboard, in every browser.
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
