import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointSystem

@Suite("Zip archives")
struct GradingZipReaderTests {
    private static let hasZip = ExecutableSearch.folder(holding: ["zip"], in: ExecutableSearch.path()) != nil

    @Test("what zip writes is read, deflated or stored, with a comment or without", .enabled(if: hasZip))
    func realZip() async throws {
        try await SubmissionFixture.with { fixture in
            let text = String(repeating: "let line = 1\n", count: 50_000)
            try fixture.write(text, to: "ada/Sources/Mini/Long.swift")
            try fixture.link("ada/Sources/Mini/link.swift", to: "Greeting.swift")
            var files = SubmissionFixture.files
            files["Sources/Mini/Long.swift"] = TreeFile(text)
            try await fixture.run("zip", "-qry", "deflated.zip", "ada")
            try await fixture.run("zip", "-qr0y", "stored.zip", "ada")
            try await fixture.run("zip", "-qry", "../bare.zip", ".", at: "ada")
            try await fixture.run("sh", "-c", "zip -qry commented.zip ada && echo by ada | zip -qz commented.zip")
            for name in ["deflated", "stored", "bare", "commented"] {
                let submission = try await fixture.read(name + ".zip")
                expect(submission.problem == nil, "\(name)")
                expect(submission.tree, equals: files, "\(name)")
                expect(submission.progress, equals: SubmissionFixture.progress, "\(name)")
            }
            try await fixture.run("zip", "-qrP", "secret", "locked.zip", "ada")
            try await expect(fixture.read("locked.zip").problem?.contains("encrypted") == true)
        }
    }

    /// Returns an archive with a stored file and a compressed file.
    private static func sample() async throws -> ZipBuilder {
        ZipBuilder([
            .init("Package.swift", "let package = 1\n", mode: 0o100755),
            try await .deflated("Sources/a.swift", Data("let a = 1 let a = 1 let a = 1\n".utf8), mode: nil),
            .init("Sources/"), .init("Sources/empty.swift"),
            .init("Sources/l", "a.swift", mode: 0o120777), .init("notes/x", "x"),
        ])
    }

    private static let expected = [
        "Package.swift": TreeFile(Data("let package = 1\n".utf8), isExecutable: true),
        "Sources/a.swift": TreeFile("let a = 1 let a = 1 let a = 1\n"), "Sources/empty.swift": TreeFile(""),
    ]

    /// Hostile archives, each with a part of the message to its learner.
    private static let hostile: [(String, String, @Sendable (inout ZipBuilder) -> Void)] = [
        ("absolute", "absolute path", { $0.members.append(.init("/etc/x")) }),
        ("climbs", "leads outside", { $0.members.append(.init("Sources/../../x")) }),
        ("backslash", "Windows path", { $0.members.append(.init("Sources\\..\\..\\x")) }),
        ("drive", "Windows path", { $0.members.append(.init("C:x")) }),
        ("zero in a name", "zero", { $0.members.append(.init("Sources/a\u{0}.txt")) }),
        ("absolute link", "points out", { $0.members.append(.init("Sources/b", "/etc/passwd", mode: 0o120777)) }),
        ("climbing link", "points out", { $0.members.append(.init("Sources/b", "../../x", mode: 0o120777)) }),
        (
            "endless link", "link in it is too long",
            {
                $0.members.append(.init("Sources/b", String(repeating: "x", count: 4097), mode: 0o120777))
            }
        ),
        ("device", "device", { $0.members.append(.init("Sources/b", mode: 0o020666)) }),
        ("pipe", "pipe", { $0.members.append(.init("Sources/b", mode: 0o010666)) }),
        ("socket", "pipe", { $0.members.append(.init("Sources/b", mode: 0o140666)) }),
        ("twice", "in it twice", { $0.members.append(.init("./Sources/a.swift", "other")) }),
        ("file and folder", "in it twice", { $0.members.append(.init("Package.swift/x")) }),
        ("encrypted", "encrypted", { $0.members[5].flags = 1 }),
        ("strongly encrypted", "encrypted", { $0.members[5].flags = 0x40 }),
        ("hidden directory", "encrypted", { $0.members[5].flags = 0x2000 }),
        ("AES", "encrypted", { $0.members[5].method = 99 }),
        ("another method", "method 12", { $0.members[5].method = 12 }),
        ("wrong sum", "can't be unpacked", { $0.members[0].checksum ^= 1 }),
        ("wrong sum, deflated", "can't be unpacked", { $0.members[1].checksum ^= 1 }),
        ("longer than it says", "can't be unpacked", { $0.members[1].size -= 1 }),
        ("shorter than it says", "can't be unpacked", { $0.members[1].size += 1 }),
        ("bytes behind what is deflated", "can't be unpacked", { $0.members[1].packed += Data("x".utf8) }),
        ("stored in another length", "match", { $0.members[0].size += 1 }),
        ("two names", "match", { $0.members[0].nameInHeader = "Package.swifx" }),
        (
            "the same bytes twice", "overlap",
            {
                var copy = $0.members[0]
                copy.name = "Package.swift"
                $0.members[0].name = "Sources/b.swift"
                $0.members[0].nameInHeader = "Package.swift"
                copy.offset = 0
                $0.members = [copy, copy]
            }
        ),
        ("outside of the archive", "missing", { $0.members[0].offset = 1 << 30 }),
        ("zip64", "zip64", { $0.members[0].offset = 0xFFFF_FFFF }),
        (
            "too many bytes", "more than 64 MiB",
            {
                $0.members[5].method = 8; $0.members[5].size = (64 << 20) + 1
            }
        ),
    ]

