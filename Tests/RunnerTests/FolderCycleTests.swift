import Foundation
import TestSupport
import Testing

/// Checks what the compiler can't: that the folders of a target don't depend on each other in a circle.
///
/// A folder depends on another one if it names a type that the other declares. Functions, and members that an extension adds, aren't
/// seen. Between targets the compiler itself refuses a circle.
@Suite("The folders of a target have an order")
struct FolderCycleTests {
    /// Folders with the sources of one target each.
    static let targets: [String] = {
        let sources = TestPaths.root + "/Sources"
        func names(_ folder: String) -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        }
        return names(sources).flatMap { name in
            name == "Checkpoint" ? names("\(sources)/\(name)").map { "\(name)/\($0)" } : [name]
        }
    }()

    @Test("no folder depends on one that depends on it", arguments: targets)
    func noCircle(target: String) throws {
        let dependencies = try Self.dependencies(in: TestPaths.root + "/Sources/" + target)
        for (folder, others) in dependencies {
            for (other, example) in others {
                expect(
                    !Self.reachable(from: other, dependencies).contains(folder),
                    "\(folder) -> \(other) (\(example)), and \(other) depends on \(folder)")
            }
        }
    }

    @Test("the targets were found")
    func found() {
        expect(Self.targets.contains("Vitals"))
        expect(Self.targets.contains("Checkpoint/Check"))
    }

    @Test("a circle is seen")
    func circle() {
        let dependencies = ["a": ["b": ""], "b": ["c": ""], "c": ["a": ""]]
        expect(Self.reachable(from: "b", dependencies), equals: ["a", "b", "c"])
    }

    /// Returns, for each folder, the folders it depends on, with a file and a type as an example.
    private static func dependencies(in target: String) throws -> [String: [String: String]] {
        let walk = FileManager.default.enumerator(atPath: target)
        let paths = (walk?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".swift") }
        let texts = try paths.map { path in
            (path, code(in: try String(contentsOfFile: "\(target)/\(path)", encoding: .utf8)))
        }
        var declared: [Substring: String] = [:]
        for (path, text) in texts {
            for match in text.matches(
                of: /(?m)^(?:[a-z@][^\n{}]*? )?(?:struct|enum|class|actor|protocol|typealias) (\w+)/)
            {
                declared[match.1] = path
            }
        }
        var dependencies: [String: [String: String]] = [:]
        for (path, text) in texts {
            for word in Set(text.matches(of: /(\.?)\b([A-Z]\w*)/).filter { $0.1.isEmpty }.map(\.output.2)) {
                guard let other = declared[word], folder(of: other) != folder(of: path) else { continue }
                dependencies[folder(of: path), default: [:]][folder(of: other)] = "\(path): \(word)"
            }
        }
        return dependencies
    }

    private static func folder(of path: String) -> String {
        path.split(separator: "/").dropLast().joined(separator: "/")
    }

    /// Returns the text without imports, comments and string literals of several lines.
    private static func code(in text: String) -> String {
        text.replacing(/(?m)^[a-z@ ]*import [^\n]*/, with: "").replacing(/\/\/[^\n]*/, with: "").replacing(
            /"""[\s\S]*?"""/, with: "")
    }

    private static func reachable(from folder: String, _ dependencies: [String: [String: String]]) -> Set<String> {
        var found: Set<String> = []
        var open = [folder]
        while let next = open.popLast() {
            for other in dependencies[next, default: [:]].keys where found.insert(other).inserted { open.append(other) }
        }
        return found
    }
}
