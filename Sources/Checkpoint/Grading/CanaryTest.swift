/// A test that must fail, with words that nobody can know before: by them a stream of events is known to come from the
/// official tests, and not from code that left before they ran.
///
/// It fails in each of the ways in which official tests fail, among the learner's own modules: whoever gives `#expect`,
/// `#require` or `==` another meaning for the official tests has given it to this one too.
///
/// Name and words are made up for one grading. The words are in the staged tests, and not in what the process is given.
struct CanaryTest: Hashable, Sendable, Codable {
    /// Of the test; the process is told it, to select the test.
    let name: String
    /// That it fails with; the number of the failure follows.
    let words: String

    static func random() -> CanaryTest { CanaryTest(name: "canary" + word(), words: word()) }

    var testID: String { "CanaryTest/\(name)()" }

    static let path = "Tests/StepTests/CanaryTest.swift"

    /// Modules that learners write and official tests use.
    private static let modules = ["Vitals", "VitalsViewModels"]

    /// The file that is staged beside the official tests.
    ///
    /// - Parameter official: what it is staged beside; it sees of the learner's modules what those see.
    func file(beside official: [String: TreeFile]) -> TreeFile {
        let texts = official.filter { $0.key.pathBegins(with: "Tests/StepTests/") }.compactMap(\.value.text)
        let used = Self.modules.filter { module in
            texts.contains { $0.split(separator: "\n").contains { $0.hasSuffix("import \(module)") } }
        }
        var lines = (["Foundation", "Testing"] + used).map { "import " + $0 }
        lines += ["", "struct CanaryTest {", "    @Test func \(name)() {"] + Self.values.map { "        \($0)" }
        lines += failures.enumerated().map { "        " + $1.replacing("WORDS", with: words(of: $0)) }
        lines += Self.truths.map { "        " + $0 }
        return TreeFile((lines + ["    }", "}", ""]).joined(separator: "\n"))
    }

    /// What has to be said, and no more than that.
    var messages: [String] { failures.indices.map { words(of: $0) } }

    /// A name in Swift too, and delimited, so that none is the beginning of another one.
    private func words(of failure: Int) -> String { "w\(words)_\(failure)_" }

    // MARK: What it is made of

    /// The types that official tests compare, each with two values that differ.
    private static let samples = [
        ("int", "Int", "41", "42"), ("string", "String", "\"a\"", "\"b\""), ("bool", "Bool", "true", "false"),
        ("double", "Double", "0.5", "1.5"), ("data", "Data", "Data([1])", "Data([2])"),
        ("array", "[Int]", "[1, 2]", "[1, 3]"), ("strings", "[String]", "[\"a\"]", "[\"b\"]"),
        ("optional", "Int?", "1", "nil"), ("text", "String?", "\"a\"", "nil"),
    ]

    /// Taken apart from what uses them, so that the compiler does not work them out.
    private static var values: [String] {
        samples.map { name, type, first, second in "let \(name): (\(type), \(type)) = (\(first), \(second))" }
    }

    private var failures: [String] {
        let comparisons = Self.samples.flatMap { name, _, _, _ in
            [
                "#expect(\(name).0 == \(name).1, \"WORDS\")", "#expect(\(name).0 != \(name).0, \"WORDS\")",
                "#expect(!(\(name).0 == \(name).0), \"WORDS\")",
            ]
        }
        return comparisons + [
            "#expect(bool.1, \"WORDS\")", "#expect(!bool.0, \"WORDS\")",
            "#expect(int.0 > int.1, \"WORDS\")", "#expect(int.1 < int.0, \"WORDS\")",
            "#expect(bool.0 && bool.1, \"WORDS\")",
            "#expect(array.0.isEmpty, \"WORDS\")", "#expect(array.0.contains(7), \"WORDS\")",
            "#expect(string.0.hasPrefix(\"b\"), \"WORDS\")", "#expect(array.0.allSatisfy { $0 == 1 }, \"WORDS\")",
            "#expect(throws: (any Error).self, \"WORDS\") {}",
            "do { try #require(int.0 == int.1, \"WORDS\") } catch {}",
            "do { try #require(bool.1, \"WORDS\") } catch {}",
            "do { _ = try #require(optional.1, \"WORDS\") } catch {}",
            "Issue.record(\"WORDS\")",
            // Without a comment another macro may be meant; then the words are in what was expected.
            "let WORDS = (41, 42); #expect(WORDS.0 == WORDS.1)",
            "let WORDS = (true, false); #expect(WORDS.1)",
            "let WORDS = (41, 42); do { try #require(WORDS.0 == WORDS.1) } catch {}",
            "let WORDS: (Int?, Int?) = (nil, 1); do { _ = try #require(WORDS.0) } catch {}",
        ]
    }

    /// What holds, and so says nothing.
    private static var truths: [String] {
        samples.flatMap { name, _, _, _ in
            ["#expect(\(name).0 == \(name).0)", "#expect(\(name).0 != \(name).1)"]
        }
    }

    private static func word() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
