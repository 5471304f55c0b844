import Foundation
import StepSupport
import TestSupport
import Testing

@Suite("The documentation of the library")
struct PublicDocumentationTests {
    @Test("every public declaration has a doc comment, unless it fulfils a standard protocol")
    func documented() throws {
        let folder = PackageFiles.url("Sources/Vitals")
        let walk = FileManager.default.enumerator(atPath: folder.path)
        var count = 0
        for path in (walk?.allObjects as? [String] ?? []).sorted() where path.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            for (index, line) in lines.enumerated() where Self.isDeclaration(line) {
                count += 1
                expect(Self.isDocumented(index, lines), "\(path):\(index + 1): \(line)")
            }
        }
        expect(count > 250, "The declarations were not found.")
    }

    private static let inherited = [
        "static func ==", "static func <", "func hash(into", "var description", "var debugDescription",
        "init(rawValue", "let rawValue",
    ]

    private static func isDeclaration(_ line: String) -> Bool {
        let line = line.hasPrefix("@discardableResult ") ? String(line.dropFirst("@discardableResult ".count)) : line
        guard line.hasPrefix("public "), !line.hasPrefix("public import ") else { return false }
        return !inherited.contains { line.contains($0) }
    }

    /// True when a doc comment stands above the line; attributes and the course's markers may lie between.
    private static func isDocumented(_ index: Int, _ lines: [String]) -> Bool {
        for line in lines[..<index].reversed() {
            if line.hasPrefix("///") { return true }
            guard line.hasPrefix("@") || line.hasPrefix("// @") else { return false }
        }
        return false
    }
}
