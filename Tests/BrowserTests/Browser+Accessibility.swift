import StepSupport
import Vitals

extension Browser {
    /// Presses and releases a key; `code` is its Windows virtual-key code, which Chromium uses.
    func pressKey(_ key: String, _ code: Int) async throws {
        for type in ["keyDown", "keyUp"] {
            var event: [JSONValue.Member] = [
                .init("type", .string(type)), .init("key", .string(key)), .init("code", .string(key)),
                .init("windowsVirtualKeyCode", .number(Double(code))),
            ]
            if key == "Enter", type == "keyDown" { event.append(.init("text", .string("\r"))) }
            try await command("Input.dispatchKeyEvent", event)
        }
    }

    /// Sets the colour scheme of the system, `light` or `dark`. Reduced motion is on, so that colours change at once.
    func prefer(scheme: String) async throws {
        let features = [("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")].map { name, value in
            JSONValue.object([.init("name", .string(name)), .init("value", .string(value))])
        }
        try await command("Emulation.setEmulatedMedia", [.init("features", .array(features))])
    }

    /// Sets the width of the screen in pixels; a narrow screen is a phone's.
    func showOn(width: Double) async throws {
        try await command(
            "Emulation.setDeviceMetricsOverride",
            [
                .init("width", .number(width)), .init("height", .number(740)), .init("deviceScaleFactor", .number(1)),
                .init("mobile", .bool(width < 600)),
            ])
    }

    /// Collects the elements with text of their own, with the colours of text and background.
    static let contrastScript = """
        const channel = (value) => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
        const parts = (color) => color.match(/[\\d.]+/g).map(Number)
        const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b)
        const ground = (node) => {
            for (; node; node = node.parentElement) {
                const color = parts(getComputedStyle(node).backgroundColor)
                if (color.length === 3 || color[3] === 1) return color
            }
            return [255, 255, 255]
        }
        const weak = []
        let count = 0
        for (const node of document.querySelectorAll('body *')) {
            const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim())
            if (!own || !node.checkVisibility({ opacityProperty: true, contentVisibilityAuto: true })) continue
            const style = getComputedStyle(node)
            const ink = parts(node instanceof SVGElement ? style.fill : style.color)
            const [first, second] = [luminance(ink), luminance(ground(node))].sort((a, b) => b - a)
            const isLarge = parseFloat(style.fontSize) >= 24
                || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700)
            const ratio = (first + 0.05) / (second + 0.05)
            count += 1
            if (ratio < (isLarge ? 3 : 4.5)) weak.push(`${ratio.toFixed(2)} ${node.getAttribute('class')} ${node.textContent.slice(0, 40)}`)
        }
        return { weak, count, isDark: luminance(ground(document.body)) < 0.1 }
        """
}
