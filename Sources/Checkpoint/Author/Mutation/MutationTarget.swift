package import CheckpointCourse
internal import CheckpointSystem

/// A part of the project that `dev mutate --target` changes, to be judged by the project's own tests.
package enum MutationTarget: String, CaseIterable, Sendable {
    case vitals = "Vitals"
    case vitalsServer = "VitalsServer"
    case web

    package var folders: [String] {
        switch self {
        case .vitals: ["Sources/Vitals"]
        case .vitalsServer: ["Sources/VitalsServer"]
        case .web: ["web/core", "web/store", "web/sync"]
        }
    }

    package func contains(_ path: String) -> Bool { folders.contains { path.pathBegins(with: $0 + "/") } }

    /// Modules of tests that judge a mutant. The runner's tests, and those in a browser, aren't among them.
    package var testModules: [String] {
        switch self {
        case .vitals:
            [
                "VitalsTests", "StepTests", "ConvergenceTests", "VitalsViewModelsTests", "SimulationTests",
                "IntegrationTests", "VitalsServerTests", "ProgramTests",
            ]
        case .vitalsServer:
            [
                "VitalsServerTests", "StepTests", "IntegrationTests", "SimulationTests", "VitalsTests", "ProgramTests",
            ]
        case .web: []
        }
    }

    /// Returns the mutants of a file of the target. In Swift, those of functions' bodies.
    package func mutants(of text: String, path: String) -> [MechanicalMutant] {
        guard let language = CodeLanguage(path: path) else { return [] }
        guard language == .swift else {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            return MechanicalMutant.all(
                of: lines, numbers: Array(1...max(1, lines.count)), scope: path, file: path, language)
        }
        return FunctionBodies(text).all().flatMap { body in
            MechanicalMutant.all(
                of: body.lines, numbers: Array(body.line..<body.line + body.lines.count),
                scope: "\(path):\(body.name)", file: path, language
            )
            // An early return has no value, so it never compiles there.
            .filter { !(body.returnsValue && $0.mutation == .earlyReturn) }
        }
    }
}

extension MutationTarget {
    /// Returns all mutants of the target in a tree, in the order of files and lines.
    package func mutants(in tree: [String: TreeFile]) -> [MechanicalMutant] {
        tree.keys.filter(contains).sorted().flatMap { mutants(of: tree[$0]?.text ?? "", path: $0) }
    }
}
