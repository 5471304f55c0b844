import CheckpointCourse
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCheck

@Suite("Mutants of the project")
struct TargetMutationTests {
    private static let source = """
        struct Counter {
            var count = 0
            var isEmpty: Bool { count == 0 }
            var label: String {
                get { "a" }
                set {}
            }
            static let one: Counter = {
                Counter(count: 1)
            }()

            init(count: Int) { self.count = count + 1 }

            mutating func add(
                _ number: Int, to other: [Int] = []
            ) throws -> Int {
                func twice(_ number: Int) -> Int { number * 2 }
                count += twice(number)
                return count
            }

            func add() { print(count < 1) }
        }

        protocol Counting {
            func total() -> Int
            var last: Int { get }
        }
        """

    @Test("bodies are those of functions, initialisers and computed properties, each under a name of its own")
    func bodies() {
        let bodies = FunctionBodies(Self.source).all()
        expect(bodies.map(\.name), equals: ["isEmpty", "init", "add", "add#2"])
        expect(bodies.map(\.returnsValue), equals: [true, false, true, false])
        expect(bodies.map(\.line), equals: [3, 12, 16, 22])
        expect(bodies[0].lines, equals: [" count == 0 "])
        expect(bodies[2].lines.count, equals: 5)
    }

    @Test("a mutant names its line in the file, and a body with a value has no early return")
    func mutants() throws {
        let mutants = MutationTarget.vitals.mutants(of: Self.source, path: "Sources/Vitals/Counter.swift")
        let comparison = try #require(mutants.first { $0.mutation == .comparison })
        expect(comparison.scope, equals: "Sources/Vitals/Counter.swift:isEmpty")
        expect(comparison.line, equals: 3)
        expect(comparison.after, equals: ["count != 0"])
        expect(mutants.first { $0.scope.hasSuffix(":add") && $0.mutation == .arithmetic }?.line, equals: 17)
        expect(Set(mutants.filter { $0.mutation == .earlyReturn }.map(\.line)), equals: [12, 22])
    }

    private static let path = "Sources/Vitals/Counter.swift"

    private static func schema() -> SourceSchema {
        let tree = [path: TreeFile(source)]
        let mutants = MutationTarget.vitals.mutants(in: tree).filter { [.comparison, .drop].contains($0.mutation) }
        return SourceSchema(mutants, in: tree)
    }

    @Test("a changed body becomes a switch whose default is the body as it was; other bodies stay")
    func schemaText() throws {
        let text = try #require(Self.schema().files()[Self.path]?.text)
        let reference = "default:\n// mutant: reference Sources/Vitals/Counter.swift:isEmpty\n return count == 0"
        expect(text.contains(reference), "\(text)")
        expect(text.contains(" return count != 0"))
        expect(Self.schema().files()["Sources/Vitals/SelectedMutant.swift"] != nil)
    }

    @Test("a body reports under the number of its first mutant that it was reached")
    func reach() throws {
        let schema = Self.schema()
        let text = try #require(schema.files()[Self.path]?.text)
        for mutant in schema.mutants.values {
            let body = try #require(schema.body(of: mutant))
            expect(schema.mutants[body]?.scope, equals: mutant.scope)
            expect(text.contains("switch mutant(reaching: \(body)) {"))
        }
    }

    @Test("an error in a mutant's lines takes that mutant out; one behind a body those that may end without a value")
    func culprits() throws {
        var schema = Self.schema()
        let lines = try #require(schema.files()[Self.path]?.text).split(
            separator: "\n", omittingEmptySubsequences: false)
        func error(at text: String) throws -> CompilerDiagnostic {
            let index = try #require(lines.firstIndex { $0.contains(text) })
            return CompilerDiagnostic(path: Self.path, line: index + 1, message: "")
        }
        let removed = schema.remove(behind: [try error(at: "return count != 0")])
        let first = try #require(removed)
        expect(first.map { $0.after }, equals: [["count != 0"]])
        expect(schema.mutants.values.contains { $0.scope.hasSuffix(":add") && $0.mutation == .drop })
        schema = Self.schema()
        let ended = try #require(lines.lastIndex { $0.contains("// mutant: reference") && $0.hasSuffix(":add") })
        let ends = schema.remove(
            behind: [CompilerDiagnostic(path: Self.path, line: ended + 3, message: "missing return")])
        let behind = try #require(ends)
        expect(!behind.isEmpty && behind.allSatisfy { $0.scope.hasSuffix(":add") && $0.mutation == .drop })
        let elsewhere = schema.remove(behind: [CompilerDiagnostic(path: "Sources/Other.swift", line: 1, message: "")])
        expect(elsewhere == nil)
    }
}
