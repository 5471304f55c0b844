import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem

/// Tests of the launcher's display of a build, with a fake `swift` whose output and ending the test chooses.
@Suite("What the launcher shows of a build")
struct LauncherProgressTests {
    private struct Fixture: Sendable {
        let clone: LauncherPathTests.Clone

        /// - Parameter build: the script that `swift build` runs, in sh.
        init(in folder: String, build: String) throws {
            clone = try LauncherPathTests.Clone(in: folder)
            let script = """
                #!/bin/sh
                # Like SwiftPM, it ends where something that it has started fails.
                set -e
                if [ "$1" = --version ]; then echo "Swift version 6.3 (swift-6.3-RELEASE)"; exit; fi
                \(build)
                mkdir -p .build/debug
                printf '#!/bin/sh\\necho started\\n' >.build/debug/vitals-course
                chmod +x .build/debug/vitals-course

                """
            try TreeFile(Data(script.utf8), isExecutable: true).write(to: folder + "/bin/swift")
        }

        var log: String { clone.root + "/.build/vitals-course-build.log" }
        var path: String { clone.root + "/../bin:/usr/local/bin:/usr/bin:/bin" }
    }

    private static func with(build: String, _ body: @Sendable (Fixture) async throws -> Void) async throws {
        try await Resources.using {
            try await body(try Fixture(in: try await $0.makeDirectory("vitals-launcher"), build: build))
        }
    }

    @Test("without a terminal it is a line at the beginning and one at the end; the compiler's words are in the log")
    func noTerminal() async throws {
        let steps = #"""
            i=0
            while [ $i -lt 900 ]; do i=$((i + 1)); echo "[$i/900] Compiling NIOCore File$i.swift"; done
            """#
        try await Self.with(build: steps) { fixture in
            let result = try await fixture.clone.run(["status"])
            expect(result.standardOutput, equals: "started\n")
            let lines = result.standardError.split(separator: "\n").map(String.init)
            expect(lines.count, equals: 2, "\(result.standardError)")
            expect(lines.first, equals: "vitals-course: Building vitals-course; the log: \(fixture.log)")
            expect(lines.last?.wholeMatch(of: /vitals-course: Building vitals-course took \d+ s/) != nil)
            try expect(String(contentsOfFile: fixture.log, encoding: .utf8).contains("[900/900] Compiling NIOCore"))
        }
    }

    @Test("a build that fails shows each error once, and where the log is")
    func failure() async throws {
        let failing = """
            echo "[1/2] Compiling Vitals A.swift"
            echo "/a/A.swift:3:5: error: cannot find 'x' in scope"
            echo "/a/A.swift:3:5: error: cannot find 'x' in scope"
            echo "3 | x"
            exit 1
            """
        try await Self.with(build: failing) { fixture in
            let result = try await fixture.clone.run(["status"])
            expect(result.ending, equals: "exit status 1")
            expect(result.standardOutput.isEmpty)
            let expected = """
                vitals-course: Building vitals-course; the log: \(fixture.log)
                /a/A.swift:3:5: error: cannot find 'x' in scope
                vitals-course: The build failed. Its full log: \(fixture.log)

                """
            expect(result.standardError, equals: expected)
            try expect(String(contentsOfFile: fixture.log, encoding: .utf8).contains("3 | x"))
        }
    }

    @Test("a build that fails without an error shows how the log ends")
    func silentFailure() async throws {
        try await Self.with(build: "echo 'Killed, for want of memory'; exit 137") { fixture in
            let result = try await fixture.clone.run(["status"])
            expect(result.standardError.contains("\nKilled, for want of memory\nvitals-course: The build failed."))
        }
    }

    @Test(
        "on a terminal one line changes: how far, how long still, what; and it is gone in the end",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "there is no script(1)"))
    func terminal() async throws {
        let slow = #"""
            i=0
            while [ $i -lt 8 ]; do
                i=$((i + 1)); echo "[$((i * 50))/1000] Compiling NIOCore File$i.swift"; sleep 0.9
            done
            """#
        try await Self.with(build: slow) { fixture in
            var command = Command(
                "/usr/bin/script", ["-qec", "\(fixture.clone.root)/vitals-course status", "/dev/null"])
            command.environment = [
                "PATH": fixture.path, "VITALS_COURSE_NO_INSTALL": "1", "TERM": "xterm",
                "VITALS_COURSE_CONFIGURATION": nil,
            ]
            // A build of ten seconds or more gets a line that stays. This one is that long on a slow machine only.
            let screen = try await command.capture().standardOutput
                .replacing(/vitals-course: Building vitals-course took \d+ s\r\n/, with: "")
            expect(screen.hasSuffix("\r\u{1B}[Kstarted\r\n"), "\(screen)")
            expect(screen.components(separatedBy: "\r\n").count, equals: 2, "more than one line: \(screen)")
            let shown = screen.components(separatedBy: "\r\u{1B}[K")
            expect(shown.count > 5 && shown.allSatisfy { $0.count < 80 })
            expect(!screen.contains("about 0 s") && !screen.contains("nearly done"))
            let full = /\d+ s  Building vitals-course: \d+ of 1000 steps, about \d+ (s|min) left \(Compil/
            expect(shown.contains { $0.firstMatch(of: full) != nil }, "\(shown)")
        }
    }

    @Test(
        "a signal ends the build with all that it started, and leaves no stamp", arguments: [SIGINT, SIGQUIT, SIGTERM])
    func interrupted(signal: Int32) async throws {
        let endless = #"sh -c 'echo $$ >compiler.pid; echo "[1/9] Compiling A B.swift"; sleep 300; exit 1'"#
        try await Self.with(build: endless) { fixture in
            let root = fixture.clone.root
            // Where tests run in the background an interrupt is ignored, and some threads of Swift's block signals; both
            // are inherited, and a shell can't change either.
            let script =
                "sigprocmask(SIG_SETMASK, POSIX::SigSet->new); $SIG{$_} = 'DEFAULT' for qw(INT QUIT); exec @ARGV"
            let catching = ["-MPOSIX", "-e", script, root + "/vitals-course", "status"]
            let (program, compiler) = try await blocking {
                let program = try RunningProgram(
                    path: "/usr/bin/perl", catching,
                    environment: ["PATH": fixture.path, "VITALS_COURSE_NO_INSTALL": "1"])
                let deadline = Date(timeIntervalSinceNow: 30)
                while Date() < deadline {
                    let text = (try? String(contentsOfFile: root + "/compiler.pid", encoding: .utf8)) ?? ""
                    if text.hasSuffix("\n"), let processID = Int32(text.dropLast()) {
                        return (program, processID)
                    }
                    usleep(20_000)
                }
                throw ProgramError("The build did not begin.")
            }
            kill(program.processID, signal)
            let run = try await blocking { try program.finish(withinSeconds: 20) }
            expect(run.status, equals: 128 + signal, "\(run.errors)")
            expect(run.errors.hasSuffix("vitals-course: stopped. What was built so far is kept.\n"), "\(run.errors)")
            expect(kill(compiler, 0), equals: -1, "the compiler is still there")
            let left = try FileManager.default.contentsOfDirectory(atPath: root + "/.build")
            expect(left, equals: ["vitals-course-build.log"])
        }
    }
}
