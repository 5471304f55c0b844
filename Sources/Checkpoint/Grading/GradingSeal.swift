/// A test that must fail, with words that nobody can know before: by them a stream of events is known to come from the
/// official tests, and not from code that left before they ran.
///
/// Name and words are made up for one grading. The words are in the compiled tests alone, not in what the process is given.
struct GradingSeal: Hashable, Sendable, Codable {
    /// Of the test; the process is told it, to select the test.
    let name: String
    /// That it fails with.
    let words: String

    static func random() -> GradingSeal { GradingSeal(name: "seal" + word(), words: word()) }

    var testID: String { "GradingSeal/\(name)()" }

    static let path = "Tests/StepTests/GradingSeal.swift"

    /// The file that is staged beside the official tests.
    var file: TreeFile {
        TreeFile(
            """
            import Testing

            struct GradingSeal {
                @Test func \(name)() { Issue.record("\(words)") }
            }

            """)
    }

    private static func word() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
