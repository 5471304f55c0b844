#if os(Linux)
import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem

/// Tests of `launcher/compilers.sh`: first with a made-up toolchain whose programs print how they were called, then with the
/// real clang.
@Suite("Compilers for packages")
struct PackageCompilersTests {
    private struct Machine: Sendable {
        let folder: String

        init(in folder: String) throws {
            // So that a path of the course's own has the name of SwiftPM's folder in it.
            self.folder = folder + "/checkouts/my tools"
            for name in ["swift", "swiftc", "clang"] {
                let script = """
                    #!/bin/sh
                    echo "\(name):"
                    printf '%s\\n' "$@"

                    """
                try TreeFile(Data(script.utf8), isExecutable: true).write(to: toolchain + "/bin/" + name)
            }
            try TreeFile("").write(to: toolchain + "/lib/swift/host/plugins/README")
            for (module, file) in [
                ("GRDB", "\(build)/checkouts/GRDB.swift/GRDB/A.swift"), ("Own", "\(own)/A.swift"),
                ("OwnTests", "\(own)/ATests.swift"),
            ] {
                try TreeFile(Data("'\(file)'\n".utf8)).write(to: sources(module))
            }
        }

        var toolchain: String { folder + "/usr" }
        var own: String { folder + "/clone/Sources/Own" }
        var build: String { folder + "/clone/.build" }

        func sources(_ module: String) -> String { "\(build)/x86_64-unknown-linux-gnu/debug/\(module).build/sources" }

        /// Runs a script after the launcher has chosen the compilers, and returns the lines of its output.
        func lines(_ script: String, _ environment: [String: String?] = [:]) async throws -> [String] {
            let begin = "set -euo pipefail; . '\(TestPaths.root)/launcher/compilers.sh'; use_package_compilers\n"
            var command = Command("bash", ["-c", begin + script])
            command.environment = [
                "PATH": toolchain + "/bin:/usr/bin:/bin", "VITALS_COURSE_CACHE": folder + "/cache", "SWIFT_EXEC": nil,
                "CC": nil, "VITALS_WHOLE_MODULES": nil, "VITALS_NO_DEBUG_INFO": nil,
            ].merging(environment) { $1 }
            let result = try await command.capture()
            expect(result.succeeded, "\(result.standardError)")
            return result.standardOutput.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .map(String.init)
        }

        func swiftc(_ arguments: String) async throws -> [String] { try await lines("\"$SWIFT_EXEC\" \(arguments)") }

        func clang(_ arguments: String) async throws -> [String] { try await lines("\"$CC\" \(arguments)") }
    }

    private func machine<T: Sendable>(_ body: @Sendable (Machine) async throws -> T) async throws -> T {
        try await Resources.using { resources in
            try await body(try Machine(in: try await resources.makeDirectory("vitals-compilers")))
        }
    }

    @Test("a module of a package is compiled as a whole in a debug build, whatever the path of the clone")
    func wholePackage() async throws {
        try await machine { machine in
            let file = machine.sources("GRDB")
            let lines = try await machine.swiftc("-incremental -D 'A B' '@\(file)' -enable-batch-mode -Onone")
            expect(
                lines,
                equals: ["swiftc:", "-D", "A B", "@\(file)", "-Onone"] + Self.whole() + Self.neutral(machine.build))
        }
    }

    @Test("all builds have the same of a package: its lines for a debugger, and none of its checks of itself")
    func sameLines() async throws {
        try await machine { machine in
            let file = machine.sources("GRDB")
            let none = try await machine.swiftc("-gnone -Onone -DDEBUG -use-ld=lld '@\(file)' -gline-tables-only")
            expect(none, equals: ["swiftc:", "-Onone", "@\(file)"] + Self.whole() + Self.neutral(machine.build))
            try await expect(machine.swiftc("-Onone '@\(file)' -g"), equals: none)
        }
    }

    @Test("where nothing will be edited, the course's own modules are compiled as a whole too")
    func wholeModules() async throws {
        try await machine { machine in
            let file = machine.sources("Own")
            let compile = "\"$SWIFT_EXEC\" -incremental '@\(file)' -Onone"
            let lines = try await machine.lines(compile, ["VITALS_WHOLE_MODULES": "1"])
            expect(lines, equals: ["swiftc:", "@\(file)", "-Onone"] + Self.whole(threads: 2))
        }
    }

    private static func whole(threads: Int = 1) -> [String] {
        [
            "-whole-module-optimization", "-num-threads", "\(threads)", "-no-emit-module-separately-wmo", "-Xfrontend",
            "-disable-llvm-verify",
        ]
    }

    private static func neutral(_ build: String) -> [String] {
        [
            "-gline-tables-only", "-file-prefix-map", "\(build)=/packages", "-file-compilation-dir", "/packages",
            "-track-system-dependencies",
        ]
    }

