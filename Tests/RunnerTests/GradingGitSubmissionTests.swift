import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointSystem

@Suite("Repositories that were handed in")
struct GradingGitSubmissionTests {
    private static func later(_ days: Int) -> Date { SubmissionFixture.moment + Double(days) * 86400 }

    @Test("HEAD is read, another revision on demand, or the last commit before it was due; not what is uncommitted")
    func revisions() async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.makeRepository()
            let first = try await fixture.run("git", "rev-parse", "HEAD", at: "ada")
            try fixture.write("second\n", to: "ada/Package.swift")
            try await fixture.commit(at: Self.later(2))
            try await fixture.run("git", "tag", "handed-in", at: "ada")
            try fixture.write("third\n", to: "ada/Package.swift")
            try await fixture.commit(at: Self.later(4))
            try fixture.write("uncommitted\n", to: "ada/Package.swift")

            let head = try await fixture.read("ada")
            expect(head.tree["Package.swift"], equals: TreeFile("third\n"))
            expect(head.submittedAt, equals: Self.later(4))
            let tagged = try await fixture.read("ada", .init(revision: "handed-in"))
            expect(tagged.tree["Package.swift"], equals: TreeFile("second\n"))
            expect(tagged.submittedAt, equals: Self.later(2))
            let due = try await fixture.read("ada", .init(beforeDue: Self.later(1)))
            expect(due.tree, equals: SubmissionFixture.files)
            expect(due.submittedAt, equals: SubmissionFixture.moment)
            expect(due.revision, equals: first)
            let exact = try await fixture.read("ada", .init(beforeDue: Self.later(2)))
            expect(exact.submittedAt, equals: Self.later(2))
            let both = try await fixture.read("ada", .init(revision: "handed-in", beforeDue: Self.later(9)))
            expect(both.submittedAt, equals: Self.later(2))
            let early = try await fixture.read("ada", .init(beforeDue: Self.later(-1)))
            expect(early.problem?.contains("no commit before it was due") == true)
            expect(early.revision == nil)
            for name in ["nowhere", "--all", "-h", "HEAD:Package.swift", ""] {
                let submission = try await fixture.read("ada", .init(revision: name))
                expect(submission.problem?.contains("no branch, tag or commit") == true, "\(name)")
            }
        }
    }

    @Test("a repository without a commit, and what only looks like a repository, are problems and no crash")
    func nothingThere() async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.run("git", "init", "--quiet", at: "ada")
            try await expect(fixture.read("ada").problem?.contains("HEAD doesn't point to a commit") == true)
            try await fixture.run("git", "init", "--quiet", "--bare", "bob.git")
            try await expect(fixture.read("bob.git").problem?.contains("HEAD doesn't point to a commit") == true)
            try await fixture.run("mkdir", "-p", "eve/.git")
            try await expect(fixture.read("eve").problem, equals: GitSubmission.unreadable.description)
        }
    }

    @Test("links and other repositories in it are left out, and what runs stays so")
    func kinds() async throws {
        try await SubmissionFixture.with { fixture in
            try fixture.link("ada/Sources/Mini/link.swift", to: "/etc/passwd")
            try fixture.write("x", to: "ada/web/inner/x")
            try await fixture.run("git", "init", "--quiet", at: "ada/web/inner")
            try await fixture.run("git", "add", "--all", at: "ada/web/inner")
            try await fixture.run("git", "commit", "--quiet", "--message=inner", at: "ada/web/inner")
            try await fixture.makeRepository()
            let modes = try await fixture.run("git", "ls-tree", "-r", "HEAD", at: "ada")
            expect(modes.contains("120000 blob") && modes.contains("160000 commit"))
            try await expect(fixture.read("ada").tree, equals: SubmissionFixture.files)
        }
    }

    @Test("a .git that leads to a repository elsewhere is not followed: the files count as they lie")
    func repositoriesElsewhere() async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.makeRepository()
            try await fixture.run("git", "worktree", "add", "--quiet", "-b", "side", "../side", at: "ada")
            try fixture.write("// own\n", to: "side/Sources/Mini/Own.swift")
            try await fixture.run("mkdir", "-p", "eve/Sources/Mini")
            try fixture.write("// own\n", to: "eve/Sources/Mini/Own.swift")
            try fixture.link("eve/.git", to: fixture.folder + "/ada/.git")
            for (name, count) in [("side", SubmissionFixture.files.count + 1), ("eve", 1)] {
                let submission = try await fixture.read(name)
                expect(submission.tree["Sources/Mini/Own.swift"] != nil, "\(name)")
                expect(submission.tree.count == count && submission.revision == nil, "\(name)")
            }
        }
    }

    @Test("nothing in its settings is run, and no filter changes a file")
    func settings() async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.makeRepository()
            for path in ["ada/.gitattributes", "ada/.git/info/attributes"] {
                try fixture.write("* filter=evil diff=evil text eol=crlf ident\n", to: path)
            }
            let mark = fixture.folder + "/mark"
            let script = fixture.folder + "/evil.sh"
            try TreeFile(Data("#!/bin/sh\ntouch \(mark)\n".utf8), isExecutable: true).write(to: script)
            let settings = [
                "core.fsmonitor", "core.pager", "pager.rev-parse", "pager.cat-file", "pager.ls-tree", "core.editor",
                "filter.evil.clean", "filter.evil.smudge", "diff.evil.textconv", "alias.ls-tree", "core.sshCommand",
                "core.alternateRefsCommand", "gpg.program", "credential.helper",
            ]
            for name in settings { try await fixture.run("git", "config", name, script, at: "ada") }
            try await fixture.run("git", "config", "core.hooksPath", fixture.folder, at: "ada")
            try await fixture.run("git", "config", "core.worktree", "../../nowhere", at: "ada")
            let hooks = ["post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman"]
            for hook in hooks { try await fixture.run("cp", script, hook) }
            let submission = try await fixture.read("ada")
            expect(submission.problem == nil)
            expect(submission.tree, equals: SubmissionFixture.files)
            expect(!FileManager.default.fileExists(atPath: mark))
            // The script would have left its mark.
            try await fixture.run(script)
            expect(FileManager.default.fileExists(atPath: mark))
        }
    }

    @Test("what is missing in it is not fetched")
    func nothingIsFetched() async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.makeRepository()
            let mark = fixture.folder + "/mark"
            let settings = [
                ["core.repositoryFormatVersion", "1"], ["extensions.partialClone", "origin"],
                ["remote.origin.promisor", "true"], ["remote.origin.url", "ext::touch \(mark)"],
                ["protocol.ext.allow", "always"], ["protocol.allow", "always"],
            ]
            for setting in settings { try await fixture.run("git", "config", setting[0], setting[1], at: "ada") }
            let id = try await fixture.run("git", "rev-parse", "HEAD:Package.swift", at: "ada")
            try await fixture.run("rm", "-f", ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))", at: "ada")
            let submission = try await fixture.read("ada")
            expect(submission.problem, equals: GitSubmission.unreadable.description)
            expect(submission.tree.isEmpty)
            expect(!FileManager.default.fileExists(atPath: mark))
        }
    }

    @Test("what keeps git busy for too long is a problem, and the others are graded")
    func timeout() async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.makeRepository()
            let repository = try GitSubmission(gitFolder: fixture.package + "/.git", timeoutSeconds: 0)
            let problem = await #expect(throws: SubmissionProblem.self) { try await repository.commit(.init()) }
            expect(problem?.description.contains("couldn't read it within 0 s") == true)
        }
    }

    @Test("a commit that stands in for another counts for nothing, and neither does a graft")
    func replacements() async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.makeRepository()
            let first = try await fixture.run("git", "rev-parse", "HEAD", at: "ada")
            try fixture.write("second\n", to: "ada/Package.swift")
            try await fixture.commit(at: Self.later(2))
            let second = try await fixture.run("git", "rev-parse", "HEAD", at: "ada")
            try await fixture.run("git", "replace", second, first, at: "ada")
            let submission = try await fixture.read("ada")
            expect(submission.revision, equals: second)
            expect(submission.submittedAt, equals: Self.later(2))
            expect(submission.tree["Package.swift"], equals: TreeFile("second\n"))
            try fixture.write(second + "\n", to: "ada/.git/info/grafts")
            try await expect(fixture.read("ada", .init(beforeDue: Self.later(1))).revision, equals: first)
        }
    }

    @Test("a repository of somebody else's is read", .enabled(if: geteuid() == 0 && SystemUser.unprivileged() != nil))
    func otherOwner() async throws {
        try await SubmissionFixture.with { fixture in
            let other = try #require(SystemUser.unprivileged())
            try await fixture.makeRepository()
            try await fixture.run("chown", "-R", "\(other.userID)", "ada")
            try await expect(fixture.read("ada").tree, equals: SubmissionFixture.files)
        }
    }

    /// Writes an object that git itself wouldn't create.
    private static func object(_ kind: String, _ data: Data, _ fixture: SubmissionFixture) async throws -> String {
        try data.write(to: URL(fileURLWithPath: fixture.folder + "/object"))
        return try await fixture.run(
            "git", "hash-object", "-t", kind, "-w", "--literally", fixture.folder + "/object", at: "ada")
    }

    /// Writes a tree object from entries with mode, name and id.
    private static func tree(
        _ entries: [(String, String, String)], _ fixture: SubmissionFixture
    ) async throws -> String {
        var data = Data()
        for (mode, name, id) in entries {
            data += Data("\(mode) \(name)\u{0}".utf8)
            var digits = id[...]
            while !digits.isEmpty {
                data.append(try #require(UInt8(digits.prefix(2), radix: 16)))
                digits = digits.dropFirst(2)
            }
        }
        return try await object("tree", data, fixture)
    }

    private static func use(_ tree: String, _ fixture: SubmissionFixture) async throws {
        let commit = try await fixture.run("git", "commit-tree", "-m", "made", tree, at: "ada")
        try await fixture.run("git", "update-ref", "HEAD", commit, at: "ada")
    }

    @Test("paths that no working tree could have are refused")
    func hostilePaths() async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.makeRepository()
            let blob = try await fixture.run("git", "rev-parse", "HEAD:Package.swift", at: "ada")
            let inner = try await Self.tree([("100644", "x.swift", blob)], fixture)
            let up = try await Self.tree([("40000", "..", inner)], fixture)
            let twice = [("100644", "Sources", blob), ("40000", "Sources", inner)]
            let cases = [
                ("leads outside", [("40000", "Sources", up)]),
                ("leads outside", [("100644", "Sources/../../x.swift", blob)]),
                ("absolute path", [("100644", "/etc/x.swift", blob)]),
                ("in it twice", twice),
                ("in it twice", [("100644", "Package.swift", blob), ("100755", "Package.swift", blob)]),
            ]
            for (words, entries) in cases {
                try await Self.use(try await Self.tree(entries, fixture), fixture)
                let submission = try await fixture.read("ada")
                expect(submission.problem?.contains(words) == true, "\(submission.problem ?? "no problem")")
                expect(submission.tree.isEmpty)
            }
        }
    }

    @Test("a folder that holds itself a million times is soon too much; so is a large file")
    func bombs() async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.makeRepository()
            var tree = try await Self.tree([], fixture)
            for _ in 0..<12 {
                tree = try await Self.tree((0..<10).map { ("40000", "\($0)", tree) }, fixture)
            }
            try await Self.use(try await Self.tree([("40000", "Sources", tree)], fixture), fixture)
            try await expect(fixture.read("ada").problem, equals: SubmissionProblem.tooManyEntries.description)
            let half = try await Self.object("blob", Data(count: SubmissionLimits.totalBytes / 2 + 1), fixture)
            let files = try await Self.tree([("100644", "a", half), ("100644", "b", half)], fixture)
            try await Self.use(try await Self.tree([("40000", "Sources", files)], fixture), fixture)
            try await expect(fixture.read("ada").problem, equals: SubmissionProblem.tooManyBytes.description)
            let package = try await Self.tree([("100644", "Package.swift", half), ("40000", "x", files)], fixture)
            try await Self.use(package, fixture)
            try await expect(
                fixture.read("ada").tree["Package.swift"]?.contents.count,
                equals: SubmissionLimits.totalBytes / 2
                    + 1)
        }
    }
}
