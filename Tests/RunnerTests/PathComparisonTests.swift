import Foundation
import StepSupport
import TestSupport
import Testing

/// Prevents comparisons of paths by characters, for the reasons in `TreePath.swift`.
@Suite("Comparisons of paths in the runner's sources")
struct PathComparisonTests {
    @Test("no path is compared by hasPrefix, hasSuffix or ==, which know characters and no bytes")
    func byBytes() throws {
        let root = PackageFiles.root + "/Sources"
        let files = try ["Checkpoint", "vitals-course"].flatMap { folder in
            try #require(FileManager.default.enumerator(atPath: root + "/" + folder)).compactMap {
                ($0 as? String).map { folder + "/" + $0 }
            }
        }
        let sources = files.filter { $0.hasSuffix(".swift") }
        expect(sources.count > 150)
        var found: [String] = []
        for file in sources {
            let text = try String(contentsOfFile: root + "/" + file, encoding: .utf8)
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            where Self.comparesCharacters(line) {
                found.append("\(file):\(number + 1): \(line.drop { $0 == " " })")
            }
        }
        expect(found, equals: [], "pathBegins(with:) and pathEnds(with:) compare bytes")
    }

    private static func comparesCharacters(_ line: Substring) -> Bool {
        // Most lines have neither word, and a regular expression takes a hundred times as long to find that out.
        let asks = line.contains("has")
        guard asks || line.contains("=") && line.contains("\"") else { return false }
        return asks && line.contains(/(path|Path|folder|file|key|place)\.has(Prefix|Suffix)\(/)
            && !line.contains("GNU.sparse") || comparesLiteral(line)
    }

    /// Returns true for a comparison, by `==`, `hasPrefix` or `hasSuffix`, with a literal that is a path in the package.
    private static func comparesLiteral(_ line: Substring) -> Bool {
        line.contains(
            /(==|!=|has(Prefix|Suffix)\()\s*"(Sources\/|Tests\/|web\/|apps\/|db\/|Package\.swift"|\.swift")/)
    }
}