    @Test("where no debugger is used, a module of tests has an empty file for its interface")
    func noInterface() async throws {
        try await machine { machine in
            let (tests, own) = (machine.sources("OwnTests"), machine.sources("Own"))
            let interface = machine.folder + "/a b.swiftmodule"
            func lines(_ sources: String, _ environment: [String: String]) async throws -> [String] {
                let words = "-emit-module -emit-module-path '\(interface)' -incremental '@\(sources)' -Onone"
                return try await machine.lines("\"$SWIFT_EXEC\" \(words)", environment)
            }
            let all = ["swiftc:", "-emit-module", "-emit-module-path", interface, "-incremental"]
            try await expect(lines(tests, [:]), equals: all + ["@\(tests)", "-Onone"])
            try await expect(lines(own, ["VITALS_NO_DEBUG_INFO": "1"]), equals: all + ["@\(own)", "-Onone"])
            expect(!FileManager.default.fileExists(atPath: interface))

            let without = ["swiftc:", "-incremental", "@\(tests)", "-Onone"]
            try await expect(lines(tests, ["VITALS_NO_DEBUG_INFO": "1"]), equals: without)
            expect(try Data(contentsOf: URL(fileURLWithPath: interface)).isEmpty)
            let whole = try await lines(tests, ["VITALS_NO_DEBUG_INFO": "1", "VITALS_WHOLE_MODULES": "1"])
            expect(whole, equals: ["swiftc:", "@\(tests)", "-Onone"] + Self.whole(threads: 2))
        }
    }

    @Test("a program has a copy of its modules for a debugger, unless none is used")
    func wrappedModules() async throws {
        guard try await Command("bash", ["-c", "command -v swiftc"]).capture().succeeded else { return }
        try await machine { machine in
            try TreeFile("public struct A {}\n").write(to: machine.own + "/A.swift")
            let script = """
                cd '\(machine.own)'
                "$SWIFT_EXEC" -module-name A -emit-module -parse-as-library A.swift -module-cache-path cache
                "$SWIFT_EXEC" -modulewrap A.swiftmodule -o A.o
                "$CC" -r -nostdlib A.o -o linked.o
                grep -c swift_ast linked.o || true

                """
            let path = ProcessInfo.processInfo.environment["PATH"]
            try await expect(machine.lines(script, ["PATH": path]), equals: ["1"])
            try await expect(machine.lines(script, ["PATH": path, "VITALS_NO_DEBUG_INFO": "1"]), equals: ["0"])
        }
    }

    @Test("every other call reaches the compiler as it is")
    func unchanged() async throws {
        try await machine { machine in
            let (own, package) = (machine.sources("Own"), machine.sources("GRDB"))
            let calls = [
                ["-incremental", "@\(own)", "-Onone", "-DDEBUG"], ["-incremental", "@\(package)", "-O"],
                ["-print-target-info"],
                ["-modulewrap", "\(machine.build)/checkouts/A.swiftmodule", "-o", "a b.o"],
            ]
            for call in calls {
                let lines = try await machine.swiftc(call.map { "'\($0)'" }.joined(separator: " "))
                expect(lines, equals: ["swiftc:"] + call)
            }
        }
    }

    @Test("what clang compiles of a package is looked up, without the folder that the packages are in")
    func lookedUp() async throws {
        try await machine { machine in
            let file = machine.build + "/checkouts/swift-crypto/Sources/A/a.c"
            try TreeFile("").write(to: file)
            let call = "-O0 -c '\(file)' -o 'a b.o'"
            let (words, list) = (["-O0", "-c", file, "-o", "a b.o"], ["-MF", "a b.d"])
            try await expect(
                machine.clang("\(call) -MF 'a b.d'"),
                equals: ["clang:"] + words + list + [
                    "-ffile-compilation-dir=/packages", "-ffile-prefix-map=\(machine.build)=/packages",
                ])
            let mapped = "-fmodule-map-file=\(machine.build)/checkouts/A/module.modulemap"
            try await expect(
                machine.clang("\(call) -MF 'a b.d' '\(mapped)'"), equals: ["clang:"] + words + list + [mapped])
            try await expect(machine.clang(call), equals: ["clang:"] + words)
            try await expect(
                machine.clang("-c a.c -o a.o -MF a.d"), equals: ["clang:", "-c", "a.c", "-o", "a.o", "-MF", "a.d"])
        }
    }

    @Test("the folder looks like the toolchain, and is made once")
    func madeOnce() async throws {
        try await machine { machine in
            let script = "readlink -f \"${SWIFT_EXEC%/bin/*}/lib/swift/host\"; ls -id \"$SWIFT_EXEC\"; ls \"${CC%/*}\""
            let first = try await machine.lines(script)
            expect(first.first, equals: machine.toolchain + "/lib/swift/host")
            expect(first.suffix(3), equals: ["clang", "swift", "swiftc"])
            try await expect(machine.lines(script), equals: first)
            let left = try await machine.lines("ls \"${SWIFT_EXEC%/usr/bin/*}\"")
            expect(left, equals: ["usr"])
        }
    }

