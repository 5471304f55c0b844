import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointWorkspace

@Suite("Submissions")
struct GradingSubmissionReaderTests {
    @Test("the same package is the same tree as a folder, a repository, a bare one, a tar, a tar.gz and a zip")
    func sameTree() async throws {
        try await SubmissionFixture.with { fixture in
            try fixture.link("ada/Sources/Mini/link.swift", to: "Greeting.swift")
            try fixture.link("ada/Sources/Other", to: "Mini")
            try await fixture.run("cp", "-R", "ada", "repository")
            try await fixture.run("git", "init", "--quiet", at: "repository")
            try await fixture.run("git", "add", "--all", "--force", at: "repository")
            try await fixture.run("git", "commit", "--quiet", "--message=work", at: "repository")
            try await fixture.run("git", "clone", "--quiet", "--bare", "repository", "bare.git")
            try await fixture.run("tar", "-cf", "plain.tar", "ada")
            try await fixture.run("tar", "-czf", "packed.tar.gz", "ada")
            try await fixture.run("tar", "-czf", "../short.tgz", ".", at: "ada")
            var zip = ZipBuilder([.init("ada/", mode: 0o040755)])
            for (path, file) in SubmissionFixture.files {
                let mode = file.isExecutable ? 0o100755 : 0o100644
                zip.members.append(try await .deflated("ada/" + path, file.contents, mode: mode))
            }
            let notes = try Data(contentsOf: URL(fileURLWithPath: fixture.package + "/" + Workspace.progressPath))
            zip.members.append(try await .deflated("ada/" + Workspace.progressPath, notes))
            zip.members += SubmissionFixture.others.map { .init("ada/" + $0, "other\n") }
            zip.members.append(.init("ada/Sources/Other", "Mini", mode: 0o120777))
            try zip.archive.write(to: URL(fileURLWithPath: fixture.folder + "/packed.zip"))

            let paths = ["ada", "repository", "bare.git", "plain.tar", "packed.tar.gz", "short.tgz", "packed.zip"]
            for path in paths {
                let submission = try await fixture.read(path)
                expect(submission.problem == nil, "\(path)")
                expect(submission.tree, equals: SubmissionFixture.files, "\(path)")
                expect(submission.progress, equals: SubmissionFixture.progress, "\(path)")
                expect(submission.revision != nil, equals: path == "repository" || path == "bare.git", "\(path)")
            }
            try expect(LearnerTree.read(fixture.package), equals: SubmissionFixture.files)
        }
    }

    @Test("a link in a folder leads nowhere: not to a file, not to a folder, not to somebody's notes")
    func linksInFolder() async throws {
        try await SubmissionFixture.with { fixture in
            try fixture.write("secret", to: "outside/Secret.swift")
            try fixture.link("ada/Sources/Mini/Secret.swift", to: fixture.folder + "/outside/Secret.swift")
            try fixture.link("ada/Sources/Out", to: "../../outside")
            try fixture.link("ada/apps", to: "../outside")
            try fixture.link("ada/db", to: ".")
            try await fixture.run("mv", "ada/.vitals/progress.json", "outside")
            try await fixture.run("rm", "-r", "ada/.vitals")
            try fixture.link("ada/.vitals", to: "../outside")
            let submission = try await fixture.read("ada")
            expect(submission.tree, equals: SubmissionFixture.files)
            expect(submission.progress == nil)
            try expect(LearnerTree.read(fixture.package), equals: SubmissionFixture.files)
        }
    }

