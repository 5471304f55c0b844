import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem

@Suite("The launcher's way to the program")
struct LauncherPathTests {
    /// A clone with only the launcher and the sources, and a `swift` that records its calls and "builds" a script.
    struct Clone {
        let root: String

        init(in folder: String) throws {
            root = folder + "/clone"
            for path in [
                "vitals-course", "launcher/build.sh", "launcher/progress.sh", "launcher/schemathesis.sh",
            ] {
                let script = TreeFile(Data(try TestPaths.text(path).utf8), isExecutable: true)
                try script.write(to: root + "/" + path)
            }
            for path in [
                "Package.swift", "Sources/Checkpoint/A/B/C.swift", "Sources/vitals-course/Main.swift",
                "Sources/VitalsServer/A/B.swift", "Tests/A/B.swift", "Examples/A/B.swift",
            ] {
                try TreeFile("").write(to: root + "/" + path)
            }
            try TreeFile(Data(Self.swift.utf8), isExecutable: true).write(to: folder + "/bin/swift")
        }

        private static let swift = #"""
            #!/bin/sh
            echo "$*" >>"${0%/bin/swift}/asked"
            if [ "$1" = --version ]; then echo "Swift version 6.3 (swift-6.3-RELEASE)"; exit; fi
            mkdir -p ".build/$4"
            for program in vitals-course vitals-server vitals-device vitalsPackageTests.xctest; do
                printf '#!/bin/sh\necho "program of %s, root $VITALS_COURSE_ROOT: $*"\n' "$4" >".build/$4/$program"
                chmod +x ".build/$4/$program"
            done

