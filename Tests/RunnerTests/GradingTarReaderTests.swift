import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointGrading

@Suite("Tar archives")
struct GradingTarReaderTests {
    @Test(
        "every form that tar writes is read, with long paths and long links", arguments: ["v7", "ustar", "gnu", "pax"])
    func forms(format: String) async throws {
        try await SubmissionFixture.with { fixture in
            var files = SubmissionFixture.files
            let lengths = ["v7": 20, "ustar": 99]
            let name = String(repeating: "x", count: lengths[format] ?? 200)
            let long = format == "v7" ? "web/\(name)" : "web/\(name)/\(name)"
            files[long] = TreeFile("long\n")
            try fixture.write("long\n", to: "ada/" + long)
            if format != "v7", format != "ustar" { try fixture.link("ada/web/link", to: name + "/" + name) }
            try await fixture.run("tar", "--format=\(format)", "-cf", "ada.tar", "ada")
            let submission = try await fixture.read("ada.tar")
            expect(submission.problem == nil)
            expect(submission.tree, equals: files)
        }
    }

    @Test("what git archive writes is read")
    func gitArchive() async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.makeRepository()
            for name in ["a.tar", "b.tar.gz", "c.zip"] {
                try await fixture.run("git", "archive", "--prefix=ada-main/", "-o", "../" + name, "HEAD", at: "ada")
                let submission = try await fixture.read(name)
                expect(submission.problem == nil, "\(name)")
                expect(submission.tree, equals: SubmissionFixture.files, "\(name)")
            }
        }
    }

    /// Hostile archives, each with a part of the message to its learner.
    private static let hostile: [(String, String, @Sendable (inout TarBuilder) -> Void)] = [
        ("absolute", "absolute path", { $0.add("/etc/Package.swift") }),
        ("climbs", "leads outside", { $0.add("Sources/../../x.swift") }),
        ("climbs as a folder", "leads outside", { $0.add("..", kind: "5") }),
        ("climbs behind an accent", "leads outside", { $0.add("Sources/\u{301}/..", kind: "5") }),
        (
            "climbs by pax", "leads outside",
            {
                $0.add("pax", TarBuilder.record("path", "Sources/../../x"), kind: "x")
                $0.add("x")
            }
        ),
        (
            "climbs by GNU", "leads outside",
            {
                $0.add("././@LongLink", "../x\u{0}", kind: "L")
                $0.add("x")
            }
        ),
        ("absolute link", "points out", { $0.add("Sources/l", kind: "2", link: "/etc/passwd") }),
        ("climbing link", "points out", { $0.add("Sources/l", kind: "2", link: "../a/../../x") }),
        (
            "climbing link by pax", "points out",
            {
                $0.add("pax", TarBuilder.record("linkpath", "../../x"), kind: "x")
                $0.add("Sources/l", kind: "2", link: "x")
            }
        ),
        ("hard link", "leads outside", { $0.add("Sources/l", kind: "1", link: "../x") }),
        ("absolute hard link", "absolute path", { $0.add("Sources/l", kind: "1", link: "/etc/passwd") }),
        ("character device", "device", { $0.add("Sources/d", kind: "3") }),
        ("block device", "device", { $0.add("Sources/d", kind: "4") }),
        ("pipe", "pipe", { $0.add("Sources/d", kind: "6") }),
        ("unknown kind", "kind that isn't supported", { $0.add("Sources/d", kind: "S") }),
        (
            "sparse", "--sparse",
            {
                $0.add("pax", TarBuilder.record("GNU.sparse.major", "1"), kind: "x")
                $0.add("Sources/d")
            }
        ),
        (
            "twice", "in it twice",
            {
                $0.add("Sources/a", "1")
                $0.add("./Sources//a", "2")
            }
        ),
        (
            "file and folder", "in it twice",
            {
                $0.add("Sources/a", "1")
                $0.add("Sources/a/b", "2")
            }
        ),
        (
            "file and folder behind an accent", "starts with a combining mark",
            {
                $0.add("Sources/a", "1")
                $0.add("Sources/a/\u{301}b", "2")
            }
        ),
        (
            "file and empty folder", "in it twice",
            {
                $0.add("Sources/a", "1")
                $0.add("Sources/a/", kind: "5")
            }
        ),
        ("wrong sum", "sum of a header", { $0.add("Sources/a", sum: 1) }),
        ("no number", "is invalid", { $0.add("Sources/a", size: "00000000009") }),
        ("longer than the archive", "middle of a file", { $0.add("Sources/a", size: "77777777777") }),
        ("one name for all", "one name", { $0.add("pax", TarBuilder.record("path", "x"), kind: "g") }),
        ("broken pax", "extended header", { $0.add("pax", "99 path=x\n", kind: "x") }),
        ("pax without end", "extended header", { $0.add("pax", "9 path=xx", kind: "x") }),
        ("negative pax size", "is invalid", { $0.add("pax", TarBuilder.record("size", "-1"), kind: "x") }),
        (
            "no name", "no name",
            {
                $0.add("pax", TarBuilder.record("path", "."), kind: "x")
                $0.add("x")
            }
        ),
        (
            "zero in a name", "zero",
            {
                $0.add("pax", TarBuilder.record("path", "Sources/a\u{0}.txt"), kind: "x")
                $0.add("x")
            }
        ),
        (
            "deep", "too long",
            {
                $0.add("pax", TarBuilder.record("path", String(repeating: "a/", count: 64) + "b"), kind: "x")
                $0.add("x")
            }
        ),
    ]

    @Test(
        "an archive that would not stay inside, or is damaged, is refused with its reason", arguments: hostile.map(\.0))
    func refused(name: String) async throws {
        let (_, words, build) = try #require(Self.hostile.first { $0.0 == name })
        try await SubmissionFixture.with { fixture in
            var tar = TarBuilder()
            tar.add("Package.swift", "x")
            build(&tar)
            let submission = try await fixture.read(tar.archive, as: "bob.tar")
            expect(submission.problem?.contains(words) == true, "\(submission.problem ?? "no problem")")
            expect(submission.tree.isEmpty)
        }
    }

    @Test("links that stay inside are left out")
    func innerLinks() async throws {
        try await SubmissionFixture.with { fixture in
            var tar = TarBuilder()
            tar.add("ada/Package.swift", "x")
            tar.add("ada/Sources/soft.swift", kind: "2", link: "../../ada/./Package.swift")
            tar.add("ada/Sources/hard.swift", kind: "1", link: "ada/Package.swift")
            let submission = try await fixture.read(tar.archive, as: "bob.tar")
            expect(submission.problem == nil)
            expect(submission.tree, equals: ["Package.swift": TreeFile("x")])
        }
    }

    @Test("more than the bytes that are allowed are never unpacked, nor more entries")
    func bombs() async throws {
        try await SubmissionFixture.with { fixture in
            let half = SubmissionLimits.totalBytes / 2
            for path in ["ada/Sources/a", "ada/notes/b"] { try fixture.writeZeros(half, to: path) }
            try await fixture.run("tar", "-czf", "bomb.tar.gz", "ada")
            try await expect(fixture.read("bomb.tar.gz").problem, equals: SubmissionProblem.tooManyBytes.description)
            try await fixture.run("tar", "-cf", "bomb.tar", "ada")
            try await expect(fixture.read("bomb.tar").problem, equals: SubmissionProblem.tooManyBytes.description)
            var tar = TarBuilder()
            for number in 0...SubmissionLimits.entryCount { tar.add("notes/\(number)", kind: "5") }
            let many = try await fixture.read(tar.archive, as: "many.tar")
            expect(many.problem, equals: SubmissionProblem.tooManyEntries.description)
        }
    }

    @Test("what is no gzip, or a damaged one, is said to be so")
    func badGzip() async throws {
        try await SubmissionFixture.with { fixture in
            try await fixture.run("tar", "-cf", "ada.tar", "ada")
            let tar = try Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/ada.tar"))
            try await expect(fixture.read(tar, as: "plain.tar.gz").problem?.contains("isn't packed with gzip") == true)
            let packed = try await SubmissionFixture.gzip(tar)
            try await expect(fixture.read(packed, as: "good.tgz").tree, equals: SubmissionFixture.files)
            try await expect(fixture.read(packed, as: "packed.tar").problem?.contains("damaged") == true)
            var wrongSum = packed
            wrongSum[packed.count - 8] ^= 1
            try await expect(fixture.read(wrongSum, as: "sum.tgz").problem?.contains("can't be unpacked") == true)
            try await expect(fixture.read(packed + packed, as: "two.tgz").tree, equals: SubmissionFixture.files)
        }
    }

    @Test("cut off anywhere, an archive is refused")
    func prefixes() async throws {
        var tar = TarBuilder()
        tar.add("pax", TarBuilder.record("path", "Sources/a.swift"), kind: "x")
        tar.add("a", "let a = 1\n")
        tar.add("Package.swift", "x", mode: 0o755)
        let archive = tar.archive
        for count in stride(from: 0, to: archive.count - 1024 + 512, by: 7) {
            #expect(throws: SubmissionProblem.self, "\(count)") { try TarReader.files(archive.prefix(count)) }
        }
        try expect(TarReader.files(archive).keys.sorted(), equals: ["Package.swift", "Sources/a.swift"])
        let packed = try await SubmissionFixture.gzip(archive)
        for count in 0..<packed.count {
            await #expect(throws: SubmissionProblem.self, "\(count)") {
                try await GzipStream.unpacked(packed.prefix(count))
            }
        }
    }
}
