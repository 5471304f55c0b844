import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointSystem

/// Tests that a cached verdict counts only as long as everything that produced it is unchanged.
@Suite("What a grading goes on with")
struct GradingKeyTests {
    @Test("the runner, the reference and what is wrong on purpose are part of what was judged")
    func key() async throws {
        try await Resources.using { resources in
            let mini = try MiniCourse(in: try await resources.makeDirectory("vitals-key"))
            let manifest =
                "title: T\naim: a\nproves: p\nminutes: 1\nowns: [Sources/Mini/Nine.swift]\n"
                + "judged: {module: ConvergenceTests, mutants: engines}\n"
            try mini.write(manifest, to: "steps/09-tests/step.yml")
            try mini.write("let nine = 9\n", to: "Sources/Mini/Nine.swift")
            try mini.write("runner", to: "program")
            let engine = "// replaces: merge\n// symptom: They differ.\n\n"
            try mini.write(engine + "local\n", to: "steps/09-tests/engines/one.swift")
            func key() throws -> String {
                let projector = Projector(course: try Course.load(root: mini.root))
                let results = GradingResults(folder: mini.root + "/results", resumes: true)
                return try GradingRun(
                    projector: projector, steps: [1], program: mini.root + "/program", results: results
                ).courseFingerprint()
            }
            var keys = [try key()]
            try expect(key(), equals: keys[0])
            for (text, path) in [
                (engine + "remote\n", "steps/09-tests/engines/one.swift"),
                ("let nine = 10\n", "Sources/Mini/Nine.swift"),
                ("another runner", "program"),
            ] {
                try mini.write(text, to: path)
                keys.append(try key())
            }
            expect(Set(keys).count, equals: 4)
        }
    }
}
