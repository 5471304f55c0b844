package import CheckpointCourse
package import CheckpointSystem
internal import Foundation

/// The stages of the course, one for each set of packages that states of the course depend on. SwiftPM discards what it
/// built for a package as soon as a manifest no longer names the package. So two states may share a build folder only if
/// they name the same packages.
package struct Stages: Sendable {
    package private(set) var projector: Projector
    private let folder: String
    package let sandbox: Sandbox?

    /// - Throws: `CourseError.missingDependency` when there is no Swift.
    package init(projector: Projector, cache: String = CacheFolder.standard, sandbox: Sandbox? = nil) throws {
        self.projector = projector
        self.sandbox = sandbox
        folder = "\(cache)/\(try Toolchain.find().id)"
    }

    private var course: Course { projector.course }

    /// Returns the same build folders for a course with another front end.
    package func with(_ projector: Projector) -> Stages {
        var stages = self
        stages.projector = projector
        return stages
    }

    /// Returns the stage for code that has these steps.
    package func stage(for reached: StepSet) throws -> Stage {
        let packages = try projector.packages(of: reached)
        let first = try firstStep(withPackages: packages)
        // Chapters taken together may name packages that no single step names.
        let name = first.map { "from-\($0)" } ?? "with-\(Fingerprint.of(Data(packages.joined(separator: "\n").utf8)))"
        return try Stage(folder: "\(folder)/\(name)", packages: packages, sandbox: sandbox)
    }

    /// Returns the stage for code that has this step and what it builds on.
    package func stage(at step: Int) throws -> Stage { try stage(for: course.closure(of: step)) }

    /// Returns the path of a file beside the stages.
    package func path(_ name: String) -> String { folder + "/" + name }

    /// Returns the first step that depends on the same packages as these steps together, or else the last of them.
    package func firstStep(withPackagesOf reached: StepSet) throws -> Int {
        try firstStep(withPackages: projector.packages(of: reached)) ?? reached.max ?? 1
    }

    private func firstStep(withPackages packages: [String]) throws -> Int? {
        try course.writtenSteps.map(\.number).first { try projector.packages(of: course.closure(of: $0)) == packages }
    }

    /// Returns the steps after this one at which the packages change, in order. For a chapter there are none: nobody knows
    /// which chapter comes next.
    package func laterSteps(withOtherPackagesThan step: Int) throws -> [Int] {
        guard course.step(step)?.isChapter == false else { return [] }
        var packages = try projector.packages(of: course.closure(of: step))
        var later: [Int] = []
        for next in course.linearSteps where next.number > step && !next.isComing {
            let others = try projector.packages(of: course.closure(of: next.number))
            if others != packages { later.append(next.number) }
            packages = others
        }
        return later
    }
}
