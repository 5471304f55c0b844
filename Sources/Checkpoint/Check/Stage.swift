internal import Foundation

/// The one place where learners' code is built: sources staged beside the official tests, and the build folder that all
/// workspaces share.
///
/// Both lie at paths that never change, because a build folder is worth nothing at another one.
package struct Stage: Sendable {
    package let root: String
    /// SwiftPM's build folder.
    package let scratch: String
    private let lockPath: String

    package init(cache: String = CacheFolder.standard) throws {
        let folder = "\(cache)/\(try Toolchain.find().id)"
        root = folder + "/stage"
        scratch = folder + "/scratch"
        lockPath = folder + "/lock"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    /// Where the judge of steps 9 and 13 keeps what it builds; guarded by the same lock.
    var judgeCache: String { String(root.dropLast("stage".count)) + "judge" }

    /// The test bundle that the build makes.
    var bundle: String { scratch + "/debug/vitalsPackageTests.xctest" }

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
    /// - Parameter waiting: called once when another check has it.
    package func exclusively<Value: Sendable>(
        waiting: @Sendable () -> Void, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CourseError(.failed, "\(lockPath) cannot be made: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            waiting()
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 { try await Task.sleep(for: .milliseconds(50)) }
        }
        return try await body()
    }
}
