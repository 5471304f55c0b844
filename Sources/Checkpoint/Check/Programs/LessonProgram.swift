package import CheckpointCourse
internal import Foundation

/// A small program that shows the behaviour of a learner's code: top-level code, linked with the build of a stage.
package struct LessonProgram: Sendable {
    /// The name for its module and its file.
    package let name: String
    package let source: TreeFile

    package init(name: String, source: TreeFile) {
        self.name = name
        self.source = source
    }

    /// Compiles the program into `folder`. The stage must be built, and the caller must hold it.
    ///
    /// - Returns: the path of the program.
    /// - Throws: `CompilerFailure` with paths in `folder`.
    package func build(on stage: Stage, into folder: String) async throws -> String {
        let plan = try BuildPlan(stage: stage.root, scratch: stage.scratch)
        let sources = folder + "/" + name
        let (main, object) = (sources + "/main.swift", sources + "/main.o")
        // Only a file of this name may have top-level code.
        try source.write(to: main)
        let compiler = Compiler(path: plan.compiler)
        // The program is compiled as part of the package, so that it can use the helpers of the tests.
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
    /// Returns the objects of the test bundle without those of the tests.
    func libraryObjects() throws -> [String] {
        try objects(product: nil).filter { !(Self.target(of: $0)?.hasSuffix("Tests") ?? false) }
    }
}
