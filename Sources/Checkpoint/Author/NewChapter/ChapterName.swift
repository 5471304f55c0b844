internal import CheckpointSystem

/// The name of a new chapter, in the spellings that its files need.
package struct ChapterName: Sendable {
    /// Lower-case words with hyphens: the folder, the command and the route.
    package let slug: String

    /// - Throws: `CourseError.usage` for a name that can't be all of these.
    package init(_ slug: String) throws {
        let words = slug.split(separator: "-", omittingEmptySubsequences: false)
        let isWellFormed =
            slug.utf8.count <= 30
            && words.allSatisfy { word in
                word.first?.isLetter == true
                    && word.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
            }
        guard isWellFormed else {
            throw CourseError(
                .usage,
                "“\(slug)” can't be a chapter's name. Take lower-case words with hyphens, such as `tally` or `sleep-goals`."
            )
        }
        self.slug = slug
        guard !Self.reserved.contains(code), !Self.reserved.contains(table) else {
            throw CourseError(
                .usage,
                "“\(slug)” is a word of Swift, JavaScript or SQL, so no code can have it as a name. Take another.")
        }
    }

    /// As a type: `SleepGoals`.
    var type: String { slug.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }
    /// As a value: `sleepGoals`.
    var code: String { type.prefix(1).lowercased() + type.dropFirst() }
    /// As a table: `sleep_goals`.
    var table: String { slug.replacing("-", with: "_") }
    /// As an environment variable begins: `SLEEP_GOALS`.
    var variable: String { table.uppercased() }

    /// Words that one of the frame's languages keeps for itself, or that a list has as a member of its own.
    private static let reserved: Set<String> = [
        "all", "any", "as", "async", "await", "break", "case", "catch", "check", "class", "column", "const", "continue",
        "create", "debugger", "default", "defer", "delete", "do", "drop", "else", "enum", "export", "extends",
        "extension",
        "false", "finally", "for", "foreign", "from", "func", "function", "group", "grant", "guard", "if", "import",
        "in",
        "index", "init", "insert", "internal", "into", "is", "join", "key", "let", "limit", "name", "new", "nil", "not",
        "null", "open", "operator", "or", "order", "package", "primary", "private", "protocol", "public", "references",
        "repeat", "return", "select", "self", "set", "some", "static", "struct", "subscript", "super", "switch",
        "table",
        "then", "this", "throw", "throws", "to", "true", "try", "type", "typealias", "typeof", "union", "unique",
        "update",
        "user", "using", "values", "var", "void", "when", "where", "while", "with", "yield",
    ]
}
