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
    /// What its manifests depend on, each as its line there.
    let packages: [String]

    /// Made by `Stages`.
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
    /// Holds the number of a build's process while there is one.
    var buildingPath: String { folder + "/building" }

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
        let wanted = Set(tree.keys.map { Array($0.utf8) })
        for path in SourceFiles.list(root, "").compactMap({ $0.path(after: "/") })
        where !wanted.contains(Array(path.utf8)) {
            try FileManager.default.removeItem(atPath: root + "/" + path)
            changed += 1
        }
        // Of what was there before, folders are left; one may be where a file is to be.
        let walk = FolderWalk(root: root)
        for path in tree.keys where walk.entry(path)?.isFolder == true {
            try FileManager.default.removeItem(atPath: root + "/" + path)
        }
        for (path, file) in tree where try file.write(to: root + "/" + path) { changed += 1 }
        return changed
    }

    // MARK: The packages

    /// A build has had all the packages in its hands, so the next one finds them built.
    var hasPackages: Bool {
        packages.isEmpty || FileManager.default.contents(atPath: packagesMarkPath) == packagesMark
    }

    /// Called when a build has succeeded.
    func notePackages() throws {
        guard !packages.isEmpty, !hasPackages else { return }
        try CacheFolder.write(packagesMark, to: packagesMarkPath)
    }

    private var packagesMarkPath: String { scratch + "/warm" }
    private var packagesMark: Data { Data(Fingerprint.of(Data(packages.joined().utf8)).utf8) }
}
