import Foundation
import TestSupport
import Testing
import Yams

@Suite("Workflows that are copied for grading")
struct GradingWorkflowTests {
    private struct Workflow: Decodable {
        struct Job: Decodable {
            let steps: [Step]
        }

        struct Step: Decodable {
            let uses: String?
            let run: String?
            let with: [String: String]?
        }

        let name: String
        let permissions: [String: String]
        let jobs: [String: Job]
    }

    private static let files = ["docs/grading/class-repository.yml", "docs/grading/learner-repository.yml"]

    private static func read(_ path: String) throws -> Workflow {
        try YAMLDecoder().decode(Workflow.self, from: TestPaths.text(path))
    }

    @Test("they may only read, keep no token, and pin what CI pins", arguments: files)
    func privileges(path: String) throws {
        let workflow = try Self.read(path)
        expect(workflow.permissions, equals: ["contents": "read"])
        let own = Set(try Self.read(".github/workflows/ci.yml").jobs.values.flatMap(\.steps).compactMap(\.uses))
        for step in workflow.jobs.values.flatMap(\.steps) {
            guard let uses = step.uses, uses.hasPrefix("actions/") else { continue }
            expect(uses.wholeMatch(of: /actions\/[a-z-]+@[0-9a-f]{40}/) != nil, "\(uses)")
            guard uses.hasPrefix("actions/checkout@") else { continue }
            expect(own.contains(uses))
            expect(step.with?["persist-credentials"], equals: "false")
        }
    }

    @Test("what a learner's code makes the grader print is no command to the log", arguments: files)
    func commands(path: String) throws {
        let scripts = try Self.read(path).jobs.values.flatMap(\.steps).compactMap(\.run)
        let grading = try #require(scripts.first { $0.contains("vitals-course grade") })
        let stop = try #require(grading.firstRange(of: "::stop-commands::"))
        let grade = try #require(grading.firstRange(of: "vitals-course grade"))
        expect(stop.upperBound < grade.lowerBound)
        expect(!scripts.contains { $0.contains("${{") })
    }

    @Test("the reporter of GitHub Classroom finds the names that it asks for, and the result under its own")
    func reporter() throws {
        let workflow = try Self.read(Self.files[1])
        expect(workflow.name, equals: "Autograding Tests")
        expect(Array(workflow.jobs.keys), equals: ["run-autograding-tests"])
        let text = try TestPaths.text(Self.files[1])
        expect(text.contains("id: grade\n") && text.contains("runners: grade\n"))
        expect(text.contains("GRADE_RESULTS: ${{ steps.grade.outputs.result }}"))
    }
}
