internal import Foundation

/// What SwiftPM reads in a `Package.swift`, as JSON. It is evaluated apart from the stage, and only when it changed.
struct ManifestDump: Sendable {
    let cache: String
    /// What holds the manifest, which is a program; nil for the official ones and for a learner's own machine.
    var sandbox: Sandbox?

    enum Outcome: Sendable {
        /// The path of the JSON.
        case dumped(String)
        case failed([CompilerDiagnostic], output: String)
    }

    func make(of manifest: TreeFile) async throws -> Outcome {
        let kept = "\(cache)/manifests/\(Fingerprint.of(manifest.contents))"
        if FileManager.default.fileExists(atPath: kept + ".json") { return .dumped(kept + ".json") }
        try manifest.write(to: kept + "/Package.swift")
        var command = Command("swift", ["package", "--package-path", kept, "dump-package"])
        command.sandbox = sandbox?.opening(writable: [kept])
        command.timeoutSeconds = 120
        let result = try await command.capture()
        try? FileManager.default.removeItem(atPath: kept)
        guard result.succeeded else {
            let output = result.standardError + result.standardOutput
            return .failed(CompilerDiagnostic.all(in: output, root: kept), output: output)
        }
        try CacheFolder.write(Data(result.standardOutput.utf8), to: kept + ".json")
        return .dumped(kept + ".json")
    }
}
