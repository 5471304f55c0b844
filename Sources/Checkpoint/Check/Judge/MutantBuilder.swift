internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// Builds the reference and its mutants as libraries that a program finds at run time.
///
/// Everything is kept in a folder and built again only when its inputs have changed. So a learner only waits for
/// mutants to compile the first time.
struct MutantBuilder: Sendable {
    /// A library, and the interface for compiling other modules against it.
    struct Library: Sendable {
        let module: String
        let folder: String
        let key: String
    }

    let plan: BuildPlan
    let folder: String
    let reference: SourceTree
    let tree: [String: TreeFile]
    let progress: @Sendable (String) -> Void

    private var compiler: Compiler { Compiler(path: plan.compiler) }

    init(
        plan: BuildPlan, folder: String, reference: @escaping SourceTree, later: [String: TreeFile] = [:],
        progress: @escaping @Sendable (String) -> Void
    ) throws {
        self.plan = plan
        self.folder = folder
        self.reference = reference
        self.progress = progress
        tree = try reference(nil)
        // The module maps of system libraries, whose paths the flags contain, and the schema.
        for (path, file) in tree
        where path.isPath("db/schema.sql") || path.pathBegins(with: "Sources/") && !path.pathEnds(with: ".swift") {
            try file.write(to: "\(folder)/tree/\(path)")
        }
        // The module maps that only a later step has: the package was built with their flags.
        for (path, file) in later where tree[path] == nil { try file.write(to: "\(folder)/tree/\(path)") }
    }

    // MARK: Libraries

    /// Builds a library from everything the package depends on.
    ///
    /// - Parameter product: the program that needs it; nil for the test bundle.
    func dependencies(of product: String?) async throws -> Library {
        let objects = try plan.dependencyObjects(product: product)
        var fingerprint = Fingerprint()
        fingerprint.add(plan.toolchain)
        for object in objects { fingerprint.add(fileAt: object) }
        let library = Library(module: "Dependencies", folder: folder + "/Dependencies", key: fingerprint.hex)
        try await BuildStamp(folder: library.folder, key: library.key).making {
            progress("Linking the dependencies of Vitals (once)")
            try await link(library, objects, [], product: product)
        }
        return library
    }

    /// Builds a module of the reference.
    ///
    /// - Parameter sources: the module's folder in the tree.
    func library(
        _ module: String, sources: String, importing libraries: [Library], product: String?
    ) async throws -> Library {
        let files = tree.below(sources)
        let flags = try plan.compilerFlags(module: module, tree: folder + "/tree")
        let key = key(files, flags, libraries)
        let library = Library(module: module, folder: "\(folder)/\(module)", key: key)
        try await BuildStamp(folder: library.folder, key: key).making {
            progress("Building the reference's \(module) (once)")
            let build = moduleBuild(module, libraries, flags)
            do {
                let objects = try await build.compile(files)
                try await build.emitInterface()
                try await link(library, objects, libraries, product: product)
            } catch let failure as CompilerFailure {
                throw CourseError(
                    .courseBroken, "The reference's \(module) can't be built.", lastLines: failure.errors)
            }
            try FileManager.default.copyItem(
                atPath: "\(build.interfaceFolder)/\(module).swiftmodule",
                toPath: "\(library.folder)/\(module).swiftmodule")
        }
        return library
    }

    /// Builds the same module as a mutant, which can replace the right one at run time.
    ///
    /// - Returns: the folder of the library.
    func variant(
        _ mutant: Mutant, of library: Library, sources: String, importing libraries: [Library], product: String?,
        note: String
    ) async throws -> String {
        let key = Fingerprint.of([library.key, mutant.region] + mutant.body)
        let variant = Library(module: library.module, folder: "\(folder)/wrong/\(mutant.name)", key: key)
        try await BuildStamp(folder: variant.folder, key: key).making {
            progress(note)
            let files = try reference((mutant.region, mutant.body)).below(sources)
            guard files != tree.below(sources) else {
                throw CourseError(
                    .courseBroken, "\(mutant.name): \(sources) has no region \(mutant.region).")
            }
            let flags = try plan.compilerFlags(module: library.module, tree: folder + "/tree")
            do {
                let objects = try await moduleBuild(library.module, libraries, flags).compile(files)
                try await link(variant, objects, libraries, product: product)
            } catch let failure as CompilerFailure {
                throw CourseError(.courseBroken, "\(mutant.name) doesn't compile.", lastLines: failure.errors)
            }
        }
        return variant.folder
    }

    // MARK: Programs

    /// Builds a program from a module. It finds its libraries through the search path that it is started with.
    ///
    /// - Throws: `CompilerFailure`.
    func program(
        _ module: String, flagsOf target: String, files: [String: TreeFile], importing libraries: [Library],
        product: String?
    ) async throws -> String {
        let flags = try plan.compilerFlags(module: target, tree: folder + "/tree")
        let home = "\(folder)/programs/\(module)"
        let program = home + "/" + module
        try await BuildStamp(folder: home, key: key(files, flags, libraries)).making(empties: false) {
            let objects = try await moduleBuild(module, libraries, flags).compile(files)
            var arguments = ["-emit-executable", "-module-name", module, "-o", program]
            #if !os(macOS)
            arguments += ["-use-ld=lld"]
            #endif
            try await link(arguments, objects, libraries, product: product, responseFile: home + "/link")
        }
        return program
    }

    /// Path of the reference's `db/schema.sql`.
    var schema: String { folder + "/tree/db/schema.sql" }

    // MARK: Parts

    private func moduleBuild(_ module: String, _ libraries: [Library], _ flags: [String]) -> ModuleBuild {
        ModuleBuild(
            name: module, folder: "\(folder)/modules/\(module)", compiler: compiler, flags: flags,
            importFolders: libraries.map(\.folder))
    }

    private func link(_ library: Library, _ objects: [String], _ libraries: [Library], product: String?) async throws {
        let arguments =
            SharedLibrary.linkerFlags(library.module) + [
                "-o", library.folder + "/" + SharedLibrary.file(library.module),
            ]
        try await link(arguments, objects, libraries, product: product, responseFile: library.folder + "/link")
    }

    private func link(
        _ arguments: [String], _ objects: [String], _ libraries: [Library], product: String?, responseFile: String
    ) async throws {
        let found = libraries.flatMap { ["-L", $0.folder, "-l" + $0.module] }
        try await compiler.run(
            arguments + objects + found + plan.linkerFlags(product: product), responseFile: responseFile)
    }

    private func key(_ files: [String: TreeFile], _ flags: [String], _ libraries: [Library]) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(plan.toolchain)
        for text in flags + libraries.map(\.key) + [Fingerprint.of(files)] { fingerprint.add(text) }
        for module in Self.imports(files) {
            let interface = "\(plan.products)/Modules/\(module).swiftmodule"
            let isOurs = libraries.contains { $0.module == module }
            if !isOurs, FileManager.default.fileExists(atPath: interface) { fingerprint.add(fileAt: interface) }
        }
        return fingerprint.hex
    }

    private static func imports(_ files: [String: TreeFile]) -> [String] {
        var modules: Set<String> = []
        for file in files.values {
            (file.text ?? "").enumerateLines { line, _ in
                let words = line.split(separator: " ")
                if let place = words.firstIndex(of: "import"), place < 3, let name = words.dropFirst(place + 1).first {
                    modules.insert(String(name))
                }
            }
        }
        return modules.sorted()
    }
}
