/// The front page, for a visitor without a workspace: two phones at work, what the course is, and how to begin.
struct FrontPage {
    /// True if the site has the picture of the demo.
    let hasPicture: Bool
    /// The address of the repository, such as `https://example.org/me/vitals`; nil if it isn't known.
    let repository: String?

    static let pictureName = "demo.svg"
    /// The picture's file in the course's clone. `docs/demo.py` makes it from a run of the demo.
    static let picturePath = "docs/demo.svg"

    var html: HTML {
        """
        \(picture)<p>You build it yourself, from an empty package to two phones, a server and a database. You write the code that \
        decides whether your user's data survives. It's the store, the order, the merge, the engine and the server's \
        transactions. We give you the code around them, and explain it. Each step ends with a check that builds <em>your</em> \
        code, runs it against the step's tests, and explains what's wrong in words that help.</p>
        <section class="standing" aria-labelledby="begin">
        <h2 id="begin">Begin</h2>
        <p>You need Linux or macOS, <a href="https://www.swift.org/install">Swift 6.2</a> or newer, and some Swift. \
        It's enough to have heard of SQL, HTTP and Docker.</p>
        \(commands)
        <p>The first command after the clone plays what the picture shows, with a real server. The second makes a workspace of \
        your own, and the last one prints the first lesson.</p>
        </section>
        \(questions)
        """
    }

    private var picture: HTML {
        guard hasPicture else { return "" }
        return """
            <figure class="demo"><img src="\(Self.pictureName)" width="900" height="762" alt="Two phones and a server in eight \
            acts. While they're apart, phone A sets a weight to 71.9 kg, and phone B sets it to 73.1 and then to 73.4 kg. They \
            sync, and all three hold 73.4 kg, the greater version. Twice more each phone edits the weight once, and each time \
            all three end up with the later edit, whichever phone syncs first.">
            <figcaption>A run of <kbd>./vitals-course demo</kbd>: two phones edit one weight while they're apart, and end up with \
            the same one.</figcaption></figure>

            """
    }

    private var commands: HTML {
        let clone = repository.map { "git clone \($0) vitals && cd vitals" }
        let lines =
            [
                clone, "./vitals-course demo", "./vitals-course start ../my-vitals && cd ../my-vitals",
                "./vitals-course read",
            ]
        return CodeHTML.html(lines.compactMap { $0 }, language: "sh")
    }

    /// Links into the repository's Discussions, in the categories that GitHub gives each repository.
    private var questions: HTML {
        guard let repository else { return "" }
        let discussions = repository + "/discussions"
        return """
            <p>Have a question? <a href="\(discussions)/categories/q-a">Ask it in Discussions</a>. What others built is \
            in <a href="\(discussions)/categories/show-and-tell">the gallery</a>, and the code is in \
            <a href="\(repository)">the repository</a>.</p>
            """
    }
}
