internal import CheckpointSystem
internal import Foundation

/// The source of tests, found by their ids.
package struct TestSource: Sendable {
    private let files: [(path: String, lines: [Substring])]

    /// - Parameter files: maps paths to files.
    package init(_ files: [String: TreeFile]) {
        self.files = files.sorted { $0.key < $1.key }.map { path, file in
            (path, (file.text ?? "").split(separator: "\n", omittingEmptySubsequences: false))
        }
    }

    /// Reads the tests of one step.
    ///
    /// - Throws: `CourseError.courseBroken` if a file can't be read.
    package init(of step: Step, in projector: Projector) throws {
        let paths = projector.paths(ownedBy: step.number).filter { $0.pathBegins(with: "Tests/StepTests/") }
        self.init(try Dictionary(uniqueKeysWithValues: paths.map { ($0, try projector.files.contents($0)) }))
    }

    package struct Found: Sendable {
        package let path: String
        /// The line of the attribute, counted from 1.
        package let line: Int
        /// The whole function with its attribute, outdented.
        package let lines: [String]
        /// The tested property, as a sentence.
        package let title: String

        /// True if the test's cases run in parallel, so that the first reported failure differs from run to run.
        package var hasCasesInNoOrder: Bool {
            let attribute = lines.prefix { !$0.hasPrefix("func ") }.joined()
            return attribute.contains("arguments:") && !attribute.contains(".serialized")
        }
    }

    /// - Parameter id: such as `Step08EngineTests/greaterWins()`.
    package func find(_ id: String) -> Found? {
        let parts = id.split(separator: "/")
        guard parts.count > 1, let name = parts.last?.prefix(while: { $0 != "(" }) else { return nil }
        for (path, lines) in files {
            guard lines.contains(where: { $0.contains(" \(parts[0])") }) else { continue }
            guard let function = lines.firstIndex(where: { $0.contains("func \(name)(") }) else { continue }
            let indentation = lines[function].prefix { $0 == " " }
            let attribute = lines[...function].lastIndex { $0.hasPrefix(indentation + "@Test") }
            let end =
                Self.isClosed(lines[function]) ? function : lines[function...].firstIndex { $0 == indentation + "}" }
            guard let attribute, let end else { continue }
            let all = lines[attribute...end].map(String.init)
            return Found(
                path: path, line: attribute + 1, lines: MarkedText.outdented(all),
                title: Self.title(all.joined(separator: "\n")) ?? String(name))
        }
        return nil
    }

    /// Returns true if the whole function is on this line.
    private static func isClosed(_ line: Substring) -> Bool {
        line.contains("{") && line.count { $0 == "{" } == line.count { $0 == "}" }
    }

    private static func title(_ text: String) -> String? {
        text.firstMatch(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/).map { String($0.1).replacing("\\\"", with: "\"") }
    }
}
