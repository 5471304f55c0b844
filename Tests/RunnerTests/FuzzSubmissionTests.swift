import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointSystem
@testable import CheckpointWorkspace

@Suite("Fuzz: submissions")
struct FuzzSubmissionTests {
    private static let words = [
        "../", "/", "..", "./", "Sources/", "Package.swift", "web/", "\u{0}", "\\", "C:", "\u{301}", ".git/", "//",
        "ustar\u{0}00",
        "12 path=../x\n", "99999999999 path=x\n", "00000000000", "77777777777", "PK\u{3}\u{4}", "PK\u{1}\u{2}",
        "PK\u{5}\u{6}",
    ]

    @Test("A tar that is taken has files inside the folder only, and no more bytes than the archive")
    func tar() async throws {
        var target = FuzzTarget("tar", caseCount: 2_000) { input in
            try await Self.outcome(of: input, limit: input.count) { try TarReader.files($0) }
        }
        var tar = TarBuilder()
        tar.add("pax", TarBuilder.record("path", "Sources/a.swift"), kind: "x")
        tar.add("a", "let a = 1\n")
        tar.add("Sources/l", kind: "2", link: "a.swift")
        tar.add("././@LongLink", "Sources/b.swift\u{0}", kind: "L")
        tar.add("b", "let b = 1\n")
        target.seeds = [Array(tar.archive), Array(tar.bytes)]
        target.words = Self.words
        target.repair = { bytes, random in if !random.once(in: 4) { Self.repairSums(&bytes) } }
        let run = try await FuzzRun.run(target)
        try Self.expectVariety(run)
    }

    /// Writes the checksum into each block that could be a header. Otherwise nothing would be tried but the checksums.
    private static func repairSums(_ bytes: inout [UInt8]) {
        for start in stride(from: 0, to: bytes.count - 511, by: 512) where bytes[start + 257] == UInt8(ascii: "u") {
            bytes.replaceSubrange(start + 148..<start + 156, with: Array("        ".utf8))
            let sum = String(bytes[start..<start + 512].reduce(0) { $0 + Int($1) }, radix: 8)
            let text = String(repeating: "0", count: max(0, 6 - sum.count)) + sum + "\u{0} "
            bytes.replaceSubrange(start + 148..<start + 156, with: Array(text.utf8.prefix(8)))
        }
    }

    @Test("A zip that is taken has files inside the folder only, within the limit of bytes")
    func zip() async throws {
        var target = FuzzTarget("zip", caseCount: 1_000) { input in
            try await Self.outcome(of: input, limit: SubmissionLimits.totalBytes) { try await ZipReader($0).files() }
        }
        target.cpuLimitSeconds = nil
        // Without contents that would be unpacked, a process for each: the structure alone.
        let bare = ["notes/a", "Sources/", "notes/b", "web/x"].map { ZipBuilder.Member($0) }
        let whole = [
            ZipBuilder.Member("Package.swift", "let package = 1\n", mode: 0o100755),
            .init("Sources/l", "a", mode: 0o120777),
        ]
        let bareArchive = Array(ZipBuilder(bare).archive)
        target.seeds = Array(repeating: bareArchive, count: 12) + [Array(ZipBuilder(whole).archive)]
        target.words = Self.words
        let run = try await FuzzRun.run(target)
        try Self.expectVariety(run)
    }

    private static func outcome(
        of input: [UInt8], limit: Int, read: (Data) async throws -> [String: TreeFile]
    ) async throws -> String {
        let files: [String: TreeFile]
        do { files = try await read(Data(input)) } catch let problem as SubmissionProblem {
            try Cases.expect(!problem.description.utf8.contains(0x1B), "It sends an escape to the terminal.")
            return problem.description
        }
        try Cases.expect(areInside(files.keys), "\(files.keys)")
        let size = files.values.reduce(0) { $0 + $1.contents.count }
        try Cases.expect(size <= limit, "\(size) bytes came out.")
        let again = try await read(Data(input))
        try Cases.expect(again == files, "The second reading gave other files.")
        return FuzzTarget.accepted
    }

    private static func areInside(_ paths: some Sequence<String>) -> Bool {
        paths.allSatisfy { path in
            let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
                String($0)
            }
            return (SourceFiles.contains(path) || path == Workspace.progressPath)
                && !names.contains { ["", ".", "..", nil].contains($0) }
        }
    }

    private static func expectVariety(_ run: FuzzRun) throws {
        guard run.caseCount >= 1_000 else { return }
        let accepted = run.outcomes[FuzzTarget.accepted] ?? 0
        expect(accepted > run.caseCount / 50, "Only \(accepted) of \(run.caseCount) archives could be read.")
        expect(accepted < run.caseCount * 9 / 10, "\(accepted) of \(run.caseCount) archives could be read.")
    }

    @Test("A table of comma-separated values that is taken reads alike when each field is written in quotes")
    func csv() async throws {
        let reader = CSVReader(path: "roster.csv")
        var target = FuzzTarget("csv", caseCount: 3_000) { input in
            let records: [CSVReader.Record]
            do { records = try reader.records(Data(input)) } catch let error as CourseError {
                return error.description
            }
            let written = records.map { record in
                record.fields.map { "\"" + $0.unicodeScalars.map { $0 == "\"" ? "\"\"" : "\($0)" }.joined() + "\"" }
                    .joined(separator: ",")
            }.joined(separator: "\r\n")
            let again = try reader.records(Data(written.utf8)).map(\.fields)
            try Cases.expect(again == records.map(\.fields), "\(again)")
            // A record of two lines before it moves each line by two.
            if input.first != 0xEF {
                let moved = try reader.records(Data("\"a\nb\"\n".utf8 + input)).dropFirst()
                try Cases.expect(moved.map(\.line) == records.map { $0.line + 2 }, "\(moved)")
            }
            let lines = records.map(\.line)
            let lineCount = input.count { $0 == 0x0A || $0 == 0x0D } + 1
            try Cases.expect(lines == Set(lines).sorted() && lines.last ?? 1 <= lineCount, "The lines are \(lines).")
            return FuzzTarget.accepted
        }
        target.words = ["\"", "\"\"", ",", "\r", "\n", "\r\n", "\u{FEFF}", "\u{301}", ";", "\u{2028}"]
        try await FuzzRun.run(target)
    }
}
