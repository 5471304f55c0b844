internal import CheckpointCourse
internal import CheckpointWorkspace
package import Foundation

/// One file of the site, to be served or written.
package struct SiteFile: Sendable {
    package let type: String
    package let contents: Data

    package static let html = "text/html; charset=utf-8"
    static let svg = "image/svg+xml"

    init(type: String, _ text: String) {
        self.type = type
        contents = Data(text.utf8)
    }

    /// A page, with its commands as they're typed in a workspace.
    init(_ page: SitePage) {
        self.init(type: Self.html, CommandSpelling.inWorkspace.applied(to: page.html.text))
    }

    /// Files that every page uses, by name.
    package static let common: [String: SiteFile] = [
        "reader.css": SiteFile(type: "text/css; charset=utf-8", ReaderStyle.css),
        "reader.js": SiteFile(type: "text/javascript; charset=utf-8", ReaderScript.javaScript),
        "icon.svg": SiteFile(type: svg, ReaderStyle.icon),
    ]
}

extension PageID {
    /// The name of the page's file on the site.
    package var siteName: String {
        switch self {
        case .lesson(let step): step.id + ".html"
        case .part(let step, let part): step.id + "-\(part.number).html"
        case .after(let step): step.id + "-after.html"
        case .book(let page): page.name + ".html"
        }
    }
}

extension PageID {
    /// The anchor of the page where all pages are one.
    var anchor: String { siteName.replacing(".html", with: "") }
}

extension Step {
    /// The name of the lesson's page on the site.
    package var pageName: String { PageID.lesson(self).siteName }
}

/// A whole page of the site: the frame around a body.
struct SitePage: Sendable {
    let html: HTML

    /// - Parameters:
    ///   - title: the page's title, in plain text.
    ///   - body: contains an element with the id `main`.
    init(title: String, body: HTML) {
        html = """
            <!doctype html>
            <html lang="en-GB">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title) · Vitals, the course</title>
            <link rel="icon" href="icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="reader.css">
            <script src="reader.js" defer></script>
            </head>
            <body>
            <a class="skip" href="#main">Skip to the text</a>
            \(body)
            </body>
            </html>

            """
    }
}
