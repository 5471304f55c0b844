import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem
@testable import CheckpointWorkspace

@Suite("The doctor")
struct DoctorTests {
    /// Runs `body` with the mini course and the real launcher.
    private static func with(_ body: @Sendable (WorkspaceFixture) async throws -> Void) async throws {
        try await WorkspaceFixture.with { fixture in
            try TreeFile(Data(try TestPaths.text("vitals-course").utf8), isExecutable: true)
                .write(to: fixture.mini.root + "/vitals-course")
            try await body(fixture)
        }
    }

    #if os(Linux)
    @Test("names each thing that is missing with the command that installs it, and exits 4 when it is needed now")
    func missing() async throws {
        try await Self.with { fixture in
            var command = fixture.command(["doctor"])
            let well = try await command.capture()
            expect(well.succeeded, "\(well.standardOutput)")
            expect(well.standardOutput.contains("✓ ok       Swift"))

            command.environment["VITALS_COURSE_PRETEND_MISSING"] = "postgresql"
            let later = try await command.capture()
            expect(later.succeeded, "step 1 needs no Postgres")
            expect(later.standardOutput.contains("○ absent "))

            command.environment["VITALS_COURSE_PRETEND_MISSING"] = "libpq-dev"
            let now = try await command.capture()
            expect(now.ending, equals: "exit status 4")
            expect(now.standardOutput.contains("✗ missing  the headers of libpq"))
            expect(now.standardOutput.contains("apt-get install -y --no-install-recommends libpq-dev"))
        }
    }

    @Test("knows from the step whether a Postgres is needed")
    func postgres() async throws {
        try await Self.with { fixture in
            let manifest = try #require(MiniCourse.files["steps/01-scaffold/step.yml"])
            try fixture.mini.write(manifest + "needs: [postgres]\n", to: "steps/01-scaffold/step.yml")
            var command = fixture.command(["doctor", "--json"])
            command.environment["VITALS_COURSE_PRETEND_MISSING"] = "postgresql postgresql-client"
            command.environment["DATABASE_URL"] = "postgres://localhost/x"
            let result = try await command.capture()
            expect(result.ending, equals: "exit status 4")
            expect(result.standardOutput.contains(#""state":"missing","what":"psql""#))
            expect(
                result.standardOutput.contains(
                    #""state":"absent","what":"the programs of Postgres (initdb, postgres)""#))
        }
    }
    #endif

    @Test("names what keeps grading from shutting submissions in, and needs it for no step")
    func sandbox() {
        expect(Doctor.sandbox(nil).state, equals: .ok)
        let finding = Doctor.sandbox(SandboxUnavailable(what: "bubblewrap is away", remedy: "Fetch it."))
        expect(finding.state, equals: .absent)
        expect(finding.detail.contains("bubblewrap is away") && finding.remedy == "Fetch it.")
    }

    @Test("asks for Node where step 15 has no browser to be judged in, and for one that is new enough")
    func node() {
        expect(Doctor.node("v22.4.0", hasBrowser: false, isNeeded: true).state, equals: .ok)
        expect(Doctor.node("v20.19.1", hasBrowser: false, isNeeded: true).state, equals: .ok)
        for version in [nil, "v18.20.4", "v20.18.9"] {
            let missing = Doctor.node(version, hasBrowser: false, isNeeded: true)
            expect(missing.state, equals: .missing, "\(missing)")
            expect(missing.remedy?.contains("chromium-driver") == true)
            expect(Doctor.node(version, hasBrowser: true, isNeeded: true).state, equals: .absent)
            expect(Doctor.node(version, hasBrowser: false, isNeeded: false).state, equals: .absent)
        }
    }

    @Test("says so when the disk is full")
    func space() {
        expect(Doctor.space(at: "/nowhere/at/all", "space", needed: 1).state, equals: .ok)
        let full = Doctor.space(at: "/nowhere/at/all", "space", needed: 1 << 60)
        expect(full.state, equals: .missing)
        expect(full.remedy?.contains("VITALS_COURSE_CACHE") == true)
    }

    @Test("names a course that has gone on, and a workspace that knows another clone")
    func workspace() async throws {
        try await Self.with { fixture in
            try fixture.workspace.update { $0.courseVersion = "0.1.0" }
            try fixture.write("/elsewhere\n", to: ".vitals/course")
            let text = try await fixture.run("doctor").standardOutput
            expect(text.contains("0.1.0; the course has 1.0.0"))
            expect(text.contains("/elsewhere is recorded"))
            _ = try await fixture.run("update")
            expect(fixture.workspace.courseRoot, equals: fixture.mini.root)
            try await expect(!fixture.run("doctor").standardOutput.contains("vitals-course update"))
        }
    }
}
