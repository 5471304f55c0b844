internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// Builds programs from the reference's modules, with all mutants in them (`MutantSchema`), and from a learner's tests.
///
/// Everything is kept in a folder and built again only when its inputs have changed. So a learner only waits for the
/// mutants to compile the first time.
struct MutantBuilder: Sendable {
    /// A compiled module, and the interface for compiling other modules against it.
    struct Module: Sendable {
        let name: String
        /// The folder with the interface.
        let interface: String
        let objects: [String]
        let key: String
    }

    let plan: BuildPlan
    let folder: String
    /// The reference after the judged step, with the mutants in it.
    let tree: [String: TreeFile]
    let progress: @Sendable (String) -> Void

    private var compiler: Compiler { Compiler(path: plan.compiler) }

    /// - Parameter later: files that only a later step has, whose paths may be in the flags of the package's build.
    init(
        plan: BuildPlan, folder: String, tree: [String: TreeFile], later: [String: TreeFile] = [:],
        progress: @escaping @Sendable (String) -> Void
    ) throws {
        self.plan = plan
        self.folder = folder
        self.tree = tree
        self.progress = progress
        // The module maps of system libraries, whose paths the flags contain, and the schema.
        for (path, file) in tree
        where path.isPath("db/schema.sql") || path.pathBegins(with: "Sources/") && !path.pathEnds(with: ".swift") {
            try file.write(to: "\(folder)/tree/\(path)")
        }
        for (path, file) in later where tree[path] == nil { try file.write(to: "\(folder)/tree/\(path)") }
    }

    /// Builds a module of the tree.
    ///
    /// - Parameter sources: the module's folder in the tree.
    func module(_ name: String, sources: String, importing modules: [Module]) async throws -> Module {
        let files = tree.below(sources)
        let flags = try plan.compilerFlags(module: name, tree: folder + "/tree")
        let build = moduleBuild(name, modules, flags)
        let key = key(files, flags, modules)
        try await BuildStamp(folder: "\(folder)/stamps/\(name)", key: key).making {
            progress("Building the mutants: \(name) (once)")
            do {
                _ = try await build.compile(files)
                try await build.emitInterface()
            } catch let failure as CompilerFailure {
                throw CourseError(.courseBroken, "The mutants of \(name) can't be built.", lastLines: failure.errors)
            }
        }
        return Module(name: name, interface: build.interfaceFolder, objects: build.objects(files), key: key)
    }

    /// Builds a program from modules and sources of its own.
    ///
    /// - Parameter product: the package's program that links the same libraries; nil for its test bundle.
    /// - Throws: `CompilerFailure`.
    func program(
        _ name: String, flagsOf target: String, files: [String: TreeFile], importing modules: [Module],
        product: String?
    ) async throws -> String {
        let flags = try plan.compilerFlags(module: target, tree: folder + "/tree")
        let home = "\(folder)/programs/\(name)"
        let program = home + "/" + name
        let dependencies = try plan.dependencyObjects(product: product)
        var fingerprint = Fingerprint()
        fingerprint.add(key(files, flags, modules))
        for object in dependencies { fingerprint.add(fileAt: object) }
        try await BuildStamp(folder: home, key: fingerprint.hex).making(empties: false) {
            let objects = try await moduleBuild(name, modules, flags).compile(files)
            var arguments = ["-emit-executable", "-module-name", name, "-o", program]
            #if !os(macOS)
            // Debug information would make up most of the file.
            arguments += ["-use-ld=lld", "-Xlinker", "--strip-debug"]
            #endif
            try await compiler.run(
                arguments + objects + modules.flatMap(\.objects) + dependencies + plan.linkerFlags(product: product),
                responseFile: home + "/link")
        }
        return program
    }

    /// Path of the reference's `db/schema.sql`.
    var schema: String { folder + "/tree/db/schema.sql" }

    private func moduleBuild(_ name: String, _ modules: [Module], _ flags: [String]) -> ModuleBuild {
        ModuleBuild(
            name: name, folder: "\(folder)/modules/\(name)", compiler: compiler, flags: flags,
            importFolders: modules.map(\.interface))
    }

    private func key(_ files: [String: TreeFile], _ flags: [String], _ modules: [Module]) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(plan.toolchain)
        for text in flags + modules.map(\.key) + [Fingerprint.of(files)] { fingerprint.add(text) }
        for imported in Self.imports(files) where !modules.contains(where: { $0.name == imported }) {
            let interface = "\(plan.products)/Modules/\(imported).swiftmodule"
            if FileManager.default.fileExists(atPath: interface) { fingerprint.add(fileAt: interface) }
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
