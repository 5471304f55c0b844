internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// The compiler of the toolchain that built the package; it also links.
struct Compiler: Sendable {
    let path: String

    /// - Throws: `CompilerFailure` with its output, and also when it exceeded a build's time or memory limit, or when an
    ///   argument can't be written to a response file.
    func run(_ arguments: [String], responseFile: String) async throws {
        // The compiler splits the file at line breaks before it looks at quotes. `TreePath` refuses such names earlier.
        if let broken = arguments.first(where: { $0.contains(where: \.isNewline) }) {
            throw CompilerFailure(
                output:
                    "compiler: error: \(PlainText.quoted(broken)) can't be an argument, because it has a line break in it"
            )
        }
        let quoted = arguments.map { "\"" + $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }
        try quoted.joined(separator: "\n").write(toFile: responseFile, atomically: true, encoding: .utf8)
        var command = Command(path, ["@" + responseFile])
        command.timeoutSeconds = 900
        let memory = MemoryLimit(limitBytes: Limits().buildMemoryBytes)
        defer { memory.end() }
        do {
            let result = try await command.lines(started: memory.watch) { _ in }
            if result.succeeded { return }
            let excess = memory.isExceeded ? StagedBuild.Excess.memory(bytes: memory.limitBytes).description : ""
            throw CompilerFailure(output: excess.isEmpty ? result.output : "compiler: error: " + excess)
        } catch let error as CourseError where error.code == .timedOut {
            throw CompilerFailure(output: "compiler: error: " + error.description)
        }
    }
}

package struct CompilerFailure: Error {
    package let output: String

    /// The error lines, each once, without the source excerpts around them.
    package var errors: [String] {
        var seen: Set<String> = []
        let lines = output.split(separator: "\n").map(String.init)
        let errors = lines.filter { $0.contains(": error: ") && seen.insert($0).inserted }
        return errors.isEmpty ? Array(lines.suffix(5)) : errors
    }
}

/// Records the inputs that a folder was built from, so that it is built only once.
struct BuildStamp: Sendable {
    let folder: String
    let key: String

    private var path: String { folder + "/stamp" }

    /// Calls `make` for the folder, unless it was built from the same inputs before.
    ///
    /// The stamp is written last, so a folder that was left half built is built again.
    /// - Parameter empties: true to remove the old contents first; false to let `make` build on them.
    func making(empties: Bool = true, _ make: () async throws -> Void) async throws {
        let manager = FileManager.default
        if isCurrent { return }
        try? manager.removeItem(atPath: empties ? folder : path)
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await make()
        try key.write(toFile: path, atomically: true, encoding: .utf8)
    }

    var isCurrent: Bool { (try? String(contentsOfFile: path, encoding: .utf8)) == key }
}

extension Fingerprint {
    package static func of(_ texts: [String]) -> String {
        var fingerprint = Fingerprint()
        for text in texts { fingerprint.add(text) }
        return fingerprint.hex
    }

    /// Adds the size and modification date of a file that a build wrote; its contents change only with these.
    package mutating func add(fileAt path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let modified = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
        add("\(path) \((attributes?[.size] as? Int) ?? -1) \(modified)")
    }
}