    @Test("the user's own compiler stays; without a toolchain's libraries, or a place for the folder, there is none")
    func othersStay() async throws {
        try await machine { machine in
            let script = "echo \"${SWIFT_EXEC:-none} ${CC:-none}\""
            let chosen = try await machine.lines(script, ["SWIFT_EXEC": "/opt/mine/bin/swiftc", "CC": "/usr/bin/gcc"])
            expect(chosen, equals: ["/opt/mine/bin/swiftc /usr/bin/gcc"])
            let nowhere = try await machine.lines(script, ["VITALS_COURSE_CACHE": "/dev/null"])
            expect(nowhere, equals: ["none none"])
            try FileManager.default.removeItem(atPath: machine.toolchain + "/lib")
            try await expect(machine.lines(script), equals: ["none none"])
        }
    }

    @Test("a file of C is compiled once for all build folders, and again when a header or the result has changed")
    func realClang() async throws {
        guard try await Command("bash", ["-c", "command -v clang"]).capture().succeeded else { return }
        try await machine { machine in
            for clone in ["first", "& second|"] {
                let folder = "\(machine.folder)/\(clone)/checkouts/package"
                try TreeFile("#define YEAR 2026\n").write(to: folder + "/the year.h")
                let text = "#include \"the year.h\"\n#include <stddef.h>\nconst char *f = __FILE__;\nint year = YEAR;\n"
                try TreeFile(Data(text.utf8)).write(to: folder + "/a.c")
            }
            let path = ProcessInfo.processInfo.environment["PATH"]
            let compile = """
                cd "$FOLDER" && rm -f a.o a.d && "$CC" -O0 -I "$FOLDER" -MD -MT dependencies -MF "$FOLDER/a.d" \
                    -c "$FOLDER/a.c" -o "$FOLDER/a.o" && cksum <a.o && ls -id "$KEPT"/*

                """
            func folder(_ clone: String) -> String { "\(machine.folder)/\(clone)/checkouts/package" }
            let kept = machine.folder + "/cache/objects"
            func compiled(_ clone: String, _ before: String = "") async throws -> [String] {
                try await machine.lines(before + compile, ["PATH": path, "FOLDER": folder(clone), "KEPT": kept])
            }
            let first = try await compiled("first")
            expect(first.count, equals: 2, "the object and the one that is kept: \(first)")
            try await expect(compiled("& second|"), equals: first, "the same, and what is kept is as it was")
            for clone in ["first", "& second|"] {
                let list = try String(contentsOfFile: folder(clone) + "/a.d", encoding: .utf8)
                let header = "\(folder(clone))/the year.h".replacing(" ", with: "\\ ")
                expect(
                    list.contains("dependencies:") && list.contains(header) && list.contains("/stddef.h"), "\(list)")
            }

            try "#define YEAR 2027\n".write(
                toFile: folder("& second|") + "/the year.h", atomically: true, encoding: .utf8)
            let changed = try await compiled("& second|")
            expect(changed.count == 3 && changed.first != first.first)
            try await expect(compiled("first").first, equals: first.first)
            try await expect(
                compiled("first", "for file in \"$KEPT\"/*/object; do : >\"$file\"; done\n").first, equals: first.first)
        }
    }

    /// Two packages in a build folder, one of which imports a module of the other and a header in C.
    private struct Packages: Sendable {
        let build: String
        var debug: String { build + "/x86_64-unknown-linux-gnu/debug" }

        init(in folder: String) throws {
            build = folder + "/.build"
            try TreeFile("module CYear { header \"year.h\" }\n").write(to: file("c/module.modulemap"))
            try TreeFile("#define YEAR 2026\n").write(to: file("c/year.h"))
            try TreeFile("").write(to: debug + "/Modules/README")
            try write("Base", "public struct Base { public init() {} }\n")
            try write(
                "Use it", module: "Use",
                "import Base\nimport CYear\npublic func use() -> (Base, Int32) { (Base(), YEAR) }\n")
        }

        func file(_ name: String) -> String { build + "/checkouts/package/" + name }

        func write(_ name: String, module: String? = nil, _ text: String) throws {
            let module = module ?? name
            let (source, output) = (file(name + ".swift"), "\(debug)/\(module).build")
            try TreeFile(Data(text.utf8)).write(to: source)
            try TreeFile(Data("'\(source)'\n".utf8)).write(to: output + "/sources")
            let map = [
                "": ["swift-dependencies": "\(output)/primary.swiftdeps"],
                source: ["object": "\(output)/\(name).swift.o"],
            ]
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try TreeFile(encoder.encode(map)).write(to: output + "/output-file-map.json")
        }

