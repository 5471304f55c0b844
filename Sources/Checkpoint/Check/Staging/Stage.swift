internal import CheckpointCourse
package import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

/// The place where learners' code is built: sources staged beside the official tests, and a build folder that all
/// workspaces share.
///
/// Both are at paths that never change, because a build folder is useless at any other path.
package struct Stage: Sendable {
    package let root: String
    /// The folder that holds the package, the build folder and everything else of the stage.
    package let folder: String
    /// SwiftPM's build folder.
    package let scratch: String
    /// Sandbox for everything that runs there; nil on a learner's own machine, where the code is their own.
    package let sandbox: Sandbox?
    /// Package dependencies of its manifests, each as its line in the manifest.
    package let packages: [String]

    /// Creates a stage; only `Stages` calls this.
    init(folder: String, packages: [String] = [], sandbox: Sandbox? = nil) throws {
        self.sandbox = sandbox
        self.folder = folder
        self.packages = packages
        root = folder + "/stage"
        scratch = folder + "/scratch"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    var lockPath: String { folder + "/lock" }
    var claimPath: String { folder + "/claim" }
    /// File with the process id of the build that is running, if any.
    var buildingPath: String { folder + "/building" }

    /// Folder in which the judge of steps 9 and 13 keeps its builds; guarded by the same lock.
    var judgeCache: String { folder + "/judge" }

    /// The test bundle that the build produces.
    package var bundle: String { products + "/vitalsPackageTests.xctest" }

    /// The folder of the programs that the build produces.
    package var products: String { scratch + "/debug" }

    /// Makes the stage hold exactly this tree. Leaves files alone that have the same bytes already.
    ///
    /// - Returns: the number of files written or removed.
    @discardableResult
    func fill(with tree: [String: TreeFile]) throws -> Int {
        var changed = 0
        let wanted = Set(tree.keys.map { Array($0.utf8) })
        for path in SourceFiles.list(root, "").compactMap({ $0.path(after: "/") })
        where !wanted.contains(Array(path.utf8)) {
            try FileManager.default.removeItem(atPath: root + "/" + path)
            changed += 1
        }
        // Only files were removed, so a folder may still be where a file has to go.
        let walk = FolderWalk(root: root)
        for path in tree.keys where walk.entry(path)?.isFolder == true {
            try FileManager.default.removeItem(atPath: root + "/" + path)
        }
        for (path, file) in tree where try file.write(to: root + "/" + path) { changed += 1 }
        return changed
    }

    /// Removes what was built while the folder was at another path, which the compiler would refuse to use, and takes note of
    /// the path. Call it with the lock.
    func removeMovedBuild() throws {
        let notePath = folder + "/path"
        let path = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        let noted = FileManager.default.contents(atPath: notePath).map { String(decoding: $0, as: UTF8.self) }
        guard noted != path else { return }
        for build in [scratch, judgeCache] where noted != nil && FileManager.default.fileExists(atPath: build) {
            try FileManager.default.removeItem(atPath: build)
        }
        try CacheFolder.write(Data(path.utf8), to: notePath)
    }

    // MARK: The packages

    /// True when a build with these packages has succeeded, so the next build finds them built.
    package var hasPackages: Bool {
        packages.isEmpty || FileManager.default.contents(atPath: packagesMarkPath) == packagesMark
    }

    /// Records that a build has succeeded.
    func notePackages() throws {
        guard !packages.isEmpty, !hasPackages else { return }
        try CacheFolder.write(packagesMark, to: packagesMarkPath)
    }

    private var packagesMarkPath: String { scratch + "/warm" }
    private var packagesMark: Data { Data(Fingerprint.of(Data(packages.joined().utf8)).utf8) }
}
