internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// Checks that nothing of a learner's takes part in the official tests but what they are about.
extension Checker {
    /// Returns what in the learner's modules, as they were built last, the tests would use in place of something of the
    /// same name; and files that use a library for tests. Both are what the compiler says of the built modules.
    func intrusions(of request: Request) async throws -> [CompilerDiagnostic] {
        let stage = try stage(for: request)
        let plan = try BuildPlan(stage: stage.root, scratch: stage.scratch)
        // A module that wasn't built can't be used by the tests.
        let modules = CanaryTest.learnersModules.filter(plan.builds)
        let official = OfficialNames(
            tests: try projector.runnerTree(of: request.reached), sources: try coursesSources(beside: request.reached))
        var found: [CompilerDiagnostic] = []
        var types: [String: [String]] = [:]
        // Each module comes after those that it imports.
        for module in modules {
            let files = try await SymbolGraphCommand(stage: stage, plan: plan).files(of: module)
            let graph = try SymbolGraph(files, own: Set(modules), root: stage.root, types: types)
            types = graph.declarations
            found += TakenName.all(in: graph, of: module, official: official).map {
                CompilerDiagnostic(path: $0.path, line: $0.line, message: $0.message)
            }
        }
        return try found + usesOfTestLibraries(in: modules, plan) + takenSymbols(plan)
    }

    /// Returns functions that take the place of another library's when the tests are linked, in all that learners write:
    /// programs and tests of their own are in the same process.
    private func takenSymbols(_ plan: BuildPlan) throws -> [CompilerDiagnostic] {
        let needed = try neededSymbols(plan)
        var found: [CompilerDiagnostic] = []
        for object in try plan.objects(product: nil) {
            guard let module = BuildPlan.target(of: object), !Self.officialModules.contains(module),
                let folder = plan.folder(of: module), let contents = FileManager.default.contents(atPath: object),
                let symbols = ObjectSymbols(contents)
            else { continue }
            let taken = TakenSymbol.all(in: symbols.defined, of: module, needed: needed)
            guard let first = taken.first else { continue }
            let file = (object as NSString).lastPathComponent.split(separator: ".").dropLast().joined(separator: ".")
            found.append(
                CompilerDiagnostic(
                    path: Self.path(of: file, below: folder, in: plan.stage), line: 1,
                    message:
                        "\(PlainText.quoted(first)) is a name for the linker, which other libraries look for. Leave out "
                        + "`@_cdecl`, `@_silgen_name` and the like"))
        }
        return found
    }

    /// Returns what the official tests look for in other objects and libraries.
    func neededSymbols(_ plan: BuildPlan) throws -> Set<String> {
        try plan.objects(product: nil).filter {
            BuildPlan.target(of: $0).map(Self.officialModules.contains) ?? false
        }.reduce(into: []) { needed, object in
            let contents = FileManager.default.contents(atPath: object)
            needed.formUnion(contents.flatMap { ObjectSymbols($0)?.needed } ?? [])
        }
    }

    /// Returns the path of a module's file. The build allows each name once in a module.
    private static func path(of file: String, below folder: String, in stage: String) -> String {
        let names = FileManager.default.enumerator(atPath: stage + "/" + folder)?.compactMap { $0 as? String } ?? []
        let path = names.first { ($0 as NSString).lastPathComponent.utf8.elementsEqual(file.utf8) }
        return folder + "/" + (path ?? file)
    }

    /// Modules in `Tests` whose files are all official.
    private static let officialModules = ["StepTests", "StepSupport"]

    /// Returns the Swift files of the course's solution, also those of later steps: a learner may have begun with them.
    private func coursesSources(beside steps: StepSet) throws -> [TreeFile] {
        let own = try projector.tree(in: .after(steps))
        let whole = try projector.tree(in: .after(projector.course.wholeSet))
        let others = whole.filter { own[$0.key]?.contents != $0.value.contents }
        return (Array(own) + Array(others)).filter { path, _ in
            path.pathBegins(with: "Sources/") && path.pathEnds(with: ".swift")
        }.map(\.value)
    }

    /// Each object names what any file of its module imports, so the module is all that can be told.
    private func usesOfTestLibraries(in modules: [String], _ plan: BuildPlan) throws -> [CompilerDiagnostic] {
        var found: [CompilerDiagnostic] = []
        for object in try plan.objects(product: nil) {
            guard let module = BuildPlan.target(of: object), modules.contains(module),
                !found.contains(where: { $0.path.isPath("Sources/" + module) }),
                let contents = FileManager.default.contents(atPath: object),
                let library = TestLibraries.used(in: contents)
            else { continue }
            found.append(
                CompilerDiagnostic(
                    path: "Sources/" + module, line: 1,
                    message: "a file in this folder uses \(library), which is for tests alone. Leave out the import"))
        }
        return found
    }
}
