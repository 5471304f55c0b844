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
        // Top-level code is allowed in a file of this name only.
        try source.write(to: sources + "/main.swift")
        let program = folder + "/" + name + ".program"
        var arguments = try plan.compilerFlags(module: "StepTests", tree: stage.root)
        arguments += ["-module-name", "Program", "-package-name", "vitals", "-emit-executable", "-o", program]
        #if !os(macOS)
        arguments += ["-use-ld=lld"]
        #endif
        arguments += [sources + "/main.swift"]
        arguments += try plan.libraryObjects() + plan.linkerFlags(product: nil)
        try await Compiler(path: plan.compiler).run(arguments, responseFile: sources + "/arguments")
        return program
    }
}

extension BuildPlan {
    /// What the bundle of tests is made of, less the tests.
    func libraryObjects() throws -> [String] {
        try objects(product: nil).filter { !(Self.target(of: $0)?.hasSuffix("Tests") ?? false) }
    }
}
