internal import CheckpointCourse
package import Foundation

/// One file of the site, to be served or written.
package struct SiteFile: Sendable {
    package let type: String
    package let contents: Data

    package static let html = "text/html; charset=utf-8"

    init(type: String, _ text: String) {
        self.type = type
        contents = Data(text.utf8)
    }

    init(_ page: SitePage) { self.init(type: Self.html, page.html.text) }

    /// Files that every page uses, by name.
    package static let common: [String: SiteFile] = [
        "reader.css": SiteFile(type: "text/css; charset=utf-8", ReaderStyle.css),
        "reader.js": SiteFile(type: "text/javascript; charset=utf-8", ReaderScript.javaScript),
        "icon.svg": SiteFile(type: "image/svg+xml", ReaderStyle.icon),
    ]
}

extension Step {
    /// The name of the step's page.
    package var pageName: String { id + ".html" }

    /// The expected time, such as `1 h 30 min`.
    package var duration: String {
        [(minutes / 60, "h"), (minutes % 60, "min")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
            .joined(separator: " ")
    }
}