        /// The script that compiles a module and says when the compiler had to work.
        func compile(_ module: String) -> String {
            """
            said=$("$SWIFT_EXEC" -module-name \(module) -emit-module \
                -emit-module-path '\(debug)/Modules/\(module).swiftmodule' -emit-dependencies \
                -output-file-map '\(debug)/\(module).build/output-file-map.json' -parse-as-library -incremental \
                -c '@\(debug)/\(module).build/sources' -I '\(debug)/Modules' -I '\(build)/checkouts/package/c' -Onone \
                -module-cache-path '\(debug)/ModuleCache' -parseable-output 2>&1) || { echo "$said"; exit 1; }
            ls '\(debug)/\(module).build/'*.o >/dev/null
            if [ -n "$said" ]; then echo "\(module): compiled"; else echo "\(module): kept"; fi

            """
        }
    }

    @Test("a package's module is compiled once for all build folders, and again when what it imports has changed")
    func realSwift() async throws {
        let swiftc = try await Command("bash", ["-c", "command -v swiftc"]).capture()
        guard swiftc.succeeded else { return }
        try await machine { machine in
            let path = ProcessInfo.processInfo.environment["PATH"]
            let (first, second) = try (
                Packages(in: machine.folder + "/first"), Packages(in: machine.folder + "/second")
            )
            func build(_ packages: Packages) async throws -> [String] {
                try await machine.lines(packages.compile("Base") + packages.compile("Use"), ["PATH": path])
            }
            try await expect(build(first), equals: ["Base: compiled", "Use: compiled"])
            try await expect(build(second), equals: ["Base: kept", "Use: kept"])
            for name in ["Base.build/Base.swift.o", "Use.build/Use it.swift.o", "Modules/Use.swiftmodule"] {
                let files = try [first, second].map {
                    try Data(contentsOf: URL(fileURLWithPath: "\($0.debug)/\(name)"))
                }
                expect(files[0], equals: files[1])
            }

            try TreeFile("#define YEAR 2027\n").write(to: second.file("c/year.h"))
            try await expect(build(second), equals: ["Base: kept", "Use: compiled"])
            try second.write("Base", "public struct Base { public init() {}; public var more = 1 }\n")
            try await expect(build(second), equals: ["Base: compiled", "Use: compiled"])
            try await expect(build(first), equals: ["Base: kept", "Use: kept"])

            let cache = machine.folder + "/cache/modules"
            let damage = "for file in '\(cache)'/Base.*/objects/*.o; do : >\"$file\"; done\n"
            try await expect(machine.lines(damage + first.compile("Base"), ["PATH": path]), equals: ["Base: compiled"])
            try await expect(build(first), equals: ["Base: kept", "Use: kept"])

            try second.write("Base", "public struct Base {\n")
            try await expect(
                machine.lines("(\(second.compile("Base"))) || echo failed", ["PATH": path]).last, equals: "failed")
            let entries = try FileManager.default.contentsOfDirectory(atPath: cache)
            expect(entries.count == 5 && !entries.contains { $0.hasPrefix(".") })
        }
    }

    @Test("after a build of whole modules, an incremental one skips no file")
    func incrementalAfterWhole() async throws {
        guard try await Command("bash", ["-c", "command -v swiftc"]).capture().succeeded else { return }
        try await machine { machine in
            let output = "\(machine.build)/x86_64-unknown-linux-gnu/debug/Own.build"
            let source = machine.own + "/A.swift"
            try TreeFile("let a = 1\n").write(to: source)
            let map = [
                "": ["swift-dependencies": "\(output)/primary.swiftdeps"],
                source: ["object": "\(output)/A.o", "swift-dependencies": "\(output)/A.swiftdeps"],
            ]
            try TreeFile(JSONEncoder().encode(map)).write(to: output + "/map.json")
            let compile = """
                "$SWIFT_EXEC" -module-name Own -output-file-map '\(output)/map.json' -parse-as-library -incremental \
                    -c '@\(machine.sources("Own"))' -Onone -module-cache-path '\(output)/cache' \
                    -driver-show-incremental >'\(output)/remarks' 2>&1
                grep -c 'Skipping input' '\(output)/remarks' || true

                """
            let path = ProcessInfo.processInfo.environment["PATH"]
            func skipped(isWhole: Bool = false) async throws -> [String] {
                try await machine.lines(compile, ["PATH": path, "VITALS_WHOLE_MODULES": isWhole ? "1" : nil])
            }
            try await expect(skipped(), equals: ["0"])
            try await expect(skipped(), equals: ["1"])
            try await expect(skipped(isWhole: true), equals: ["0"])
            try await expect(skipped(), equals: ["0"])
            try await expect(skipped(), equals: ["1"])
        }
    }
}
#endif
