import Foundation
import TestSupport
import Testing

@testable import CheckpointGrading
@testable import CheckpointSystem

@Suite("Names of submissions")
struct GradingSubmissionNamesTests {
    /// Runs `body` with a folder that has an empty file for each name, or a folder for a name that ends in a slash.
    private static func with(
        _ names: [String], _ body: @Sendable (_ folder: String) async throws -> Void
    ) async throws {
        try await SubmissionFixture.with { fixture in
            for name in names {
                if name.hasSuffix("/") {
                    try await fixture.run("mkdir", "-p", name)
                } else {
                    try fixture.write("", to: name)
                }
            }
            try await body(fixture.folder)
        }
    }

    @Test("a submission is named by its folder, repository or archive, without the ending")
    func naming() async throws {
        let names = ["b.zip", "c.tar.gz", "d.TGZ", "e.v2.tar", "f.zip/", "g.git/.git/", "h.tar.gz.zip", ".i/"]
        try await Self.with(names) { folder in
            let paths = names.map { folder + "/" + $0.replacing(".git/.git/", with: ".git") }
            let found = try SubmissionReader.names(of: paths + [folder + "/ada///"])
            expect(found, equals: ["b", "c", "d", "e.v2", "f.zip", "g", "h.tar.gz", ".i", "ada"])
        }
    }

    @Test("two submissions of one name are refused by both their paths, before anything is read")
    func doubles() async throws {
        try await Self.with(["bob.zip", "more/Bob.tar"]) { folder in
            let paths = ["ada", "bob.zip", "more/Bob.tar"].map { folder + "/" + $0 }
            let error = #expect(throws: CourseError.self) { try SubmissionReader.names(of: paths) }
            expect(error?.code, equals: .usage)
            for path in paths.dropFirst() { expect(error?.description.contains(path) == true) }
            let names = try SubmissionReader.names(of: [paths[0], paths[1]])
            expect(names, equals: ["ada", "bob"])
        }
    }

    @Test("a path that leads to nothing, or to no submission, or whose name no file can have, is refused")
    func refused() async throws {
        let names = [
            "notes.rar", ".zip", "a\u{1B}[1m.zip", "..tar", "...zip", String(repeating: "n", count: 201) + ".tar",
        ]
        try await Self.with(names) { folder in
            for name in names + ["nobody", "ada/..", "ada/.", "ada/Package.swift"] {
                let path = folder + "/" + name
                let error = #expect(throws: CourseError.self, "\(name)") { try SubmissionReader.names(of: [path]) }
                expect(error?.code, equals: .usage)
                expect(error?.description.contains("\u{1B}") == false)
                await #expect(throws: CourseError.self, "\(name)") { try await SubmissionReader.read(path) }
            }
        }
    }
}
