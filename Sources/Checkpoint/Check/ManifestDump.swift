internal import Foundation

/// What SwiftPM reads in a `Package.swift`, as JSON. It is evaluated apart from the stage, and only when it changed.
struct ManifestDump: Sendable {
    let cache: String
    /// What holds the manifest, which is a program; nil for the official ones and for a learner's own machine.
    var sandbox: Sandbox?

    enum Outcome: Sendable {
        case dumped(Files)
        case failed([CompilerDiagnostic], output: String)
    }

    /// The paths of what was found out.
    struct Files: Sendable {
        let json: String
        /// What keeps the package from being built, in SwiftPM's words; an empty file where nothing does or nobody asked.
        let problem: String
    }

    /// - Parameter sources: the files of the package, to look whether it could be built; nil for a manifest that is official.
    func make(of manifest: TreeFile, beside sources: [String: TreeFile]? = nil) async throws -> Outcome {
        let kept = "\(cache)/manifests/\(key(manifest, sources))"
        let files = Files(json: kept + ".json", problem: kept + ".txt")
        if [files.json, files.problem].allSatisfy(FileManager.default.fileExists) { return .dumped(files) }
        defer { try? FileManager.default.removeItem(atPath: kept) }
        for (path, file) in sources ?? [:] { try file.write(to: kept + "/" + path) }
        try manifest.write(to: kept + "/Package.swift")
        let result = try await package("dump-package", in: kept)
        guard result.succeeded else {
            let output = result.standardError + result.standardOutput
            return .failed(CompilerDiagnostic.all(in: output, root: kept), output: output)
        }
        let problem = sources == nil ? "" : try await self.problem(in: kept)
        try CacheFolder.write(Data(result.standardOutput.utf8), to: files.json)
        try CacheFolder.write(Data(problem.utf8), to: files.problem)
        return .dumped(files)
    }

    /// Which files there are counts; what stands in them is the compiler's business.
    private func key(_ manifest: TreeFile, _ sources: [String: TreeFile]?) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(manifest.contents)
        for path in sources?.keys.sorted() ?? ["-"] { fingerprint.add(path) }
        return fingerprint.hex
    }

    /// Targets and products are only put together where their sources and dependencies are looked for.
    private func problem(in folder: String) async throws -> String {
        let result = try await package("show-dependencies", in: folder)
        guard !result.succeeded else { return "" }
        let lines = (result.standardError + result.standardOutput).split(separator: "\n")
        let errors = lines.filter { $0.contains("error: ") }
        return (errors.isEmpty ? lines.suffix(3) : errors).joined(separator: "\n").replacing(folder + "/", with: "")
    }

    private func package(_ word: String, in folder: String) async throws -> Command.Result {
        var command = Command("swift", ["package", "--package-path", folder, word])
        command.sandbox = sandbox?.opening(writable: [folder])
        command.timeoutSeconds = 120
        // What the kernel lets one process have: the compiler of a manifest, and the manifest.
        command.sandbox?.limits.memoryBytes = 1 << 30
        do {
            return try await command.capture()
        } catch let error as CourseError where error.code == .failed && sandbox != nil {
            // It wrote without end. A learner's program must not make whoever reads it fail.
            return Command.Result(
                succeeded: false, ending: "too much output", exitStatus: 1, standardOutput: "",
                standardError: "Package.swift: what it writes has no end.")
        }
    }
}