    @Test("a single folder around everything is passed over, whatever a Mac has put beside it")
    func wrapper() async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.run("mkdir", "-p", "outer/middle", "outer/__MACOSX")
            try fixture.write("", to: "outer/.DS_Store")
            try await fixture.run("cp", "-R", "ada", "outer/middle/ada")
            try await fixture.run("tar", "-cf", "outer.tar", "outer")
            for path in ["outer", "outer.tar"] {
                try await expect(fixture.read(path).tree, equals: SubmissionFixture.files, "\(path)")
            }
            var tar = TarBuilder()
            for name in ["__MACOSX/ada/._Package.swift", "._ada", ".DS_Store", "ada/Package.swift"] {
                tar.add(name, "x")
            }
            try await expect(fixture.read(tar.archive, as: "mac.tar").tree, equals: ["Package.swift": TreeFile("x")])
        }
    }

    @Test(
        "the folder of the package is found, whatever lies beside it",
        arguments: [
            (["ws/Package.swift", "notes/readme.txt"], "ws/"), (["ws/Package.swift", "readme.txt"], "ws/"),
            (["my work/ws/Package.swift", "my work/essay.pdf", "cover.pdf"], "my work/ws/"),
            (["ws/Package.swift", "ws/Tests/Fixtures/small/Package.swift", "a"], "ws/"),
            (["ws/Package.swift", "web/index.html"], "ws/"),
            (["ws/Package.swift", "__MACOSX/ws/Package.swift", ".old/Package.swift"], "ws/"),
            (["Package.swift", "old/Package.swift"], ""), (["Sources/Vitals/A.swift", "old/Package.swift"], ""),
            (["one/Package.swift", "two/Package.swift"], ""),
        ])
    func besideFolder(paths: [String], folder: String) {
        expect(SubmissionLayout(paths).wrapper, equals: folder)
    }

    @Test("a folder of the course's own is no folder around everything")
    func noWrapper() async throws {
        try await SubmissionFixture.with { fixture in
            var tar = TarBuilder()
            tar.add("Sources/Sources/x.swift", "x")
            let tree = ["Sources/Sources/x.swift": TreeFile("x")]
            try await expect(fixture.read(tar.archive, as: "one.tar").tree, equals: tree)
            try fixture.write("x", to: "one/Sources/Sources/x.swift")
            try await expect(fixture.read("one").tree, equals: tree)
        }
    }

    @Test("what holds no file of the course is told so")
    func nothingThere() async throws {
        try await SubmissionFixture.with { fixture in
            try fixture.write("x", to: "bob/one/Package.swift")
            try fixture.write("x", to: "bob/two/Package.swift")
            try await fixture.run("tar", "-cf", "bob.tar", "bob")
            try await fixture.run("mkdir", "empty")
            let archives = [
                try await fixture.read("bob"), try await fixture.read("bob.tar"), try await fixture.read("empty"),
                try await fixture.read(TarBuilder().archive, as: "empty.tar"),
                try await fixture.read(ZipBuilder().archive, as: "empty.zip"),
            ]
            for submission in archives {
                expect(submission.problem, equals: SubmissionProblem.noFiles.description, "\(submission.name)")
                expect(submission.tree.isEmpty)
            }
        }
    }

    @Test("notes that cannot be understood are no notes, and no problem")
    func damagedProgress() async throws {
        try await SubmissionFixture.with { fixture in
            try fixture.write("{\"format\": 99}", to: "ada/.vitals/progress.json")
            let submission = try await fixture.read("ada")
            expect(submission.progress == nil)
            expect(submission.problem == nil)
            expect(submission.tree, equals: SubmissionFixture.files)
        }
    }

    @Test("a folder with too many files or bytes is refused, and what is not read does not count")
    func bounds() async throws {
        try await SubmissionFixture.with { fixture in
            let limit = SubmissionLimits.totalBytes
            for path in ["ada/.build/large", "ada/notes/large"] { try fixture.writeZeros(limit + 1, to: path) }
            try await expect(fixture.read("ada").problem == nil)
            try fixture.writeZeros(limit + 1, to: "ada/Sources/large")
            try await expect(fixture.read("ada").problem, equals: SubmissionProblem.tooManyBytes.description)
            try await fixture.run("rm", "ada/Sources/large")
            try await fixture.run("mkdir", "ada/web/many")
            try await fixture.run("sh", "-c", "seq \(SubmissionLimits.entryCount) | xargs touch", at: "ada/web/many")
            let submission = try await fixture.read("ada")
            expect(submission.problem, equals: SubmissionProblem.tooManyEntries.description)
            expect(submission.problem?.contains("20 000") == true)
            expect(submission.tree.isEmpty)
        }
    }
}
