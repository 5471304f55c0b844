package import CheckpointCourse
package import CheckpointSystem
internal import Foundation

/// The stages of the course, one for each set of packages that steps depend on. SwiftPM discards what it built for a
/// package as soon as a manifest no longer names the package. So two steps may share a build folder only if they name
/// the same packages.
package struct Stages: Sendable {
    package let projector: Projector
    private let folder: String
    package let sandbox: Sandbox?

    /// - Throws: `CourseError.missingDependency` when there is no Swift.
    package init(projector: Projector, cache: String = CacheFolder.standard, sandbox: Sandbox? = nil) throws {
        self.projector = projector
        self.sandbox = sandbox
        folder = "\(cache)/\(try Toolchain.find().id)"
    }

    /// Returns the stage for code that has reached this step.
    package func stage(at step: Int) throws -> Stage {
        try Stage(
            folder: "\(folder)/from-\(try firstStep(withPackagesOf: step))", packages: try projector.packages(at: step),
            sandbox: sandbox)
    }

    /// Returns the path of a file beside the stages.
    package func path(_ name: String) -> String { folder + "/" + name }

    /// Returns the first of the steps that depend on the same packages as this step.
    package func firstStep(withPackagesOf step: Int) throws -> Int {
        let packages = try projector.packages(at: step)
        let steps = projector.course.writtenSteps.map(\.number)
        return try steps.first { try projector.packages(at: $0) == packages } ?? step
    }

    /// Returns the first step after this one that depends on other packages.
    package func nextStep(withOtherPackagesThan step: Int) throws -> Int? {
        let packages = try projector.packages(at: step)
        let steps = projector.course.writtenSteps.map(\.number)
        return try steps.filter { $0 > step }.first { try projector.packages(at: $0) != packages }
    }

    /// Returns all later steps at which the packages change, in order.
    func laterSteps(withOtherPackagesThan step: Int) throws -> [Int] {
        guard let next = try nextStep(withOtherPackagesThan: step) else { return [] }
        return [next] + (try laterSteps(withOtherPackagesThan: next))
    }
}
