import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem
@testable import CheckpointWorkspace

@Suite("The spelling of a printed command")
struct CommandSpellingTests {
    /// Runs `body` with a workspace that has its own `vitals-course`, and with a folder in it.
    private func inWorkspace(_ body: @Sendable (_ root: String, _ below: String) throws -> Void) async throws {
        try await Resources.using { resources in
            let root = try await resources.makeDirectory("vitals-spelling")
            let below = root + "/Sources/Vitals"
            try FileManager.default.createDirectory(atPath: below, withIntermediateDirectories: true)
            try Shim.file.write(to: root + "/vitals-course")
            try body(root, below)
        }
    }

    @Test("is the one that runs in this folder: ./, or the way up, or the bare name where the shell finds it")
    func names() async throws {
        try await inWorkspace { root, below in
            func name(_ folder: String, _ path: [String]) -> String {
                CommandSpelling(folder: folder, path: path, commands: ["check"]).name
            }
            expect(name(root, ["/nowhere"]), equals: "./vitals-course")
            expect(name(below, ["/nowhere"]), equals: "../../vitals-course")
            expect(name(below, ["/nowhere", root]), equals: "vitals-course")
            expect(name("/nowhere/at/all", ["/nowhere"]), equals: "vitals-course")
            // A folder that was removed while the command ran has no name.
            expect(name("", ["/nowhere"]), equals: "vitals-course")
        }
    }

    @Test("on a page it's that of a workspace, for every command that there is")
    func pages() async throws {
        var command = Command(TestPaths.course, ["--help"])
        command.directory = "/"
        let help = try await command.capture().standardOutput
        let names = help.split(separator: "\n").compactMap { $0.firstMatch(of: #/^  ([a-z]+) /#)?.1 }
        expect(names.count > 15, "\(help)")
        for name in names + ["help"] {
            expect(
                CommandSpelling.inWorkspace.applied(to: "<code>vitals-course \(name) 8</code>"),
                equals: "<code>./vitals-course \(name) 8</code>")
        }
    }

    @Test("changes commands and nothing else")
    func text() async throws {
        try await inWorkspace { root, _ in
            let spelling = CommandSpelling(folder: root, path: [], commands: ["check", "read"])
            expect(
                spelling.applied(to: "vitals-course check 8, then (vitals-course read 9)\nvitals-course check\n"),
                equals: "./vitals-course check 8, then (./vitals-course read 9)\n./vitals-course check\n")
            for same in [
                "./vitals-course check", "/opt/vitals-course check", "my-vitals-course check", "vitals-course: no",
                "vitals-course checks all", "the vitals-course of this clone", "vitals-course ", "",
            ] {
                expect(spelling.applied(to: same), equals: same)
            }
        }
    }
}
