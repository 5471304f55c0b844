import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem

@Suite("Where steps are built")
struct StagesTests {
    @Test("steps share a build folder exactly when they depend on the same packages")
    func stages() async throws {
        try await Resources.using { resources in
            let projector = Projector(course: try Course.load(root: PackageFiles.root))
            let stages = try Stages(projector: projector, cache: try await resources.makeDirectory("vitals-stages"))
            for step in projector.course.linearSteps {
                let first = step.number < 4 ? 1 : step.number < 12 ? 4 : 12
                try expect(
                    stages.firstStep(withPackagesOf: projector.course.closure(of: step.number)), equals: first,
                    "step \(step.number)")
            }
            try expect(stages.laterSteps(withOtherPackagesThan: 1), equals: [4, 12])
            try expect(stages.laterSteps(withOtherPackagesThan: 4), equals: [12])
            try expect(stages.laterSteps(withOtherPackagesThan: 12), equals: [])
            try expect(stages.stage(at: 5).scratch, equals: stages.stage(at: 11).scratch)
            try expect(stages.stage(at: 5).scratch != stages.stage(at: 12).scratch)
            try expect(stages.stage(at: 5).root != stages.stage(at: 12).root)
        }
    }

    @Test("a manifest that changes leaves the plan for the packages as it was, and nothing of them is built again")
    func plan() async throws {
        try await Resources.using { resources in
            let stage = try Stage(folder: try await resources.makeDirectory("vitals-plan"))
            let traits = ["Ash", "Beech", "Cedar", "Elm", "Fir", "Hazel", "Larch"]
            try stage.fill(with: [
                "Package.swift": TreeFile(Self.manifest(traits)), "Sources/Main/Main.swift": TreeFile(""),
                "Trees/Package.swift": TreeFile(Self.trees(traits)), "Trees/Sources/Trees/Trees.swift": TreeFile(""),
            ])
            var plans: Set<String> = []
            for round in 1...2 {
                try TreeFile(Self.manifest(traits) + "// \(round)\n").write(to: stage.root + "/Package.swift")
                guard case .built = try await StagedBuild(stage: stage, progress: { _ in }).run() else {
                    Issue.record("the package does not build")
                    return
                }
                let plan = try String(contentsOfFile: stage.scratch + "/debug.yaml", encoding: .utf8)
                expect(plan.contains("-DCedar"))
                plans.insert(plan)
            }
            expect(plans.count, equals: 1)
        }
    }

    private static func manifest(_ traits: [String]) -> String {
        """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
            name: "main",
            dependencies: [.package(path: "Trees", traits: [\(traits.map { "\"\($0)\"" }.joined(separator: ", "))])],
            targets: [.target(name: "Main", dependencies: [.product(name: "Trees", package: "Trees")])])

        """
    }

    private static func trees(_ traits: [String]) -> String {
        """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
            name: "Trees",
            products: [.library(name: "Trees", targets: ["Trees"])],
            traits: [\(traits.map { ".trait(name: \"\($0)\")" }.joined(separator: ", "))],
            targets: [.target(name: "Trees")])

        """
    }
}
