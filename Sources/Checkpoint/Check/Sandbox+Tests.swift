internal import Foundation

extension Sandbox {
    /// Around a run of tests: of what was built it sees the programs, and of the stage the learner's tree and the tests.
    ///
    /// What it doesn't see are the caches of the course: other stages, the modules and objects of the tests, what judges the
    /// learner's own tests, and the canary's source. The words of the canary are in the compiled tests, which have to be there.
    ///
    /// - Parameters:
    ///   - stage: the folder that holds the staged package, the build folder and the judge's cache.
    ///   - package: the staged package.
    ///   - products: the folder of the built programs; nil to show none of it.
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

    /// What programs are made of: themselves, the libraries and the folders of resources beside them.
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
    /// Around a run of what was built here; nil where nothing holds it.
    func sandboxForTests(readable: [String], writable: [String]) -> Sandbox? {
        sandbox?.aroundTests(
            stage: folder, package: root, products: products, readable: readable, writable: writable)
    }
}
