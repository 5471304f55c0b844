internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

extension Checker {
    /// Returns what the compiler has against modules of a tree, in a fraction of a build's time: it makes no code, and takes
    /// the interfaces of all other modules from the latest build. So it holds for a tree that differs from the built one
    /// in bodies of functions.
    ///
    /// - Parameter modules: folders below `Sources` or `Tests`, such as `Sources/Vitals`.
    /// - Returns: errors, each with its place; empty if there are none.
    package func diagnose(_ request: Request, modules: [String]) async throws -> [String] {
        try stageFiles(of: request)
        let stage = try stage(for: request)
        let plan = try BuildPlan(stage: stage.root, scratch: stage.scratch)
        let compiler = Compiler(path: plan.compiler)
        for module in modules {
            let files = SourceFiles.list(stage.root, module).filter { $0.pathEnds(with: ".swift") }.sorted()
            let name = String(module.split(separator: "/").last ?? "")
            do {
                try await compiler.run(
                    try plan.diagnosisArguments(target: name) + files.map { stage.root + "/" + $0 },
                    responseFile: stage.folder + "/diagnosis")
            } catch let failure as CompilerFailure {
                return failure.errors.map { $0.replacing(stage.root + "/", with: "") }
            }
        }
        return []
    }
}
