internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

extension Sandbox {
    /// Returns the sandbox for a run of tests. It shows the built programs, the learner's tree and the tests.
    ///
    /// It hides the course's caches: other stages, the tests' modules and objects, the judge's files, and the source of
    /// the canary test. The canary's strings are still in the compiled tests, which have to be visible.
    ///
    /// - Parameters:
    ///   - stage: the folder that holds the staged package, the build folder and the judge's cache.
    ///   - package: the staged package.
    ///   - products: the folder of the built programs; nil to show none of them.
    func aroundTests(
        stage: String, package: String, products: String?, readable: [String], writable: [String]
    ) -> Sandbox {
        var hidden = [CacheFolder.standard].filter(FileManager.default.fileExists)
        if !hidden.contains(where: { stage.pathBegins(with: $0 + "/") }) { hidden.append(stage) }
        let canary = package + "/" + CanaryTest.path
        return opening(
            readable: [package] + (products.map(Self.programs) ?? []) + readable, writable: writable, hidden: hidden,
            masked: [canary].filter(FileManager.default.fileExists))
    }

    /// Paths of the programs, with the libraries and resource folders beside them.
    private static func programs(in products: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: products)) ?? []
        return names.sorted().filter { name in
            let path = products + "/" + name
            if [".resources", ".bundle", ".xctest", ".so"].contains(where: { name.pathEnds(with: $0) }) { return true }
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
                && FileManager.default.isExecutableFile(atPath: path)
        }.map { products + "/" + $0 }
    }
}

extension Stage {
    /// Returns the sandbox for a run of the programs built here; nil if the stage has no sandbox.
    func sandboxForTests(readable: [String], writable: [String]) -> Sandbox? {
        sandbox?.aroundTests(
            stage: folder, package: root, products: products, readable: readable, writable: writable)
    }
}
