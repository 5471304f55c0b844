package import CheckpointCourse
internal import CheckpointSystem

/// A test that must fail, with messages that no code can predict. They show that a stream of events comes from the
/// official tests, and not from code that exited before they ran.
///
/// Its failures are known issues to Swift Testing, which reports them and ends with status 0 all the same. So the exit
/// status still tells whether any official test failed, and a report that leaves out a failure contradicts it.
///
/// It fails in each of the ways in which official tests fail, and imports the same modules. So code that redefines `expect`,
/// `#require` or `==` for the official tests also redefines them for this test. That includes `==` on the course's own
/// types, which are in files that a learner may change.
///
/// The name and the text are random for each grading. The text is in the staged tests, but not in the arguments and
/// environment of the process.
package struct CanaryTest: Hashable, Sendable, Codable {
    /// The canary test's function name; passed to the process as a filter.
    package let name: String
    /// Random text of its messages; the number of the failure follows.
    package let marker: String
    /// True to compare values of the course's own types too, which exist from step 2 on.
    private(set) var comparesRecords = false

    package init(name: String, marker: String) { (self.name, self.marker) = (name, marker) }

    package static func random() -> CanaryTest { CanaryTest(name: "canary" + word(), marker: word()) }

    package var testID: String { "CanaryTest/\(name)()" }

    package static let path = "Tests/StepTests/CanaryTest.swift"

    /// Modules that learners write and official tests use.
    static let learnersModules = ["Vitals", "VitalsServer", "VitalsViewModels"]
    /// Modules that official tests use: the one that declares `expect`, and those that learners write.
    private static let modules = ["StepSupport"] + learnersModules
    private static let expectPath = "Tests/StepSupport/Expect.swift"
    /// A file that is official once the types of a record exist.
    private static let recordsPath = "Tests/StepSupport/Measurement+Cases.swift"

    /// Returns the canary test as it is beside these official files.
    func beside(_ official: [String: TreeFile]) -> CanaryTest {
        var canary = self
        canary.comparesRecords = official[Self.recordsPath] != nil
        return canary
    }

    /// Returns the file that is staged beside the official tests.
    ///
    /// - Parameter official: the official files. The canary imports the modules that they import.
    package func file(beside official: [String: TreeFile]) -> TreeFile {
        beside(official).file(official)
    }

    private func file(_ official: [String: TreeFile]) -> TreeFile {
        let texts = official.filter { $0.key.pathBegins(with: "Tests/StepTests/") }.compactMap(\.value.text)
        let used = Self.modules.filter { module in
            texts.contains { $0.split(separator: "\n").contains { $0.hasSuffix("import \(module)") } }
        }
        let expect = official[Self.expectPath] == nil ? "#expect" : "expect"
        var lines = (["Foundation", "Testing"] + used).map { "import " + $0 }
        lines += ["", "struct CanaryTest {", "    @Test func \(name)() {"] + values.map { "        \($0)" }
        lines.append("        withKnownIssue {")
        lines += failures.enumerated().map { number, failure in
            "            " + failure.replacing("EXPECT", with: expect).replacing("WORDS", with: message(of: number))
        }
        lines.append("        }")
        lines += truths.map { "        " + $0.replacing("EXPECT", with: expect) }
        return TreeFile((lines + ["    }", "}", ""]).joined(separator: "\n"))
    }

    /// The messages that the test must report, and no others.
    package var messages: [String] { failures.indices.map { message(of: $0) } }

    /// Returns the text of a failure's message. It is also a valid Swift name, and delimited so that no text is a
    /// prefix of another.
    private func message(of failure: Int) -> String { "w\(marker)_\(failure)_" }

    // MARK: Contents

    /// Types that official tests compare, each with two different values.
    private static let samples = [
        ("int", "Int", "41", "42"), ("string", "String", "\"a\"", "\"b\""), ("bool", "Bool", "true", "false"),
        ("double", "Double", "0.5", "1.5"), ("data", "Data", "Data([1])", "Data([2])"),
        ("array", "[Int]", "[1, 2]", "[1, 3]"), ("strings", "[String]", "[\"a\"]", "[\"b\"]"),
        ("optional", "Int?", "1", "nil"), ("text", "String?", "\"a\"", "nil"),
    ]

    /// Values of the course's own types whose comparisons are given, so that none of them meets a body that isn't written
    /// yet. A learner may change those files.
    private static let recordSamples = [
        ("time", "Timestamp", "Timestamp(clamping: 1)", "Timestamp(clamping: 2)"),
        ("times", "[Timestamp]", "[Timestamp(clamping: 1)]", "[Timestamp(clamping: 2)]"),
        ("moment", "Timestamp?", "Timestamp(clamping: 1)", "Timestamp(clamping: 2)"),
        ("unit", "MetricUnit", ".pounds", ".miles"), ("json", "JSONValue", ".string(\"a\")", ".string(\"b\")"),
        ("error", "MeasurementError", ".notWhole", ".notFinite"),
        ("refusal", "MeasurementError?", ".notWhole", ".notFinite"),
        ("code", "MeasurementError.Code", ".notWhole", ".notFinite"),
    ]
    /// Records that differ, as functions of their versions and times. Equal ones aren't compared: that meets a learner's
    /// `==` of two kinds.
    private static let record = """
        func record(_ version: Int64, _ time: Int64, _ id: UUID) -> Vitals.Measurement {
            Vitals.Measurement(
                id: id, kind: .weight, value: 70, unit: .kilograms, recordedAt: Timestamp(clamping: 1),
                updatedAt: Timestamp(clamping: time), version: version)
        }
        let id = UUID()
        let records = [record(1, 1, id), record(2, 1, id), record(1, 2, id), record(1, 1, UUID())]
        """
    /// Their messages don't show a time: its text is what step 2 writes, and the process would end where it isn't written.
    private static let recordFailures =
        (1...3).flatMap {
            ["EXPECT(records[0] == records[\($0)], \"WORDS\")", "EXPECT(!(records[\($0)] != records[0]), \"WORDS\")"]
        } + [
            "EXPECT(time.0 > time.1, \"WORDS\")",
            "EXPECT(time.1 <= time.0, \"WORDS \\(time.0.millisecondsSinceEpoch)\")",
        ]

    private var samples: [(String, String, String, String)] {
        Self.samples + (comparesRecords ? Self.recordSamples : [])
    }

    /// Declarations of the values, apart from the code that uses them, so that the compiler doesn't evaluate the
    /// comparisons.
    private var values: [String] {
        (comparesRecords ? Self.record.split(separator: "\n").map(String.init) : [])
            + samples.map { name, type, first, second in "let \(name): (\(type), \(type)) = (\(first), \(second))" }
    }

    /// The statements of the failures, with `EXPECT` for the function or macro that the official tests use.
    private var failures: [String] {
        let comparisons = samples.flatMap { name, _, _, _ in
            [
                "EXPECT(\(name).0 == \(name).1, \"WORDS\")", "EXPECT(\(name).0 != \(name).0, \"WORDS\")",
                "EXPECT(!(\(name).0 == \(name).0), \"WORDS\")",
            ]
        }
        let calls = Self.calls.map { "EXPECT(\($0) != \($1), \"WORDS\")" }
        return comparisons + (comparesRecords ? Self.recordFailures : []) + calls + [
            "EXPECT(bool.1, \"WORDS\")", "EXPECT(!bool.0, \"WORDS\")",
            "EXPECT(int.0 > int.1, \"WORDS\")", "EXPECT(int.1 < int.0, \"WORDS\")",
            "EXPECT(bool.0 && bool.1, \"WORDS\")",
            // Most messages of the official tests are put together when they fail.
            "EXPECT(int.0 == int.1, \"WORDS \\(int.0)\")", "EXPECT(optional.0 == nil, \"WORDS \\(strings)\")",
            "EXPECT(array.0.isEmpty, \"WORDS\")", "EXPECT(array.0.contains(7), \"WORDS\")",
            "EXPECT(string.0.hasPrefix(\"b\"), \"WORDS\")", "EXPECT(array.0.allSatisfy { $0 == 1 }, \"WORDS\")",
            "#expect(throws: (any Error).self, \"WORDS\") {}",
            "do { try #require(int.0 == int.1, \"WORDS\") } catch {}",
            "do { try #require(bool.1, \"WORDS\") } catch {}",
            "do { _ = try #require(optional.1, \"WORDS\") } catch {}",
            "Issue.record(\"WORDS\")",
            // Without a comment, another macro could be called. Here the text is in the expectation instead.
            "let WORDS = (41, 42); #expect(WORDS.0 == WORDS.1)",
            "let WORDS = (true, false); #expect(WORDS.1)",
            "let WORDS = (41, 42); do { try #require(WORDS.0 == WORDS.1) } catch {}",
            "let WORDS: (Int?, Int?) = (nil, 1); do { _ = try #require(WORDS.0) } catch {}",
        ]
    }

    /// Calls of the standard library that official tests make of what they compare, each with its result. A module of the
    /// learner's that declares one of them again takes its place in the tests, too.
    private static let calls = [
        ("array.0.map { $0 + 1 }", "[2, 3]"), ("array.0.filter { $0 == 2 }", "[2]"),
        ("array.0.compactMap { $0 == 2 ? $0 : nil }", "[2]"), ("array.0.flatMap { [$0, $0] }", "[1, 1, 2, 2]"),
        ("array.0.first { $0 == 2 }", "2"), ("array.0.last { $0 == 1 }", "1"), ("array.0.firstIndex { $0 == 2 }", "1"),
        ("array.0.firstIndex(of: 2)", "1"), ("array.0.reduce(0) { $0 + $1 }", "3"),
        ("array.0.sorted { $0 > $1 }", "[2, 1]"), ("[2, 1].sorted()", "[1, 2]"), ("array.0.min()", "1"),
        ("array.0.max()", "2"), ("Array(array.0.reversed())", "[2, 1]"), ("Array(array.0.prefix(1))", "[1]"),
        ("Array(array.0.suffix(1))", "[2]"), ("Array(array.0.dropFirst())", "[2]"),
        ("Array(array.0.dropLast())", "[1]"), ("Array(array.0.enumerated()).count", "2"),
        ("Array(zip(array.0, array.1)).count", "2"), ("Array(stride(from: 0, to: 4, by: 2))", "[0, 2]"),
        ("array.0.contains { $0 == 2 }", "true"), ("array.0.allSatisfy { $0 > 0 }", "true"),
        ("array.0.elementsEqual([1, 2])", "true"), ("array.0.count", "2"), ("array.0.count { $0 == 2 }", "1"),
        ("array.0.first", "1"), ("array.0.last", "2"), ("array.0[1]", "2"), ("Set(array.0).count", "2"),
        ("Set(array.0).isSubset(of: [1])", "false"), ("Set(array.0).subtracting([1])", "[2]"),
        ("Dictionary(grouping: array.0) { $0 > 1 }", "[false: [1], true: [2]]"), ("[1: 2][1]", "2"),
        ("(1...3).map { $0 }", "[1, 2, 3]"), ("(1..<3).contains(2)", "true"), ("strings.0.joined()", "\"a\""),
        ("string.0.contains(\"a\")", "true"), ("string.0.hasSuffix(\"a\")", "true"),
        ("string.0.split(separator: \"b\").count", "1"), ("string.0.count", "1"), ("\"\\(int.0)\"", "\"41\""),
        ("abs(-int.0)", "41"), ("min(int.0, int.1)", "41"), ("max(int.0, int.1)", "42"), ("data.0.count", "1"),
    ]

    /// Expectations that are true, so they report nothing.
    private var truths: [String] {
        samples.flatMap { name, _, _, _ in
            ["EXPECT(\(name).0 == \(name).0, \"equal\")", "EXPECT(\(name).0 != \(name).1, \"different\")"]
        }
    }

    private static func word() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
