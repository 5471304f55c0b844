internal import CheckpointSystem
internal import Foundation

/// SwiftPM's own plan of a build, with its flags and objects. The judge's compiler uses them to see the same
/// dependencies in the same way, on every system.
struct BuildPlan: Sendable {
    /// The package's folder.
    let stage: String
    /// Path of `scratch/debug`, with links resolved as in the plan.
    let products: String
    /// The toolchain that built the package, as SwiftPM records it.
    let toolchain: String
    private let arguments: [String: [String]]

    /// - Throws: `CourseError` when the package hasn't been built into `scratch`.
    init(stage: String, scratch: String) throws {
        let path = scratch + "/debug.yaml"
        guard let plan = FileManager.default.contents(atPath: path) else {
            throw CourseError(.failed, "\(path) doesn't exist. Build the package before its tests are judged.")
        }
        self.stage = stage
        let products = URL(fileURLWithPath: scratch + "/debug").resolvingSymlinksInPath().path
        self.products = products
        arguments = Self.arguments(in: plan)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: products)) ?? []
        toolchain = names.filter { $0.hasPrefix("swift-version-") }.sorted()
            .compactMap { try? String(contentsOfFile: products + "/" + $0, encoding: .utf8) }.joined()
    }

    var compiler: String { arguments.values.first { !$0.isEmpty }?[0] ?? "swiftc" }

    /// Returns the flags that a module of the package is compiled with, without those for its outputs.
    ///
    /// - Parameter tree: the folder with the judge's sources, which replaces the package's folder.
    func compilerFlags(module: String, tree: String) throws -> [String] {
        let flags = try node("C.\(module)-", ".module").dropFirst().map {
            $0.replacing(stage + "/Sources/", with: tree + "/Sources/")
        }
        return Self.without(
            Array(flags),
            switches: [
                "-c", "-emit-dependencies", "-emit-module", "-emit-objc-header", "-incremental", "-parseable-output",
                "-parse-as-library", "-serialize-diagnostics", "-warnings-as-errors",
            ],
            options: [
                "-emit-module-path", "-emit-objc-header-path", "-index-store-path", "-module-name", "-output-file-map",
                "-package-name",
            ])
    }

    /// Returns the flags with which the compiler tells what it has against a target of the package, and writes nothing. It
    /// goes as far as the passes that find a missing `return`, which checking types doesn't.
    func diagnosisArguments(target: String) throws -> [String] {
        Self.without(
            Array(try node("C.\(target)-", ".module").dropFirst()),
            switches: [
                "-c", "-emit-dependencies", "-emit-module", "-emit-objc-header", "-enable-batch-mode", "-incremental",
                "-parseable-output", "-serialize-diagnostics",
            ],
            options: ["-emit-module-path", "-emit-objc-header-path", "-index-store-path", "-output-file-map"])
            + ["-whole-module-optimization", "-emit-sil", "-o", "/dev/null"]
    }

    /// Returns false for a module that nothing of the last build needed, or that a manifest doesn't name.
    func builds(_ module: String) -> Bool { (try? node("C.\(module)-", ".module")) != nil }

    /// Returns the flags by which a module is found, and the modules that it imports.
    func importFlags(module: String) throws -> [String] {
        let flags = try node("C.\(module)-", ".module")
        var kept: [String] = []
        var index = 1
        while index < flags.count {
            if ["-I", "-F", "-target", "-Xcc", "-module-cache-path"].contains(flags[index]), index + 1 < flags.count {
                kept += flags[index...index + 1]
                index += 1
            } else if flags[index].hasPrefix("-I") || flags[index].hasPrefix("-F") {
                kept.append(flags[index])
            }
            index += 1
        }
        return kept
    }

    /// The package name that SwiftPM passes when it compiles a module. Modules with the same package name can use each
    /// other's `package` declarations.
    func packageName(module: String) throws -> String {
        let flags = try node("C.\(module)-", ".module")
        guard let index = flags.firstIndex(of: "-package-name"), index + 1 < flags.count else {
            throw Self.broken("which package \(module) belongs to")
        }
        return flags[index + 1]
    }

    /// Returns the flags for the libraries that a product of the package is linked with.
    ///
    /// - Parameter product: the name of a program; nil for the test bundle.
    func linkerFlags(product: String?) throws -> [String] {
        let flags = try product.map { try node("C.\($0)-", ".exe") } ?? node("C.", ".test")
        var kept: [String] = []
        var index = 1
        while index < flags.count {
            let flag = flags[index]
            if ["-L", "-F", "-framework", "-target"].contains(flag), index + 1 < flags.count {
                kept += flags[index...index + 1]
                index += 1
            } else if ["-L", "-l", "-F", "-use-ld="].contains(where: flag.hasPrefix) {
                kept.append(flag)
            }
            index += 1
        }
        return kept
    }

    /// Returns the objects of the package's dependencies that go into a product.
    func dependencyObjects(product: String?) throws -> [String] {
        let own = ownTargets
        return try objects(product: product).filter { object in
            guard let target = Self.target(of: object) else { return true }
            return !own.contains(target) && !target.hasSuffix("PackageTests") && !target.hasSuffix("DiscoveredTests")
        }
    }

    /// Returns all objects that go into a product.
    ///
    /// - Parameter product: the name of a program; nil for the test bundle.
    func objects(product: String?) throws -> [String] {
        let flags = try product.map { try node("C.\($0)-", ".exe") } ?? node("C.", ".test")
        guard let list = flags.first(where: { $0.hasSuffix(".LinkFileList") })?.dropFirst(),
            let text = try? String(contentsOfFile: String(list), encoding: .utf8)
        else { throw Self.broken("which objects it links") }
        return Self.words(text)
    }

    /// Returns the target that an object belongs to. Each target has its own folder; other folders above it may have
    /// such names too.
    static func target(of object: String) -> String? {
        object.split(separator: "/").last { $0.hasSuffix(".build") }.map { String($0.dropLast(".build".count)) }
    }

    /// Returns the folder in the package of one of its own modules, such as `Sources/vitals-server`; nil for others.
    func folder(of module: String) -> String? {
        for parent in ["Sources", "Tests"] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: stage + "/" + parent)) ?? []
            if let name = names.first(where: { $0.replacing("-", with: "_").utf8.elementsEqual(module.utf8) }) {
                return parent + "/" + name
            }
        }
        return nil
    }

    /// Module names of the package's own targets.
    private var ownTargets: Set<String> {
        let manager = FileManager.default
        let folders = ["Sources", "Tests"].flatMap {
            (try? manager.contentsOfDirectory(atPath: stage + "/" + $0)) ?? []
        }
        return Set(folders + folders.map { $0.replacing("-", with: "_") })
    }

    private func node(_ prefix: String, _ suffix: String) throws -> [String] {
        guard let name = arguments.keys.sorted().first(where: { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }),
            let found = arguments[name]
        else { throw Self.broken("how it builds \(prefix.dropFirst(2))*\(suffix)") }
        return found
    }

    private static func broken(_ what: String) -> CourseError {
        CourseError(.failed, "SwiftPM's build plan doesn't say \(what). Does the course support this toolchain?")
    }

    /// Reads the arguments in the plan. It is YAML in which SwiftPM writes each list as JSON on a single line; parsing
    /// all of it would take a second.
    private static func arguments(in plan: Data) -> [String: [String]] {
        var found: [String: [String]] = [:]
        var name = ""
        for line in lines(of: plan, beginningWith: ["  \"", "    args: ["]) {
            if line.hasPrefix("  \"") {
                name = line.hasPrefix("  \"C.") && line.hasSuffix("\":") ? String(line.dropFirst(3).dropLast(2)) : ""
            } else if !name.isEmpty {
                found[name] = try? JSONDecoder().decode([String].self, from: Data(line.dropFirst(10).utf8))
                name = ""
            }
        }
        return found
    }

    /// Finds the lines by their bytes: the plan has megabytes, and few of its lines are wanted.
    private static func lines(of plan: Data, beginningWith beginnings: [String]) -> [String] {
        var lines: [String] = []
        plan.withUnsafeBytes { bytes in
            guard var begin = bytes.baseAddress else { return }
            let end = begin + bytes.count
            while begin < end {
                let newline = memchr(begin, Int32(UInt8(ascii: "\n")), end - begin)
                let next = newline.map { UnsafeRawPointer($0) } ?? end
                let line = UnsafeRawBufferPointer(start: begin, count: next - begin)
                if beginnings.contains(where: { $0.utf8.count <= line.count && memcmp(begin, $0, $0.utf8.count) == 0 })
                {
                    lines.append(String(decoding: line, as: UTF8.self))
                }
                begin = next + 1
            }
        }
        return lines
    }

    private static func without(_ flags: [String], switches: Set<String>, options: Set<String>) -> [String] {
        var kept: [String] = []
        var index = 0
        while index < flags.count {
            let flag = flags[index]
            if options.contains(flag) {
                index += 2
            } else if switches.contains(flag) || flag.hasPrefix("@") {
                index += 1
            } else if flag == "-Xfrontend", flags.indices.contains(index + 1),
                flags[index + 1] == "-entry-point-function-name"
            {
                // SwiftPM renames the `main` of programs so that tests can be linked with them. Two more words follow.
                index += 4
            } else {
                kept.append(flag)
                index += 1
            }
        }
        return kept
    }

    /// Returns the words of a response file. They are separated by white space, and quoted if they contain any.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character.isWhitespace {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}