    @Test(
        "an archive that would not stay inside, or is damaged, is refused with its reason", arguments: hostile.map(\.0))
    func refused(name: String) async throws {
        let (_, words, change) = try #require(Self.hostile.first { $0.0 == name })
        try await SubmissionFixture.with { fixture in
            var zip = try await Self.sample()
            try await expect(fixture.read(zip.archive, as: "good.zip").tree, equals: Self.expected)
            change(&zip)
            let submission = try await fixture.read(zip.archive, as: "bob.zip")
            expect(submission.problem?.contains(words) == true, "\(submission.problem ?? "no problem")")
            expect(submission.tree.isEmpty)
        }
    }

    @Test("what unpacks to more than it says is stopped; so are too many entries, a split archive, and no archive")
    func bombs() async throws {
        try await SubmissionFixture.with { fixture in
            var bomb = try await ZipBuilder.Member.deflated(
                "Package.swift", Data(count: SubmissionLimits.totalBytes + 1))
            bomb.size = 10
            let submission = try await fixture.read(ZipBuilder([bomb]).archive, as: "bomb.zip")
            expect(submission.problem, equals: SubmissionProblem.tooManyBytes.description)
            let folders = (0...SubmissionLimits.entryCount).map { ZipBuilder.Member("f\($0)/") }
            let many = try await fixture.read(ZipBuilder(folders).archive, as: "many.zip")
            expect(many.problem, equals: SubmissionProblem.tooManyEntries.description)
            var split = try await Self.sample().archive
            split[split.count - 18] = 1
            try await expect(fixture.read(split, as: "split.zip").problem?.contains("split") == true)
            try await expect(
                fixture.read(Data("PK".utf8), as: "none.zip").problem?.contains("isn't a zip archive") == true
            )
            let shifted = try await Data("#!/bin/sh\n".utf8) + Self.sample().archive
            let problem = try await fixture.read(shifted, as: "shifted.zip").problem
            expect(problem?.contains("isn't where it should be") == true)
        }
    }

    @Test("cut off anywhere, an archive is refused")
    func prefixes() async throws {
        let archive = try await Self.sample().archive
        for count in 0..<archive.count {
            await #expect(throws: SubmissionProblem.self, "\(count)") {
                try await ZipReader(archive.prefix(count)).files()
            }
        }
        try await expect(ZipReader(archive).files(), equals: Self.expected)
    }
}
