internal import Foundation

/// A small program that shows what a learner's code does: top-level code, linked with what a stage holds built.
struct LessonProgram: Sendable {
    /// Its own name, for its module and its file.
    let name: String
    let source: TreeFile

    /// Compiles it into `folder`; the stage holds the build, and is held by whoever calls.
    ///
    /// - Returns: the path of the program.
    /// - Throws: `CompilerFailure` with paths of `folder`.
    func build(on stage: Stage, into folder: String) async throws -> String {
        let plan = try BuildPlan(stage: stage.root, scratch: stage.scratch)
        let sources = folder + "/" + name
        let (main, object) = (sources + "/main.swift", sources + "/main.o")
        // Top-level code is allowed in a file of this name only.
        try source.write(to: main)
        let compiler = Compiler(path: plan.compiler)
        // Within the package: the helpers of the tests are for its own.
        let flags = try plan.compilerFlags(module: "StepTests", tree: stage.root)
        let identity = ["-module-name", "Program", "-package-name", try plan.packageName(module: "StepTests")]
        try await compiler.run(
            flags + identity + ["-c", main, "-o", object], responseFile: sources + "/compiling")
        let program = folder + "/" + name + ".program"
        var arguments = ["-emit-executable", "-o", program, object]
        #if !os(macOS)
        arguments += ["-use-ld=lld"]
        #endif
        arguments += try plan.libraryObjects() + plan.linkerFlags(product: nil)
        try await compiler.run(arguments, responseFile: sources + "/linking")
        return program
    }
}

extension BuildPlan {
    /// What the bundle of tests is made of, less the tests.
    func libraryObjects() throws -> [String] {
        try objects(product: nil).filter { !(Self.target(of: $0)?.hasSuffix("Tests") ?? false) }
    }
}
