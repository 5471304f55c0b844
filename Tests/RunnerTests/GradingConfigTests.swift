import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointSystem

@Suite("grading.yml")
struct GradingConfigTests {
    private static func read(_ text: String) throws -> GradingConfig {
        try GradingConfig.read(text, course: GradeFixture.course)
    }

    @Test("the example of the documentation is read as the documentation says")
    func example() throws {
        let page = try TestPaths.text("docs/grading.md")
        let block = try #require(page.firstRange(of: "```yaml\n"))
        let text = page[block.upperBound...]
        let yaml = String(text[..<(try #require(text.firstRange(of: "```")).lowerBound)])
        let config = try GradingConfig.read(yaml, course: Course.load(root: TestPaths.root))
        expect(config.due, equals: Date(iso8601: "2026-12-01T22:59:00Z"))
        expect(config.late, equals: .linear(percentPerDay: Hundredths(10)))
        expect(config.unit, equals: .step)
        expect(config.each, equals: Hundredths(10))
        expect(config.steps, equals: [8: Hundredths(20), 9: Hundredths(20)])
    }

    @Test("without anything in it every step is worth one point, and nothing is late", arguments: ["", "# nothing\n"])
    func defaults(text: String) throws {
        try expect(Self.read(text), equals: GradingConfig())
        expect(GradingConfig().worth(of: GradeFixture.steps[2]), equals: Hundredths(1))
    }

    @Test("one front end for everybody, or what each has built")
    func frontend() throws {
        try expect(Self.read("frontend: swiftui").frontend, equals: .swiftui)
        try expect(Self.read("").frontend == nil)
    }

    @Test("points of tests: one, its step's, all others")
    func tests() throws {
        let config = try Self.read(
            "points: {per: test, each: 2.5, steps: {2: 0.25}, tests: {Step02GreetingTests/hello(): 3}}")
        expect(GradeFixture.steps.map { config.worth(of: $0).text }, equals: ["2.5", "3.25", "7.5"])
    }

    @Test(
        "lateness costs nothing, everything, or so much a day",
        arguments: [
            ("none", GradingConfig.LatePolicy.none), ("zero", .zero),
            ("linear, percent_per_day: 12.5", .linear(percentPerDay: Hundredths(count: 1250))),
        ])
    func policies(words: String, policy: GradingConfig.LatePolicy) throws {
        try expect(Self.read("due: 2026-12-01T12:00Z\nlate: {policy: \(words)}").late, equals: policy)
    }

    @Test(
        "what cannot be meant is an error that names its line",
        arguments: [
            ("duo: 1", "grading.yml:1: the file has an unknown key: duo. Did you mean \"due\"?"),
            ("# x\ndue: 2026-12-01T12:00", "grading.yml:2: due is a date with a time and its zone"),
            ("frontend: ios", "grading.yml:1: frontend is web or swiftui, not ios"),
            ("due: [1]", "grading.yml:1: due needs one value"), ("due:", "grading.yml:1: due needs one value"),
            ("- a", "grading.yml:1: the file is made of keys and values"),
            ("late:\n  policy: zero", "grading.yml:2: late needs a due date"),
            ("late: {}", "grading.yml:1: late needs a policy"),
            (
                "late: {policy: zero, percent_per_day: 3}",
                "grading.yml:1: percent_per_day only goes with policy: linear"
            ),
            ("late: {policy: linear}", "grading.yml:1: policy: linear needs percent_per_day"),
            ("late: {policy: linear, percent_per_day: 100.5}", "grading.yml:1: percent_per_day is 100 at most"),
            ("late: {policy: sometimes}", "grading.yml:1: policy is none, zero or linear, not sometimes"),
            ("points:\n  each: -1", "grading.yml:2: each is negative: -1"),
            ("points:\n  each: ten", "grading.yml:2: each must be a number such as 10 or 2.5"),
            ("points:\n  each: 1.005", "grading.yml:2: each must be a number such as 10 or 2.5"),
            ("points: {per: day}", "grading.yml:1: per is step or test, not day"),
            ("points:\n  steps:\n    2: 1\n    5: 1", "grading.yml:4: the course has no step 5"),
            ("points: {steps: {4: 1}}", "grading.yml:1: the course has no step 4"),
            ("points: {steps: {two: 1}}", "grading.yml:1: the keys of steps are numbers of steps, and two isn't one"),
            ("points: {steps: {2: -3}}", "grading.yml:1: step 2 is negative: -3"),
            ("points: {tests: {}}", "grading.yml:1: tests only goes with per: test"),
            (
                "points:\n  per: test\n  tests:\n    Step02GreetingTests/helo(): 1",
                "grading.yml:4: the course has no test Step02GreetingTests/helo(). "
                    + "Did you mean \"Step02GreetingTests/hello()\"?"
            ),
            ("points: {each: 1, each: 2}", "grading.yml:1: this key is here twice: "),
            ("due: x\npoints: {", "this isn't YAML"),
        ])
    func refused(text: String, message: String) {
        let error = #expect(throws: CourseError.self) { try Self.read(text) }
        expect(error?.exitStatus, equals: 2)
        expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
}
