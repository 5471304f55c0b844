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
            for step in projector.course.writtenSteps {
                let first = step.number < 4 ? 1 : step.number < 12 ? 4 : 12
                #expect(try stages.firstStep(withPackagesOf: step.number) == first, "step \(step.number)")
            }
            #expect(try stages.nextStep(withOtherPackagesThan: 1) == 4)
            #expect(try stages.nextStep(withOtherPackagesThan: 4) == 12)
            #expect(try stages.nextStep(withOtherPackagesThan: 12) == nil)
            #expect(try stages.stage(at: 5).scratch == stages.stage(at: 11).scratch)
            #expect(try stages.stage(at: 5).scratch != stages.stage(at: 12).scratch)
            #expect(try stages.stage(at: 5).root != stages.stage(at: 12).root)
        }
    }
}
