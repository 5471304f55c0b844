import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem

@Suite("Wrong answers that are changes")
struct BodyChangesTests {
    private static let body = ["if a {", "    one()", "", "    two()", "} else {", "    one()", "}"]

    private func changed(_ lines: String...) throws -> [String] {
        try BodyChanges(path: "wrong/a.swift", line: 6, lines).applied(to: Self.body, of: "merge")
    }

    @Test("lines go, come and stay where the lines around them say, in one place or in several")
    func applied() throws {
        try expect(changed("-    two()").count, equals: 6)
        try expect(
            changed("     one()", "", "+    three()", "     two()"),
            equals: ["if a {", "    one()", "", "    three()", "    two()", "} else {", "    one()", "}"])
        try expect(
            changed("-if a {", "+if b {", "@@", " } else {", "-    one()", "+    four()"),
            equals: ["if b {", "    one()", "", "    two()", "} else {", "    four()", "}"])
    }

    @Test(
        "what the body does not have, has twice or has elsewhere is told with the line in the file, and so is what changes nothing",
        arguments: [
            (["-    three()"], 6, "merge doesn't have these lines"),
            (["-    one()"], 6, "merge has these lines 2 times"),
            (["-} else {", "@@", "", "-if a {"], 9, "merge has these lines before the ones above"),
            (["     two()"], 6, "changes nothing"), (["+    two()"], 6, "no context lines"),
            (["-    two()", "@@"], 6, "changes nothing"), (["     one()", "x"], 7, "starts with"),
        ])
    func diagnostics(lines: [String], line: Int, words: String) {
        let error = #expect(throws: MarkerError.self) {
            try BodyChanges(path: "wrong/a.swift", line: 6, lines).applied(to: Self.body, of: "merge")
        }
        expect(error?.line, equals: line)
        expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test("a wrong answer is the reference with its changes, and no answer once the reference has changed")
    func answer() async throws {
        try await Resources.using { resources in
            let course = try MiniCourse(in: try await resources.makeDirectory("vitals-changes"))
            let path = "steps/02-greeting/wrong/bye.swift"
            let head = "// changes: hello\n// refused by: Step02GreetingTests/hello()\n// says: bye\n\n"
            let body = try #require(
                try course.projector.markedFiles().lazy.compactMap { $0.lines(of: "hello", in: .after([1, 2])) }.first)
            let lines = body.map { "-" + $0 } + ["+    \"Bye\""]
            let answer = try WrongAnswer(path: path, text: head + lines.joined(separator: "\n") + "\n")
            let tree = try course.projector.tree(in: course.projector.state(after: 2, with: answer))
            expect(tree["Sources/Mini/Greeting.swift"]?.text?.contains("    \"Bye\"\n") == true)

            let stale = try WrongAnswer(path: path, text: head + "-    nothing\n")
            let error = #expect(throws: MarkerError.self) { try course.projector.state(after: 2, with: stale) }
            expect(error?.line == 5 && error?.file == path)
        }
    }
}
