internal import Foundation

/// The browser of the person at the terminal, if there is one.
package enum WebBrowser {
    /// Shows a page if possible. Returns at once, without waiting for the browser.
    package static func open(_ url: String) {
        #if os(macOS)
        let opener = "open"
        #else
        let opener = "xdg-open"
        // Without a display it would start a text browser in our terminal.
        guard
            ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { !(ProcessInfo.processInfo.environment[$0] ?? "").isEmpty })
        else { return }
        #endif
        guard ExecutableSearch.folder(holding: [opener], in: ExecutableSearch.path()) != nil else { return }
        Task.detached { _ = try? await Command(opener, [url]).capture() }
    }
}
