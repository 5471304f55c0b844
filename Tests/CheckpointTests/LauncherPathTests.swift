import Foundation
import Testing

@testable import Checkpoint

@Suite("The launcher's way to the program")
struct LauncherPathTests {
    /// A clone of launcher and sources alone, and a `swift` that notes what it is asked and "builds" a script.
    struct Clone {
        let root: String

        init(in folder: String) throws {
            root = folder + "/clone"
            let launcher = TreeFile(Data(try TestPaths.text("vitals-course").utf8), isExecutable: true)
            try launcher.write(to: root + "/vitals-course")
            for path in ["Package.swift", "Sources/Checkpoint/A/B/C.swift", "Sources/vitals-course/Main.swift"] {
                try TreeFile("").write(to: root + "/" + path)
            }
            try TreeFile(Data(Self.swift.utf8), isExecutable: true).write(to: folder + "/bin/swift")
        }

        private static let swift = #"""
            #!/bin/sh
            echo "$*" >>"${0%/bin/swift}/asked"
            if [ "$1" = --version ]; then echo "Swift version 6.3 (swift-6.3-RELEASE)"; exit; fi
            mkdir -p ".build/$3"
            printf '#!/bin/sh\necho "program of %s, root $VITALS_COURSE_ROOT: $*"\n' "$3" >".build/$3/vitals-course"
            chmod +x ".build/$3/vitals-course"

            """#

        func run(_ arguments: [String], _ environment: [String: String?] = [:]) async throws -> Command.Result {
            var command = Command(root + "/vitals-course", arguments)
            command.directory = "/"
            command.environment = [
                "PATH": root + "/../bin:/usr/local/bin:/usr/bin:/bin", "VITALS_COURSE_NO_INSTALL": "1",
                "VITALS_COURSE_CONFIGURATION": nil,
            ].merging(environment) { $1 }
            return try await command.capture()
        }

        /// What `swift` was asked since the last time.
        func asked() -> [String] {
            let path = root + "/../asked"
            defer { unlink(path) }
            return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
        }

        /// Makes a path newer than everything else.
        func touch(_ path: String) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: 2)], ofItemAtPath: root + "/" + path)
        }
    }

    private static func with(_ body: @Sendable (Clone) async throws -> Void) async throws {
        try await Resources.using { try await body(try Clone(in: try await $0.makeDirectory("vitals-launcher"))) }
    }

    @Test("builds once; while nothing changes it starts no swift and hands every word over")
    func fresh() async throws {
        try await Self.with { clone in
            let first = try await clone.run(["status", "a b"])
            #expect(first.succeeded, "\(first.standardError)")
            #expect(first.standardOutput == "program of debug, root \(clone.root): status a b\n")
            #expect(clone.asked() == ["--version", "build -c debug --product vitals-course"])
            #expect(try await clone.run([]).standardOutput == "program of debug, root \(clone.root): \n")
            #expect(clone.asked().isEmpty)
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
            #expect(clone.asked() == ["--version", "build -c debug --product vitals-course"])
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
            for _ in 1...2 { #expect(try await !clone.run([]).succeeded) }
        }
    }

    @Test("VITALS_COURSE_CONFIGURATION chooses the build, and nothing but debug and release")
    func configuration() async throws {
        try await Self.with { clone in
            let release = try await clone.run(["x"], ["VITALS_COURSE_CONFIGURATION": "release"])
            #expect(release.standardOutput.hasPrefix("program of release"))
            #expect(try await clone.run(["x"], ["VITALS_COURSE_CONFIGURATION": "fast"]).ending == "exit status 2")
        }
    }

    @Test("is found through a link to it")
    func link() async throws {
        try await Self.with { clone in
            let link = clone.root + "/../bin/course"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../clone/vitals-course")
            _ = try await clone.run([])
            let result = try await Command(link, ["x"]).capture()
            #expect(result.standardOutput == "program of debug, root \(clone.root): x\n")
        }
    }
}
