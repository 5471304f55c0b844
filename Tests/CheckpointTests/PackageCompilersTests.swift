#if os(Linux)
import Foundation
import StepSupport
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
            for name in ["swift", "swiftc", "clang", "clang-cache"] {
                let script = """
                    #!/bin/sh
                    echo "\(name):$LLVM_CACHE_PREFIX_MAPS"
                    printf '%s\\n' "$@"

                    """
                try TreeFile(Data(script.utf8), isExecutable: true).write(to: toolchain + "/bin/" + name)
            }
            try TreeFile("").write(to: toolchain + "/lib/swift/host/plugins/README")
            for (module, file) in [("GRDB", "\(build)/checkouts/GRDB.swift/GRDB/A.swift"), ("Own", "\(own)/A.swift")] {
                try TreeFile(Data("\(file)\n".utf8)).write(to: sources(module))
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
                "CC": nil, "VITALS_WHOLE_MODULES": nil,
            ].merging(environment) { $1 }
            let result = try await command.capture()
            #expect(result.succeeded, "\(result.standardError)")
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
            #expect(
                lines == ["swiftc:", "-D", "A B", "@\(file)", "-Onone"] + Self.whole)
        }
    }

    @Test("where nothing will be edited, the course's own modules are compiled as a whole too")
    func wholeModules() async throws {
        try await machine { machine in
            let file = machine.sources("Own")
            let compile = "\"$SWIFT_EXEC\" -incremental '@\(file)' -Onone"
            let lines = try await machine.lines(compile, ["VITALS_WHOLE_MODULES": "1"])
            #expect(lines == ["swiftc:", "@\(file)", "-Onone"] + Self.whole)
        }
    }

    private static let whole = ["-whole-module-optimization", "-num-threads", "1", "-no-emit-module-separately-wmo"]

    @Test("every other call reaches the compiler as it is")
    func unchanged() async throws {
        try await machine { machine in
            let (own, package) = (machine.sources("Own"), machine.sources("GRDB"))
            let calls = [
                ["-incremental", "@\(own)", "-Onone"], ["-incremental", "@\(package)", "-O"], ["-print-target-info"],
                ["-modulewrap", "\(machine.build)/checkouts/A.swiftmodule", "-o", "a b.o"],
            ]
            for call in calls {
                let lines = try await machine.swiftc(call.map { "'\($0)'" }.joined(separator: " "))
                #expect(lines == ["swiftc:"] + call)
            }
        }
    }

    @Test("what clang compiles of a package is looked up, without the folder that the packages are in")
    func lookedUp() async throws {
        try await machine { machine in
            let file = machine.build + "/checkouts/swift-crypto/Sources/A/a.c"
            let lines = try await machine.clang("-O0 -c '\(file)' -o 'a b.o'")
            #expect(
                lines == [
                    "clang-cache:\(machine.build)=/packages", "\(machine.toolchain)/bin/clang", "-O0", "-c", file, "-o",
                    "a b.o", "-ffile-compilation-dir=/packages",
                ])
            let failing = TreeFile(Data("#!/bin/sh\necho full\nexit 1\n".utf8), isExecutable: true)
            try failing.write(to: machine.toolchain + "/bin/clang-cache")
            #expect(try await machine.clang("-c '\(file)'") == ["full", "clang:", "-c", file])
            let mapped = "-fmodule-map-file=\(machine.build)/checkouts/A/module.modulemap"
            #expect(try await machine.clang("'\(mapped)' -c '\(file)'") == ["clang:", mapped, "-c", file])
            #expect(try await machine.clang("-c a.c") == ["clang:", "-c", "a.c"])
        }
    }

    @Test("the folder looks like the toolchain, and is made once")
    func madeOnce() async throws {
        try await machine { machine in
            let script = "readlink -f \"${SWIFT_EXEC%/bin/*}/lib/swift/host\"; ls -id \"$SWIFT_EXEC\"; ls \"${CC%/*}\""
            let first = try await machine.lines(script)
            #expect(first.first == machine.toolchain + "/lib/swift/host")
            #expect(first.suffix(4) == ["clang", "clang-cache", "swift", "swiftc"])
            #expect(try await machine.lines(script) == first)
            let left = try await machine.lines("ls \"${SWIFT_EXEC%/usr/bin/*}\"")
            #expect(left == ["usr"])
        }
    }

    @Test("the user's own compiler stays; without a toolchain's libraries, or a place for the folder, there is none")
    func othersStay() async throws {
        try await machine { machine in
            let script = "echo \"${SWIFT_EXEC:-none} ${CC:-none}\""
            let chosen = try await machine.lines(script, ["SWIFT_EXEC": "/opt/mine/bin/swiftc", "CC": "/usr/bin/gcc"])
            #expect(chosen == ["/opt/mine/bin/swiftc /usr/bin/gcc"])
            let nowhere = try await machine.lines(script, ["VITALS_COURSE_CACHE": "/dev/null"])
            #expect(nowhere == ["none none"])
            try FileManager.default.removeItem(atPath: machine.toolchain + "/lib")
            #expect(try await machine.lines(script) == ["none none"])
        }
    }

    @Test("clang's result is the same in another folder, and another one when a header has changed")
    func realClang() async throws {
        guard try await Command("bash", ["-c", "command -v clang-cache"]).capture().succeeded else { return }
        try await machine { machine in
            for clone in ["first", "second"] {
                let folder = "\(machine.folder)/\(clone)/checkouts/package"
                try TreeFile("#define YEAR 2026\n").write(to: folder + "/year.h")
                try TreeFile("#include \"year.h\"\nconst char *place(void) { return __FILE__; }\nint year = YEAR;\n")
                    .write(to: folder + "/a.c")
            }
            let path = ProcessInfo.processInfo.environment["PATH"]
            let compile = #"(cd "$FOLDER" && "$CC" -O0 -c "$FOLDER/a.c" -o "$FOLDER/a.o" && cksum <"$FOLDER/a.o")"#
            func object(_ clone: String) async throws -> [String] {
                let folder = "\(machine.folder)/\(clone)/checkouts/package"
                return try await machine.lines(compile, ["PATH": path, "FOLDER": folder])
            }
            let first = try await object("first")
            #expect(try await object("second") == first)
            let header = "\(machine.folder)/second/checkouts/package/year.h"
            try "#define YEAR 2027\n".write(toFile: header, atomically: true, encoding: .utf8)
            #expect(try await object("second") != first)
        }
    }
}
#endif
