import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem

@Suite("A new chapter", .serialized)
struct NewChapterTests {
    /// Lists in code: a line for each chapter, within its markers.
    private static let lists: Set<String> = [
        "Sources/VitalsFeatures/AllFeatures.swift", "Sources/VitalsViewModels/Screens.swift",
        "Sources/vitals-device/Features/Features.swift", "Sources/vitals-server/Features/Features.swift",
        "web/features.js", "web/screens.js",
    ]
    private static let documents: Set<String> = [
        "CHANGELOG.md", "Package.swift", "course.md", "docs/teaching.md", "openapi.yaml", "steps/course.yml",
    ]

    @Test("whoever follows the page has a chapter that is proved, with one line in each list outside its own files")
    func page() async throws {
        try await Resources.using { resources in
            let root = try await resources.makeDirectory("vitals-new")
            try WalkThrough.copy(to: root)
            let walk = try WalkThrough(in: root)
            let number = (try Course.load(root: root).steps.map(\.number).max() ?? 0) + 1
            try #require(walk.actions.count > 8, "The page's first half has commands and edits.")
            for action in walk.actions {
                switch action {
                case .edit(let path, let lines): try walk.edit(path, lines, number: number)
                case .file(let path, let lines): try walk.write(path, lines, number: number)
                case .command(let line):
                    let result = try await walk.run(line)
                    expect(result.succeeded, "\(line)\n\(result.standardOutput)\(result.standardError)")
                    guard result.succeeded else { return }
                }
            }
            let changed = try walk.changedFiles()
            expect(Set(changed.keys), equals: Self.lists.union(Self.documents))
            for (path, (before, after)) in changed {
                let added = after.difference(from: before)
                expect(added.removals.isEmpty, "\(path) has lost lines")
                guard Self.lists.contains(path) else { continue }
                let lines = Self.lines(after, from: number)
                expect(!lines.isEmpty && lines.count * 3 == added.insertions.count, "\(path): \(added)")
            }
        }
    }

    /// The lines between `// @from N` and the `// @end` that follows the next line.
    private static func lines(_ text: [String], from number: Int) -> [String] {
        let begin = "// @from \(number)"
        return text.indices.filter { index in
            text[index].hasSuffix(begin) && index + 2 < text.count && text[index + 2].hasSuffix("// @end")
        }.map { text[$0 + 1] }
    }
}
