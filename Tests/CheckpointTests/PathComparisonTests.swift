import Foundation
import StepSupport
import Testing

/// Prevents comparisons of paths by characters, for the reasons in `TreePath.swift`.
@Suite("Comparisons of paths in the runner's sources")
struct PathComparisonTests {
    @Test("no path is compared by hasPrefix or hasSuffix, which know characters and no bytes")
    func byBytes() throws {
        let root = PackageFiles.root + "/Sources/Checkpoint"
        let files = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
        let sources = files.filter { $0.hasSuffix(".swift") }
        #expect(sources.count > 150)
        var found: [String] = []
        for file in sources {
            let text = try String(contentsOfFile: root + "/" + file, encoding: .utf8)
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            where line.contains(/(path|Path|folder|file|key|place)\.has(Prefix|Suffix)\(/)
                && !line.contains("GNU.sparse")
            {
                found.append("\(file):\(number + 1): \(line.drop { $0 == " " })")
            }
        }
        #expect(found == [], "pathBegins(with:) and pathEnds(with:) compare bytes")
    }
}
