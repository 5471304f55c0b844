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
