internal import CheckpointSystem
internal import Foundation

/// The toolchain's program that writes down what a built module declares.
struct SymbolGraphCommand {
    let stage: Stage
    let plan: BuildPlan

    /// The level is `private`, because a higher one leaves out names that begin with `_` or are hidden from documentation.
    static let options = [
        "-minimum-access-level", "private", "-skip-synthesized-members", "-emit-extension-block-symbols",
    ]
    /// More than this is no code that a person wrote: the whole course has two and a half megabytes.
    private static let mostBytes = 64 << 20

    /// - Returns: the contents of the files that it writes.
    /// - Throws: `InterfaceRefusal` when it fails, or writes more than we read; `CourseError` when it can't be started.
    func files(of module: String) async throws -> [Data] {
        let folder = stage.scratch + "/symbols"
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tool = (plan.compiler as NSString).deletingLastPathComponent + "/swift-symbolgraph-extract"
        var command = Command(
            tool,
            ["-module-name", module, "-output-dir", folder] + Self.options + (try plan.importFlags(module: module)))
        command.sandbox = stage.sandbox?.opening(writable: [stage.scratch])
        command.timeoutSeconds = 120
        let memory = MemoryLimit(limitBytes: Limits().buildMemoryBytes)
        defer { memory.end() }
        let result = try await command.capture(started: memory.watch)
        guard result.succeeded else {
            let last = result.standardError.split(separator: "\n").last.map { ": \($0)" } ?? ""
            throw refusal(of: module, "the compiler can't tell what this module declares (\(result.ending)\(last))")
        }
        let paths = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { folder + "/" + $0 }
        let bytes = paths.reduce(0) { sum, path in
            sum + ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0)
        }
        guard bytes <= Self.mostBytes else {
            throw refusal(of: module, "this module declares more than the whole course many times over")
        }
        return try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    }

    private func refusal(of module: String, _ words: String) -> InterfaceRefusal {
        InterfaceRefusal(reasons: [CompilerDiagnostic(path: "Sources/" + module, line: 1, message: words)])
    }
}
