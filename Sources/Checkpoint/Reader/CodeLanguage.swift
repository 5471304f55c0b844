/// The rules by which a highlighter splits a language. They're meant to help a reader, not to match a compiler.
struct CodeLanguage: Sendable {
    var keywords: Set<String> = []
    var ignoresCase = false
    /// True if names with an initial capital are types.
    var hasTypes = false
    var lineComments: [String] = []
    /// The signs of block comments, which may be nested in a language such as Swift.
    var blockComments: (open: String, close: String)?
    var quotes: [Character] = ["\"", "'"]
    /// `"""`, `#"…"#` and `\(…)`.
    var hasSwiftStrings = false
    /// The characters that make the word after them an attribute: `@main`, `#expect`.
    var attributes: [Character] = []
    /// True if a word before a colon is a key.
    var hasKeys = false

    /// - Parameter name: the language of a fence; the result is nil if its code isn't highlighted.
    static func named(_ name: String) -> CodeLanguage? {
        switch name.lowercased() {
        case "swift": swift
        case "sql": sql
        case "js", "mjs", "javascript": javaScript
        case "json": CodeLanguage(keywords: ["true", "false", "null"], quotes: ["\""])
        case "yml", "yaml": CodeLanguage(keywords: ["true", "false", "null"], lineComments: ["#"], hasKeys: true)
        case "sh", "bash", "console": shell
        case "dockerfile": dockerfile
        default: nil
        }
    }

    private static func words(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }

    /// From The Swift Programming Language, "Keywords and Punctuation"; only those that act as keywords in our code.
    private static let swift = CodeLanguage(
        keywords: words(
            """
            actor any as associatedtype async await borrowing break case catch class consuming continue convenience default \
            defer deinit do dynamic else enum extension fallthrough false fileprivate final for func get guard if import in \
            indirect infix init inout internal is isolated lazy let mutating nil nonisolated nonmutating open operator \
            override package postfix precedencegroup prefix private protocol public repeat required rethrows return self \
            Self set some static struct subscript super switch throw throws true try typealias unowned var weak where while
            """),
        hasTypes: true, lineComments: ["//"], blockComments: ("/*", "*/"), quotes: ["\""], hasSwiftStrings: true,
        attributes: ["@", "#"])

    private static let sql = CodeLanguage(
        keywords: words(
            """
            add all alter always analyze and as asc begin bigint boolean by check collate column commit conflict constraint \
            create database default delete desc distinct do double drop else end exists explain false foreign from generated \
            identity if in index insert integer into is join key like limit not null on or order plan precision primary \
            query real references returning rollback schema select set table text then timestamptz transaction true union \
            unique update using uuid values when where with
            """),
        ignoresCase: true, lineComments: ["--"], blockComments: ("/*", "*/"), quotes: ["'"])

    private static let javaScript = CodeLanguage(
        keywords: words(
            """
            async await break case catch class const continue default delete do else export extends false finally for from \
            function if import in instanceof let new null of return static super switch this throw true try typeof \
            undefined var void while yield
            """),
        hasTypes: true, lineComments: ["//"], blockComments: ("/*", "*/"), quotes: ["\"", "'", "`"])

    private static let shell = CodeLanguage(
        keywords: words(
            "case do done elif else esac exec exit export fi for function if in local return set then while"),
        lineComments: ["#"])

    private static let dockerfile = CodeLanguage(
        keywords: words(
            "ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL RUN SHELL STOPSIGNAL USER VOLUME WORKDIR"),
        lineComments: ["#"])
}
