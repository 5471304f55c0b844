import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointGrading
#endif

@Suite("JUnit")
struct JUnitReportTests {
    /// A reader for the elements of a document with their attributes, and for all its text.
    private final class Reader: NSObject, XMLParserDelegate {
        var elements: [(String, [String: String])] = []
        var text = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements.append((name, attributes))
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

        static func read(_ xml: String) throws -> Reader {
            let reader = Reader()
            let parser = XMLParser(data: Data(xml.utf8))
            parser.delegate = reader
            try #require(parser.parse(), "\(String(describing: parser.parserError))")
            return reader
        }

        func named(_ name: String) -> [[String: String]] { elements.filter { $0.0 == name }.map(\.1) }
    }

    @Test("a suite for each step, a case for each test; what did not hold, went wrong and did not run are told apart")
    func elements() throws {
        var work = GradeFixture.solved()
        work.steps[1].outcome = .failed
        work.steps[1].seconds = 1.5
        work.steps[1].verdicts[0] = GradeFixture.verdict("Step02GreetingTests/hello()", .wrong, "1 < 2\nsecond")
        work.steps[1].verdicts[1] = GradeFixture.verdict("Step02GreetingTests/name(values:)", .crashed, "It crashed.")
        work.steps[2] = GradedStep(number: 3, outcome: .didNotRun, verdicts: [], note: "No sandbox.")
        let reader = try Reader.read(JUnitReport(GradeFixture.scored(work)).text)
        #expect(
            reader.named("testsuites") == [
                ["name": "ada", "tests": "6", "failures": "1", "errors": "1", "skipped": "3", "time": "1.500"]
            ])
        #expect(
            reader.named("testsuite").map { $0["name"] } == [
                "Step 1: The scaffold", "Step 2: The greeting", "Step 3: The store",
            ])
        #expect(reader.named("testcase").count == 6)
        #expect(reader.named("testcase")[1]["classname"] == "Step02GreetingTests")
        #expect(reader.named("testcase")[1]["name"] == "what Step02GreetingTests/hello() says")
        #expect(reader.named("failure") == [["type": "wrong", "message": "1 < 2"]])
        #expect(reader.named("error") == [["type": "crashed", "message": "It crashed."]])
        #expect(reader.named("skipped").count == 3)
        #expect(reader.text.contains("1 < 2\nsecond"))
    }

    @Test(
        "no test of a step that cannot be believed passes",
        arguments: [GradedStep.Outcome.tampered, .didNotBuild])
    func unbelieved(outcome: GradedStep.Outcome) throws {
        var work = GradeFixture.solved()
        work.steps[2] = GradeFixture.graded(3, outcome, .passed)
        let reader = try Reader.read(JUnitReport(GradeFixture.scored(work)).text)
        #expect(reader.named("error").count == 3)
    }

    @Test("what could not be read is an error in each case, with the reason")
    func unreadable() throws {
        var work = GradedSubmission(name: "ada")
        work.problem = "The archive is damaged."
        let reader = try Reader.read(JUnitReport(GradeFixture.scored(work)).text)
        #expect(reader.named("error").map { $0["message"] } == Array(repeating: "The archive is damaged.", count: 6))
    }

    @Test("whatever learners write is text in it", arguments: GradeFixture.hostile)
    func hostile(words: String) throws {
        var work = GradedSubmission(name: words)
        work.steps = [GradeFixture.graded(1, .failed, .wrong, message: words)]
        work.steps[0].verdicts[0].title = words
        let reader = try Reader.read(JUnitReport(GradeFixture.scored(work)).text)
        let allowed = String(
            String.UnicodeScalarView(
                words.unicodeScalars.map { "\u{0}\u{1B}\u{FFFE}".unicodeScalars.contains($0) ? "\u{FFFD}" : $0 }))
        #expect(reader.named("testsuites")[0]["name"] == allowed)
        #expect(reader.named("testcase")[0]["name"] == allowed)
        #expect(reader.text.unicodeScalars.contains(allowed.unicodeScalars))
        #expect(
            Set(reader.elements.map(\.0)).isSubset(of: ["testsuites", "testsuite", "testcase", "failure", "skipped"]))
    }
}
