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

    /// The rows of a document's tables that end with a file and what to grep for.
    private static func rows(of document: String, cellCount: Int) -> [Row] {
        let text = (try? String(contentsOfFile: "\(TestPaths.root)/\(document)", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == cellCount, cells.suffix(2).allSatisfy({ $0.first == "`" }) else { return nil }
            return Row(
                path: cells[cellCount - 2].replacing("`", with: ""), word: cells[cellCount - 1].replacing("`", with: "")
            )
        }
    }

    private static let files = rows(of: "docs/architecture.md", cellCount: 3)
    private static let words = rows(of: "docs/words.md", cellCount: 4)

    @Test("each file of the table is there and holds the word that it is listed for", arguments: files + words)
    private func table(_ row: Row) throws {
        let text = try String(contentsOfFile: "\(TestPaths.root)/\(row.path)", encoding: .utf8)
        expect(text.contains(row.word))
    }

    @Test("the tables were found")
    func isThere() { expect(Self.files.count > 40 && Self.words.count > 30) }

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

    @Test("each link between the documents leads to a file")
    func links() throws {
        let root = TestPaths.root
        let folders = ["docs", "docs/decisions", "docs/notes", "apps/ios"]
        let documents =
            try ["README.md", "CONTRIBUTING.md", "course.md"]
            + folders.flatMap { folder in
                try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").filter { $0.hasSuffix(".md") }
                    .map { "\(folder)/\($0)" }
            }
        expect(documents.count > 40)
        for document in documents {
            let text = try String(contentsOfFile: "\(root)/\(document)", encoding: .utf8)
            let folder = URL(fileURLWithPath: "\(root)/\(document)").deletingLastPathComponent()
            let code = text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
            let prose = code.filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
            for link in prose.matches(of: /\]\(([^)#: ]+)(#[^)]*)?\)/) {
                let target = folder.appending(path: String(link.1)).standardizedFileURL.path
                expect(FileManager.default.fileExists(atPath: target), "\(document) links to \(link.1)")
            }
        }
    }
}
