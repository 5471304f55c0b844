package import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// The build of a module in its own folder; only changed sources are compiled again.
///
/// The compiler knows what a change affects: an edited test costs the compilation of one file, about a second. The interface
/// is written apart, because nothing imports a program.
struct ModuleBuild: Sendable {
    let name: String
    /// Folder with the sources, the objects, the module's interface, and the compiler's incremental state.
    let folder: String
    let compiler: Compiler
    let flags: [String]
    /// Folders with the interfaces of imported modules, searched before the scratch folder's own.
    let importFolders: [String]

    var interfaceFolder: String { folder + "/interface" }

    /// Paths of the objects that `compile` writes.
    func objects(_ files: [String: TreeFile]) -> [String] {
        files.keys.filter { $0.pathEnds(with: ".swift") }.sorted().map { object($0) + ".o" }
    }

    private func object(_ path: String) -> String { folder + "/objects/" + path.replacing("/", with: "_") }

    /// Compiles the module from `files`.
    ///
    /// - Parameter files: the contents, keyed by path relative to the module's folder.
    /// - Returns: paths of the objects.
    /// - Throws: `CompilerFailure`.
    func compile(_ files: [String: TreeFile]) async throws -> [String] {
        let manager = FileManager.default
        let running = folder + "/under-way"
        // The files that a killed compiler left behind can't be trusted.
        if manager.fileExists(atPath: running) { try manager.removeItem(atPath: folder) }
        for name in ["objects", "interface", "sources"] {
            try manager.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        try Data().write(to: URL(fileURLWithPath: running))
        for path in SourceFiles.list(folder, "sources") where files[String(path.dropFirst("sources/".count))] == nil {
            try manager.removeItem(atPath: folder + "/" + path)
        }
        // Only files were removed. The tests built here before, which may be another submission's, may have had a folder
        // where a file has to go.
        for path in files.keys {
            var isFolder: ObjCBool = false
            let place = "\(folder)/sources/\(path)"
            if manager.fileExists(atPath: place, isDirectory: &isFolder), isFolder.boolValue {
                try manager.removeItem(atPath: place)
            }
        }
        var inputs: [String] = []
        var map = ["": ["swift-dependencies": folder + "/objects/module.swiftdeps"]]
        for (path, file) in files.sorted(by: { $0.key < $1.key }) where path.pathEnds(with: ".swift") {
            let input = folder + "/sources/" + path
            let output = object(path)
            try Self.write(file, to: input)
            inputs.append(input)
            map[input] = ["object": output + ".o", "swift-dependencies": output + ".swiftdeps"]
        }
        try JSONEncoder().encode(map).write(to: URL(fileURLWithPath: folder + "/map.json"))
        var arguments = importFolders.flatMap { ["-I", $0] } + flags
        arguments += ["-module-name", name, "-package-name", "vitals", "-parse-as-library", "-incremental", "-c"]
        arguments += ["-output-file-map", folder + "/map.json"]
        try await compiler.run(arguments + inputs, responseFile: folder + "/arguments")
        try manager.removeItem(atPath: running)
        return objects(files)
    }

    /// Writes the interface of the sources that were compiled last, for modules that import this one.
    ///
    /// - Throws: `CompilerFailure`.
    func emitInterface() async throws {
        let inputs = SourceFiles.list(folder, "sources").filter { $0.pathEnds(with: ".swift") }.sorted()
        try await compiler.run(
            importFolders.flatMap { ["-I", $0] } + flags.filter { $0 != "-enable-batch-mode" } + [
                "-module-name", name, "-package-name", "vitals", "-parse-as-library", "-whole-module-optimization",
                "-emit-module", "-emit-module-path", interfaceFolder + "/\(name).swiftmodule",
                "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies-without-types",
            ] + inputs.map { folder + "/" + $0 }, responseFile: folder + "/interface-arguments")
    }

    /// Writes the file and dates each change later than the one before. The compiler compares whole seconds: a change
    /// in the same second as the last build would pass for unchanged.
    private static func write(_ file: TreeFile, to path: String) throws {
        let manager = FileManager.default
        let before = (try? manager.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        guard try file.write(to: path) else { return }
        let date = max(before ?? .distantPast, Date()).addingTimeInterval(2)
        try manager.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
}

extension [String: TreeFile] {
    /// The files of a folder, their paths relative to it.
    package func below(_ folder: String) -> [String: TreeFile] {
        var found: [String: TreeFile] = [:]
        for (path, file) in self where path.pathBegins(with: folder + "/") {
            found[String(path.dropFirst(folder.count + 1))] = file
        }
        return found
    }
}
