import StepSupport
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse

@Suite("What the compiler has against a module", .timeLimit(.minutes(5)))
struct ModuleDiagnosisTests {
    @Test("a body without its return is told with its place, as a build would tell it")
    func missingReturn() async throws {
        let projector = Projector(course: try Course.load(root: PackageFiles.root))
        try await Harness.with(projector, step: 3) { harness in
            let request = { Checker.Request(tree: $0, step: 3, of: projector.course) }
            let diagnose = { try await harness.checker.diagnose(request($0), modules: ["Sources/Vitals"]) }
            let solution = try projector.tree(after: 3)
            try #require(try await harness.checker.build(request(solution)).didBuild)
            try await expect(diagnose(solution), equals: [])
            let broken = ProjectionState.after([1, 2, 3]).replacing(
                "canonical", with: ["        if version == 7 { return self }"])
            let errors = try await diagnose(try projector.tree(in: broken))
            expect(errors.count, equals: 1, "\(errors)")
            expect(errors.first?.hasPrefix("Sources/Vitals/Units/Measurement+Canonical.swift:") == true, "\(errors)")
            expect(errors.first?.contains("missing return") == true, "\(errors)")
        }
    }
}
