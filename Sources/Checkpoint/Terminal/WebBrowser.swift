internal import Foundation

/// The browser of the person at the terminal, if there is one.
package enum WebBrowser {
    /// Shows a page, or does nothing where that cannot be done; nobody waits for it.
    package static func open(_ url: String) {
        #if os(macOS)
        let opener = "open"
        #else
        let opener = "xdg-open"
        // Without a screen it would start a browser in our terminal.
        guard
            ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { !(ProcessInfo.processInfo.environment[$0] ?? "").isEmpty })
        else { return }
        #endif
        guard ExecutableSearch.folder(holding: [opener], in: ExecutableSearch.path()) != nil else { return }
        Task.detached { _ = try? await Command(opener, [url]).capture() }
    }
}