            """#

        func run(
            _ arguments: [String], _ environment: [String: String?] = [:], in folder: String = "/"
        ) async throws -> Command.Result {
            var command = Command(root + "/vitals-course", arguments)
            command.directory = folder
            command.environment = [
                "PATH": root + "/../bin:/usr/local/bin:/usr/bin:/bin", "VITALS_COURSE_NO_INSTALL": "1",
                "VITALS_COURSE_CONFIGURATION": nil,
            ].merging(environment) { $1 }
            return try await command.capture()
        }

        /// Returns the calls of `swift` since the last time.
        func asked() -> [String] {
            let path = root + "/../asked"
            defer { unlink(path) }
            return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
        }

        /// Makes a path newer than everything else, or as many seconds old.
        func touch(_ path: String, age: Double = -2) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: root + "/" + path)
        }
    }

    private static func with(_ body: @Sendable (Clone) async throws -> Void) async throws {
        try await Resources.using { try await body(try Clone(in: try await $0.makeDirectory("vitals-launcher"))) }
    }

    @Test("builds once; while nothing changes it starts no swift and hands every word over")
    func fresh() async throws {
        try await Self.with { clone in
            let first = try await clone.run(["status", "a b"])
            expect(first.succeeded, "\(first.standardError)")
            expect(first.standardOutput, equals: "program of debug, root \(clone.root): status a b\n")
            expect(
                clone.asked(), equals: ["--version", "build --disable-index-store -c debug --product vitals-course"])
            try await expect(clone.run([]).standardOutput, equals: "program of debug, root \(clone.root): \n")
            expect(clone.asked().isEmpty)
        }
    }

    @Test(
        "builds again when a source, the manifest or a folder of sources is newer",
        arguments: [
            "Package.swift", "Sources/Checkpoint/A/B/C.swift", "Sources/Checkpoint/A/B", "Sources/vitals-course",
        ])
    func stale(path: String) async throws {
        try await Self.with { clone in
            _ = try await clone.run([])
            _ = clone.asked()
            try clone.touch(path)
            _ = try await clone.run([])
            expect(
                clone.asked(), equals: ["--version", "build --disable-index-store -c debug --product vitals-course"])
        }
    }

    @Test("builds all that the demo runs in one call, and for a second demo nothing")
    func demo() async throws {
        try await Self.with { clone in
            let demo = try await clone.run(["demo", "--plain"])
            let words = "demo --binaries \(clone.root)/.build/debug --plain"
            let handedOver = "program of debug, root \(clone.root): \(words)\n"
            expect(demo.standardOutput, equals: handedOver, "\(demo.standardError)")
            expect(clone.asked(), equals: ["--version", "build --disable-index-store -c debug"])
            try await expect(clone.run(["demo", "--plain"]).standardOutput, equals: handedOver)
            try await expect(clone.run(["status"]).succeeded)
            expect(clone.asked(), equals: [], "what was built for the demo serves every other command")
            try clone.touch("Sources/VitalsServer/A/B.swift")
            try await expect(clone.run(["status"]).succeeded)
            expect(clone.asked(), equals: [], "the program itself knows nothing of the server")
            _ = try await clone.run(["demo"])
            expect(clone.asked(), equals: ["--version", "build --disable-index-store -c debug"])
        }
    }

    @Test("in a workspace, where the learner's own build is shown, the demo needs the program alone")
    func demoInWorkspace() async throws {
        try await Self.with { clone in
            try TreeFile("").write(to: clone.root + "/../mine/.vitals/progress.json")
            try TreeFile("").write(to: clone.root + "/../mine/Sources/A.swift")
            let demo = try await clone.run(["demo"], in: clone.root + "/../mine/Sources")
            expect(demo.standardOutput, equals: "program of debug, root \(clone.root): demo\n", "\(demo.standardError)")
            expect(
                clone.asked(), equals: ["--version", "build --disable-index-store -c debug --product vitals-course"])
        }
    }

    @Test("tests are built with TLS in the first and only build, and the folder stays with TLS")
    func tests() async throws {
        try await Self.with { clone in
            let environment = ["VITALS_TEST_DATABASE_URL": "postgres://nowhere"]
            let built = ["--version", "build --disable-index-store -c debug --build-tests --traits TLS"]
            for _ in 1...2 {
                let build = try await clone.run(["test", "--build"], environment)
                expect(build.succeeded && build.standardOutput.isEmpty, "\(build.standardError)")
                expect(clone.asked(), equals: built, "whoever asks for a build gets one")
            }
            let run = try await clone.run(["test", "--filter", "A"], environment)
            expect(run.standardOutput, equals: "program of debug, root \(clone.root): test --built --filter A\n")
            expect(clone.asked(), equals: ["--version"])
            for path in ["Package.swift", "Sources/VitalsServer/A/B.swift", "Tests/A/B.swift", "Examples/A"] {
                // An old time as well: a file that was restored is another file.
                for age in [0.0, 100_000] {
                    try clone.touch(path, age: age)
                    try await expect(clone.run(["test"], environment).succeeded)
                    expect(clone.asked(), equals: built, "\(path)")
                }
            }
            // A plain `swift build` leaves HTTPS out of the server.
            try clone.touch(".build/debug/vitals-server")
            try await expect(clone.run(["test"], environment).succeeded)
            expect(clone.asked(), equals: built, "someone else has built the server since")
            try await expect(clone.run(["status"]).succeeded)
            expect(clone.asked(), equals: [])
            try clone.touch("Package.swift")
            try await expect(clone.run(["demo"]).succeeded)
            expect(clone.asked(), equals: ["--version", "build --disable-index-store -c debug --traits TLS"])
        }
    }

    @Test("the runner that is built ahead of the tests has their traits, so that their build doesn't compile it again")
    func runner() async throws {
        try await Self.with { clone in
            let build = try await clone.run(["--build", "runner"])
            expect(build.succeeded && build.standardOutput.isEmpty, "\(build.standardError)")
            let arguments = "build --disable-index-store -c debug --product vitals-course --traits TLS"
            expect(clone.asked(), equals: ["--version", arguments])
            try await expect(clone.run(["status"]).succeeded)
            expect(clone.asked(), equals: [])
            try await expect(clone.run(["test", "--build"]).succeeded)
            expect(
                clone.asked(), equals: ["--version", "build --disable-index-store -c debug --build-tests --traits TLS"])
        }
    }

    @Test("--build builds what it is told, starts nothing, and refuses what there is not")
    func build() async throws {
        try await Self.with { clone in
            let build = try await clone.run(["--build", "demo"])
            expect(build.succeeded && build.standardOutput.isEmpty)
            expect(clone.asked(), equals: ["--version", "build --disable-index-store -c debug"])
            try await expect(clone.run(["--build", "demo"]).succeeded)
            expect(clone.asked(), equals: [])
            let wrong = try await clone.run(["--build", "all"])
            expect(wrong.ending, equals: "exit status 2")
            expect(wrong.standardError, equals: "vitals-course: --build takes course, demo, runner or tests, not all\n")
        }
    }

    @Test("a build that fails is not taken for one that is done")
    func failedBuild() async throws {
        try await Self.with { clone in
            _ = try await clone.run([])
            try clone.touch("Package.swift")
            let swift = clone.root + "/../bin/swift"
            let good = try String(contentsOfFile: swift, encoding: .utf8)
            let bad = good.replacingOccurrences(of: "mkdir", with: "exit 1; mkdir")
            try TreeFile(Data(bad.utf8), isExecutable: true).write(to: swift)
            for _ in 1...2 { try await expect(!clone.run([]).succeeded) }
        }
    }

    @Test(
        "what the machine lacks is a sentence that says what to do",
        arguments: [
            ("error: Failed to clone repository https://github.com/apple/swift-nio.git:", "reaches github.com"),
            ("error: Git command 'git -C /a config' failed: fatal: cannot change to '/a'", "reaches github.com"),
            ("<unknown>:0: error: error opening 'A.d' for output: No space left on device", "is full"),
        ])
    func machine(output: String, sentence: String) async throws {
        try await Self.with { clone in
            let swift = "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'Swift version 6.3'; exit; fi\n"
            let text = "\(swift)echo \"\(output)\"; exit 1\n"
            try TreeFile(Data(text.utf8), isExecutable: true).write(to: clone.root + "/../bin/swift")
            let result = try await clone.run([])
            expect(result.ending, equals: "exit status 1")
            expect(result.standardError.contains(sentence), "\(result.standardError)")
            expect(!result.standardError.contains("error:"), "\(result.standardError)")
        }
    }

    @Test("a clone without room for a build is refused before anything is installed or built")
    func readOnly() async throws {
        try await Self.with { clone in
            // Root may write everywhere, but not below a file.
            try TreeFile("").write(to: clone.root + "/.build")
            let result = try await clone.run(["demo"], ["VITALS_COURSE_PRETEND_MISSING": "libpq-dev"])
            expect(result.ending, equals: "exit status 4")
            let sentence = "vitals-course: \(clone.root)/.build isn't a folder, and a build needs one there."
            expect(result.standardError.hasPrefix(sentence), "\(result.standardError)")
            expect(clone.asked(), equals: ["--version"])
        }
    }

    @Test("two launchers that build at once both run their commands")
    func together() async throws {
        try await Self.with { clone in
            let swift = clone.root + "/../bin/swift"
            let quick = try String(contentsOfFile: swift, encoding: .utf8)
            let slow = quick.replacingOccurrences(of: "mkdir", with: "sleep 0.5; mkdir")
            try TreeFile(Data(slow.utf8), isExecutable: true).write(to: swift)
            async let first = clone.run(["a"])
            async let second = clone.run(["b"])
            for result in try await [first, second] { expect(result.succeeded, "\(result.standardError)") }
        }
    }

    @Test("VITALS_COURSE_CONFIGURATION chooses the build, and nothing but debug and release")
    func configuration() async throws {
        try await Self.with { clone in
            let release = try await clone.run(["x"], ["VITALS_COURSE_CONFIGURATION": "release"])
            expect(release.standardOutput.hasPrefix("program of release"))
            try await expect(clone.run(["x"], ["VITALS_COURSE_CONFIGURATION": "fast"]).ending, equals: "exit status 2")
        }
    }

    @Test("is found through a link to it")
    func link() async throws {
        try await Self.with { clone in
            let link = clone.root + "/../bin/course"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../clone/vitals-course")
            _ = try await clone.run([])
            let result = try await Command(link, ["x"]).capture()
            expect(result.standardOutput, equals: "program of debug, root \(clone.root): x\n")
        }
    }
}
