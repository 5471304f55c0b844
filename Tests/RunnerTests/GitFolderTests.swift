internal import CheckpointGrading
import Foundation
import TestSupport
import Testing

/// Tests that a submission's repository is read, and nothing outside it.
@Suite("Repositories that reach for others")
struct GitFolderTests {
    /// Runs `body` with Ada's repository, for which Eve would like to be graded.
    private static func with(_ body: @Sendable (SubmissionFixture) async throws -> Void) async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.makeRepository()
            try await fixture.run("git", "init", "--quiet", "--initial-branch=main", "eve")
            let commit = try await fixture.run("git", "rev-parse", "HEAD", at: "ada")
            try await fixture.run("mkdir", "-p", "eve/.git/refs/heads", "eve/.git/objects/info")
            try fixture.write(commit + "\n", to: "eve/.git/refs/heads/main")
            try await body(fixture)
        }
    }

    private static func expectRefused(_ fixture: SubmissionFixture, _ words: String) async throws {
        let submission = try await fixture.read("eve")
        expect(
            submission.problem?.contains(words) == true,
            "\(submission.problem ?? "read: \(submission.tree.count) files")")
        expect(submission.tree.isEmpty)
    }

    @Test("objects that are borrowed from another repository", arguments: ["alternates", "http-alternates"])
    func alternates(name: String) async throws {
        try await Self.with { fixture in
            try fixture.write(fixture.folder + "/ada/.git/objects\n", to: "eve/.git/objects/info/" + name)
            try await Self.expectRefused(fixture, "objects/info/" + name)
        }
    }

    @Test("the folder that several working trees share")
    func commonFolder() async throws {
        try await Self.with { fixture in
            try fixture.write(fixture.folder + "/ada/.git\n", to: "eve/.git/commondir")
            try await Self.expectRefused(fixture, "commondir")
        }
    }

    @Test(
        "links in it, whatever they stand for",
        arguments: [
            "objects", "refs", "HEAD", "packed-refs", "refs/heads", "refs/heads/main", "objects/pack", "config", "logs",
        ])
    func links(path: String) async throws {
        try await Self.with { fixture in
            try await fixture.run("git", "pack-refs", "--all", at: "ada")
            try await fixture.run("git", "update-ref", "refs/heads/main", "HEAD~0", at: "ada")
            try await fixture.run("git", "gc", "--quiet", at: "ada")
            try await fixture.run("git", "update-ref", "refs/heads/extra", "HEAD", at: "ada")
            try await fixture.run("rm", "-rf", "eve/.git/" + path)
            try fixture.link("eve/.git/" + path, to: fixture.folder + "/ada/.git/" + path)
            try await Self.expectRefused(fixture, "link")
        }
    }

    @Test("a single object that is a link")
    func linkedObject() async throws {
        try await Self.with { fixture in
            try await fixture.run("cp", "-R", "ada/.git/.", "eve/.git")
            let id = try await fixture.run("git", "rev-parse", "HEAD:Package.swift", at: "ada")
            let object = ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
            try await expect(fixture.read("eve").problem == nil)
            try await fixture.run("rm", "-f", "eve/" + object)
            try fixture.link("eve/" + object, to: fixture.folder + "/ada/" + object)
            try await Self.expectRefused(fixture, "link")
        }
    }

    @Test("a pipe that would keep git waiting")
    func pipe() async throws {
        try await Self.with { fixture in
            try await fixture.run("rm", "eve/.git/config")
            try await fixture.run("mkfifo", "eve/.git/config")
            try await Self.expectRefused(fixture, "isn't a file")
        }
    }

    @Test("a bare repository is looked at no less")
    func bare() async throws {
        try await Self.with { fixture in
            try await fixture.run("git", "clone", "--quiet", "--bare", "--shared", "ada", "eve.git")
            let submission = try await fixture.read("eve.git")
            expect(submission.problem?.contains("objects/info/alternates") == true, "\(submission)")
        }
    }

    @Test("settings that include others, name a working tree or a reference storage have no effect on what is read")
    func settings() async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.makeRepository()
            let mark = fixture.folder + "/mark"
            try fixture.write(
                "[core]\n\tfsmonitor = touch \(mark)\n\tworktree = /nowhere\n\thooksPath = \(fixture.folder)\n",
                to: "more")
            for (name, value) in [
                ("include.path", fixture.folder + "/more"), ("includeIf.gitdir:/.path", fixture.folder + "/more"),
                ("core.bare", "true"), ("core.attributesFile", fixture.folder + "/more"),
                ("extensions.worktreeConfig", "true"), ("core.excludesFile", fixture.folder + "/more"),
            ] { try await fixture.run("git", "config", name, value, at: "ada") }
            try fixture.write(
                "[core]\n\tworktree = /nowhere\n\tfsmonitor = touch \(mark)\n", to: "ada/.git/config.worktree")
            let submission = try await fixture.read("ada")
            expect(submission.problem == nil)
            expect(submission.tree, equals: SubmissionFixture.files)
            expect(!FileManager.default.fileExists(atPath: mark))
        }
    }

    @Test("hooks that are links are nobody's business: none is ever run")
    func hooks() async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.makeRepository()
            try await fixture.run("mkdir", "-p", "ada/.git/hooks")
            try fixture.link("ada/.git/hooks/pre-commit", to: "../../tools/pre-commit")
            let submission = try await fixture.read("ada")
            expect(submission.problem == nil)
        }
    }
}
