import Foundation
import TestSupport
import Testing

@Suite("Where a stranger looks first")
struct ArchitectureTests {
    private struct Row: CustomTestStringConvertible, Sendable {
        let path: String
        let word: String
        var testDescription: String { "\(path): \(word)" }
    }

    /// The rows of the table in docs/architecture.md that name a file and what to grep for.
    private static let rows: [Row] = {
        let text = (try? String(contentsOfFile: TestPaths.root + "/docs/architecture.md", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, cells[1].first == "`", cells[2].first == "`" else { return nil }
            return Row(path: cells[1].replacing("`", with: ""), word: cells[2].replacing("`", with: ""))
        }
    }()

    @Test("each file of the table is there and holds the word that it is listed for", arguments: rows)
    private func table(_ row: Row) throws {
        let text = try String(contentsOfFile: "\(TestPaths.root)/\(row.path)", encoding: .utf8)
        expect(text.contains(row.word))
    }

    @Test("the table was found")
    func isThere() { expect(Self.rows.count > 40) }

    @Test("each file that docs/notes/seeds.md leads to is there")
    func seeds() throws {
        let text = try String(contentsOfFile: TestPaths.root + "/docs/notes/seeds.md", encoding: .utf8)
        let roots = ["Sources", "Tests", "web", "apps", "docs", "db", "steps", "deploy", "Examples", "launcher"]
        let paths = Set(text.matches(of: /`([A-Za-z0-9_.+-]+(?:\/[A-Za-z0-9_.+-]+)+)\/?`/).map { String($0.1) })
            .filter { path in roots.contains { path.hasPrefix($0 + "/") } }
        expect(paths.count > 150)
        for path in paths.sorted() {
            expect(FileManager.default.fileExists(atPath: TestPaths.root + "/" + path), "\(path) isn't there")
        }
    }

    @Test("no doc comment opens with What, Of, By, With or Whether")
    func docCommentBeginnings() throws {
        for (path, line, text) in try Self.lines(in: ["Sources", "Tests", "apps"]) {
            let comment = text.drop { $0 == " " }
            guard comment.hasPrefix("/// ") else { continue }
            let word = comment.dropFirst(4).prefix { $0.isLetter }
            expect(!["What", "Of", "By", "With", "Whether"].contains(word), "\(path):\(line): \(comment)")
        }
    }

    /// Names for which the field has another word; the code had them until version 0.4 of the course.
    private static let retired = [
        "PushAnswer", "PullAnswer", "PushWork", "halveOrSetAside", "keepLoser", "raiseBase", "raiseReceipt",
        "Careless", "saysTheSame", "forgetHistory", "whileNotSyncing", "isContractOnly", "syncByItself",
        "leastSizeBytes", "ServerAdditions", "AdditionalRoute", "HealthRoutes", "SlowBody", "isSane", "AttemptLimiter",
        "FIFOGate", "GateRefusal", "NotingTransport", "PhoneParts", "Specimen", "Judgement", "Workbench", "JudgedSteps",
        "JudgedRun", "ProcessFamily", "GradingSeal", "ChangedMeanings", "LessonInspection", "CourseInspection",
        "HintBook", "SolutionBook", "SandboxObstacle", "TestSurroundings", "machineLacks", "PhoneShelf", "WiredBench",
        "ModelBench", "ServerBench", "askToKeep", "quotedForPeople", "SyncTrouble",
        "setAsideCount", "settledCount", "halving", "isHung", "hangsPerStep", "buildFaults", "isFault",
        "isGradersFault",
        "warming", "DevWarmCommand", "TokenPurse", "CloudRunBench", "SharedServerBench", "Bench", "bench", "Cast",
        "EntryFaults", "FaultText", "noInvitation", "statusWords", "reviewWords", "isTrouble", "SiteAnswer", "wording",
        "ZonedTime", "GradingFinding", "TestFiles", "TemporaryDirectory", "inTheLearnersWords", "complaint", "purse",
        "DevCheck", "StepProof", "strays",
    ]

    @Test("no retired name is left in the code")
    func retiredNames() throws {
        for (path, line, text) in try Self.lines(in: ["Sources", "Tests", "apps", "web", "steps"]) {
            // A bench press is something that people say.
            guard !path.hasSuffix("ArchitectureTests.swift"), !path.contains("/Phrase") else { continue }
            let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
            expect(words.isDisjoint(with: Self.retired), "\(path):\(line): \(text)")
        }
    }

    private static func lines(in folders: [String]) throws -> [(path: String, line: Int, text: Substring)] {
        try folders.flatMap { folder -> [(path: String, line: Int, text: Substring)] in
            let walk = FileManager.default.enumerator(atPath: "\(TestPaths.root)/\(folder)")
            let paths = (walk?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".swift") || $0.hasSuffix(".js") }
            return try paths.flatMap { path in
                let text = try String(contentsOfFile: "\(TestPaths.root)/\(folder)/\(path)", encoding: .utf8)
                return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
                    ("\(folder)/\(path)", $0.offset + 1, $0.element)
                }
            }
        }
    }
}
