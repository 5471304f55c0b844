import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem

/// Tests of `launcher/schemathesis.sh`, with a fake `swift` and a fake `python3`.
@Suite("Schemathesis is installed beside the build")
struct LauncherSchemathesisTests {
    private struct Fixture: Sendable {
        let clone: LauncherPathTests.Clone

        /// - Parameters:
        ///   - build: what `swift build` does before it makes the programs, in sh.
        ///   - install: what `python3 -m venv "$folder"` does, in sh.
        init(in folder: String, build: String, install: String) throws {
            clone = try LauncherPathTests.Clone(in: folder)
            try TreeFile(Data(Self.swift(build).utf8), isExecutable: true).write(to: folder + "/bin/swift")
            let python = """
                #!/bin/sh
                if [ "$1 $2" != "-m venv" ]; then exit 0; fi
                folder=$3
                \(install)

                """
            try TreeFile(Data(python.utf8), isExecutable: true).write(to: folder + "/bin/python3")
            // Nothing is installed on this machine.
            try TreeFile(Data("#!/bin/sh\nexit 1\n".utf8), isExecutable: true).write(to: folder + "/bin/apt-get")
        }

        private static func swift(_ build: String) -> String {
            """
            #!/bin/sh
            set -e
            if [ "$1" = --version ]; then echo "Swift version 6.3 (swift-6.3-RELEASE)"; exit; fi
            \(build)
            mkdir -p .build/debug
            for program in vitals-course vitals-server vitals-device vitalsPackageTests.xctest; do
                printf '#!/bin/sh\\necho started\\n' >.build/debug/$program
                chmod +x .build/debug/$program
            done

            """
        }

        var installed: String? { try? String(contentsOfFile: build + "/schemathesis/version", encoding: .utf8) }
        var build: String { clone.root + "/.build" }

        func test() async throws -> Command.Result {
            try await clone.run(
                ["test"], ["VITALS_COURSE_NO_INSTALL": nil, "VITALS_TEST_DATABASE_URL": "postgres://nowhere"])
        }
    }

    private static func with(
        build: String, install: String, _ body: @Sendable (Fixture) async throws -> Void
    ) async throws {
        try await Resources.using {
            let folder = try await $0.makeDirectory("vitals-launcher")
            try await body(try Fixture(in: folder, build: build, install: install))
        }
    }

    /// Waits up to 20 seconds for a file in the build folder.
    private static func wait(for name: String) -> String {
        "i=0; until [ -e \"$PWD_OF_BUILD/\(name)\" ]; do sleep 0.1; i=$((i + 1)); [ $i -lt 200 ] || exit 1; done"
            .replacing("$PWD_OF_BUILD", with: "${0%/bin/*}/clone/.build")
    }

    private static let makePip = """
        mkdir -p "$folder/bin"
        printf '#!/bin/sh\\ntouch "${0%%/*}/st"; chmod +x "${0%%/*}/st"\\n' >"$folder/bin/pip"
        chmod +x "$folder/bin/pip"
        """

    @Test("neither waits for the other to end, and the tests wait for both")
    func beside() async throws {
        let build = "touch .build/building\n\(Self.wait(for: "installing"))"
        let install = """
            touch "${0%/bin/*}/clone/.build/installing"
            \(Self.wait(for: "building"))
            sleep 1
            \(Self.makePip)
            """
        try await Self.with(build: build, install: install) { fixture in
            let first = try await fixture.test()
            expect(first.standardOutput, equals: "started\n", "\(first.standardError)")
            expect(!first.standardError.contains("can't be installed"), "\(first.standardError)")
            expect(fixture.installed?.isEmpty == false)
            let second = try await fixture.test()
            expect(second.succeeded && !second.standardError.contains("Schemathesis"), "\(second.standardError)")
        }
    }

    @Test("if it can't be installed, the tests start all the same, and it says what is left out")
    func failure() async throws {
        try await Self.with(build: "", install: "exit 1") { fixture in
            let result = try await fixture.test()
            expect(result.standardOutput, equals: "started\n")
            expect(result.standardError.contains("can't be installed"), "\(result.standardError)")
            expect(fixture.installed == nil)
        }
    }

    @Test("if the build fails, it ends too")
    func buildFails() async throws {
        let build = "\(Self.wait(for: "installer"))\nexit 1"
        let install = """
            echo $$ >"${0%/bin/*}/clone/.build/new"
            mv "${0%/bin/*}/clone/.build/new" "${0%/bin/*}/clone/.build/installer"
            exec sleep 300
            """
        try await Self.with(build: build, install: install) { fixture in
            let result = try await fixture.test()
            expect(result.exitStatus, equals: 1, "\(result.standardError)")
            let text = try String(contentsOfFile: fixture.build + "/installer", encoding: .utf8)
            let installer = try #require(pid_t(text.dropLast()))
            let begin = ContinuousClock.now
            while kill(installer, 0) == 0, begin.duration(to: .now) < .seconds(10) {
                try await Task.sleep(for: .milliseconds(50))
            }
            expect(kill(installer, 0) != 0, "the installer still runs")
        }
    }
}
