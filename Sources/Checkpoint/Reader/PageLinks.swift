package import CheckpointCourse

/// The targets of a page's links on the site.
package struct PageLinks: Sendable {
    package enum Target: Hashable, Sendable {
        case address(String)
        /// A file of the repository that isn't a page of the site.
        case file(String)
    }

    /// The path of the page's source, relative to the repository.
    package let path: String
    /// All pages of the site.
    package let pages: [PageID]
    /// True when all pages are one (`WholePage`).
    package var isWhole = false

    package init(path: String, pages: [PageID], isWhole: Bool = false) {
        self.path = path
        self.pages = pages
        self.isWhole = isWhole
    }

    package func target(_ link: String) -> Target {
        if isWhole, link.hasPrefix("#"), let page = pages.first(where: { $0.path == self.path }) {
            return .address("#\(page.anchor)-\(link.dropFirst())")
        }
        if link.hasPrefix("#") || link.hasPrefix("https://") || link.hasPrefix("http://") { return .address(link) }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let written = parts.first, !written.hasPrefix("/"), !written.contains(":") else { return .file(link) }
        let path = resolved(String(written))
        let anchor = parts.count > 1 ? "#" + parts[1] : ""
        if path == "course.md" { return .address(isWhole ? "#main" : "index.html" + anchor) }
        let other = pages.first { $0.path == path }
        if isWhole, let other { return .address("#\(other.anchor)\(parts.count > 1 ? "-" + parts[1] : "")") }
        return other.map { .address($0.siteName + anchor) } ?? .file(path)
    }

    /// Resolves a path relative to the page's folder to one relative to the repository.
    private func resolved(_ link: String) -> String {
        var folders = path.split(separator: "/").dropLast().map(String.init)
        for part in link.split(separator: "/") where part != "." {
            if part == ".." { _ = folders.popLast() } else { folders.append(String(part)) }
        }
        return folders.joined(separator: "/")
    }
}
