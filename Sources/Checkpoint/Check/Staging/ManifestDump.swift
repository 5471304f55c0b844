package import CheckpointCourse
package import CheckpointSystem
internal import Foundation

/// The contents of a `Package.swift` as SwiftPM reads them, as JSON. It is evaluated outside the stage, and only when
/// it has changed.
package struct ManifestDump: Sendable {
    package let cache: String
    /// Sandbox for the manifest, which is a program; nil for official manifests and on a learner's own machine.
    package var sandbox: Sandbox?
    /// Memory limit in bytes for all processes that evaluate the manifest in a sandbox.
    package var memoryBytes = Limits().memoryBytes

    /// Seconds that SwiftPM may take to compile and run a manifest. It takes about two, and ten on a busy machine.
    static let limitSeconds = 60.0

    package enum Outcome: Sendable {
        case dumped(Files)
        case failed([CompilerDiagnostic], output: String)
    }

    /// Paths of the results.
    package struct Files: Sendable {
        package let json: String
        /// SwiftPM's error messages if the package can't be built. The file is empty when there is no problem or the
        /// check wasn't requested.
        package let problem: String
    }

    /// - Throws: `StagedBuild.Excess` for a manifest in a sandbox that needs too much memory.
    /// - Parameter sources: the files of the package, to check that it can be built; nil for an official manifest.
    package func make(of manifest: TreeFile, beside sources: [String: TreeFile]? = nil) async throws -> Outcome {
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

    /// Returns a key that depends on the paths of the sources but not on their contents, which only matter to the
    /// compiler.
    private func key(_ manifest: TreeFile, _ sources: [String: TreeFile]?) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(manifest.contents)
        for path in sources?.keys.sorted() ?? ["-"] { fingerprint.add(path) }
        return fingerprint.hex
    }

    /// Returns SwiftPM's errors in targets and products. `show-dependencies` finds them, because it looks for their
    /// sources and dependencies.
    private func problem(in folder: String) async throws -> String {
        let result = try await package("show-dependencies", in: folder)
        guard !result.succeeded else { return "" }
        let lines = (result.standardError + result.standardOutput).split(separator: "\n")
        let errors = lines.filter { $0.contains("error: ") }
        return (errors.isEmpty ? lines.suffix(3) : errors).joined(separator: "\n").replacing(folder + "/", with: "")
    }

    private func package(_ word: String, in folder: String) async throws -> Command.Result {
        // In a sandbox it writes nothing but temporary files, whose size is limited.
        let scratch = sandbox.map { _ in ["--scratch-path", "/tmp/scratch"] } ?? []
        var command = Command("swift", ["package", "--package-path", folder] + scratch + [word])
        command.sandbox = sandbox?.opening(readable: [folder])
        command.timeoutSeconds = Self.limitSeconds
        // The kernel's limit for each process: the compiler of the manifest, and the manifest itself.
        command.sandbox?.limits.memoryBytes = memoryBytes / 2
        // It doesn't count shared memory, so all processes are watched too.
        let memory = sandbox.map { _ in MemoryLimit(limitBytes: memoryBytes) }
        let watchdog = try await Watchdog.start()
        defer {
            memory?.end()
            watchdog.standDown()
        }
        do {
            // A terminal that is closed would end SwiftPM and leave the manifest, which it runs in a group of its own. In a
            // session of their own, the watchdog finds both.
            let result = try await command.capture(ownSession: sandbox == nil) { process in
                watchdog.guardProcess(process)
                memory?.watch(process)
            }
            if memory?.isExceeded == true { throw StagedBuild.Excess.manifestMemory(bytes: memoryBytes) }
            return result
        } catch let error as CourseError where error.code == .timedOut {
            throw CourseError(
                .timedOut,
                "Package.swift was stopped after \(Int(Self.limitSeconds)) s. SwiftPM runs it as a program: "
                    + "look for a loop that never ends.")
        } catch let error as CourseError where error.code == .failed && sandbox != nil {
            // It wrote without end. A learner's program mustn't make its reader fail.
            return Command.Result(
                succeeded: false, ending: "too much output", exitStatus: 1, standardOutput: "",
                standardError: "Package.swift: its output is too long.")
        }
    }
}
