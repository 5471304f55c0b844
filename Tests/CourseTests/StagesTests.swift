import StepSupport
import Testing

@testable import Checkpoint

@Suite("Where steps are built")
struct StagesTests {
    @Test("steps share a build folder exactly when they depend on the same packages")
    func stages() async throws {
        try await Resources.using { resources in
            let projector = Projector(course: try Course.load(root: PackageFiles.root))
            let stages = try Stages(projector: projector, cache: try await resources.makeDirectory("vitals-stages"))
            let firsts = try projector.course.writtenSteps.map { try stages.firstStep(withPackagesOf: $0.number) }
            #expect(firsts == [1, 1, 1] + Array(repeating: 4, count: 8) + [12, 12, 12])
            #expect(try stages.nextStep(withOtherPackagesThan: 1) == 4)
            #expect(try stages.nextStep(withOtherPackagesThan: 4) == 12)
            #expect(try stages.nextStep(withOtherPackagesThan: 12) == nil)
            #expect(try stages.stage(at: 5).scratch == stages.stage(at: 11).scratch)
            #expect(try stages.stage(at: 5).scratch != stages.stage(at: 12).scratch)
            #expect(try stages.stage(at: 5).root != stages.stage(at: 12).root)
        }
    }
}
