internal import Foundation

/// A place where learners' code is built: sources staged beside the official tests, and the build folder that all
/// workspaces share.
///
/// Both lie at paths that never change, because a build folder is worth nothing at another one.
package struct Stage: Sendable {
    package let root: String
    /// Holds all of it.
    let folder: String
    /// SwiftPM's build folder.
    package let scratch: String
    /// What holds whatever runs there; nil for a learner's own machine, where their code is their own.
    package let sandbox: Sandbox?
    private let lockPath: String

    /// Made by `Stages`.
    init(folder: String, sandbox: Sandbox? = nil) throws {
        self.sandbox = sandbox
        self.folder = folder
        root = folder + "/stage"
        scratch = folder + "/scratch"
        lockPath = folder + "/lock"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    /// Where the judge of steps 9 and 13 keeps what it builds; guarded by the same lock.
    var judgeCache: String { folder + "/judge" }

    /// The test bundle that the build makes.
    var bundle: String { products + "/vitalsPackageTests.xctest" }

    /// The folder of the programs that the build makes.
    package var products: String { scratch + "/debug" }

    /// Makes the stage hold exactly this tree; what has the same bytes already is left alone.
    ///
    /// - Returns: the number of files written or removed.
    @discardableResult
    func fill(with tree: [String: TreeFile]) throws -> Int {
        var changed = 0
        for path in SourceFiles.list(root, "").map({ String($0.dropFirst()) }) where tree[path] == nil {
            try FileManager.default.removeItem(atPath: root + "/" + path)
            changed += 1
        }
        for (path, file) in tree where try file.write(to: root + "/" + path) { changed += 1 }
        return changed
    }

    /// Runs `body` while nobody else uses the stage.
    ///
    /// - Parameter waiting: called once, with what is waited for.
    package func exclusively<Value: Sendable>(
        waiting: @Sendable (String) -> Void, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        var isFirst = true
        while true {
            if let lock = try StageLock.takeIfFree(lockPath, as: .check) {
                defer { withExtendedLifetime(lock) {} }
                return try await body()
            }
            if isFirst {
                isFirst = false
                waiting(
                    StageLock.holder(lockPath) == .warming
                        ? "The packages that the course uses are being built, which is done once; waiting for that."
                        : "Another check is using the build folder; waiting for it.")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Runs `body` if nobody else uses the stage.
    func exclusivelyIfFree(as use: StageLock.Use, _ body: @Sendable () async throws -> Void) async throws {
        guard let lock = try StageLock.takeIfFree(lockPath, as: use) else { return }
        defer { withExtendedLifetime(lock) {} }
        try await body()
    }
}
