import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem

/// Tests of what a learner's module may declare beside the official tests, with real modules of the real compiler.
@Suite("Names that the official tests use")
struct TakenNameTests {
    private static let tests: [String: TreeFile] = [
        "Tests/StepTests/A.swift": TreeFile(
            """
            import StepSupport
            @Test func converts() {
                let found = sums.filter { $0.hasPrefix("a") }
                expect(found.total == 3, "sums")
                let text: String = "\\(found)"
            }
            """),
        "Tests/StepSupport/B.swift": TreeFile("extension Reading {\n    func twice() -> Reading { copy(Data()) }\n}\n"),
    ]
    private static let sources = [
        TreeFile(
            """
            public struct Reading: Equatable {
                public init(total: Int) {}
                public var total: Int { 0 }
                public func copy(_ data: Data) -> Reading { self }
                public static func == (one: Reading, other: Reading) -> Bool { true }
            }
            public func sums() {}
            public struct Failure: Error, Equatable {
                public enum Code: Equatable { case one }
            }
            public enum Phase: Comparable { case early, late }
            extension String {
                package init(reading: Reading) {}
            }
            public protocol Store {
                func total() -> Int
            }
            """)
    ]

    /// A symbol that the tests look for: that of `String.hasPrefix`.
    private static let needed: Set<String> = ["$sSS9hasPrefixySbSSF"]

    /// Returns the names that are refused in a module of this text, which may import another one of the learner's.
    func taken(_ text: String, base: String = "") async throws -> [String] {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-names")
            try TreeFile(text).write(to: folder + "/Own.swift")
            try TreeFile(base).write(to: folder + "/Base.swift")
            let script = """
                cd '\(folder)' && mkdir symbols base &&
                if [ -s Base.swift ]; then
                    swiftc -swift-version 6 -parse-as-library -emit-module -module-name Base Base.swift &&
                    swift-symbolgraph-extract -module-name Base -I . -target "$(uname -m)-unknown-linux-gnu" \
                        -output-dir base \(SymbolGraphCommand.options.joined(separator: " "))
                fi &&
                swiftc -swift-version 6 -enable-testing -package-name p -parse-as-library -emit-module -emit-object \
                    -module-name Own -I . Own.swift -o Own.o -emit-module-path Own.swiftmodule &&
                swift-symbolgraph-extract -module-name Own -I . -target "$(uname -m)-unknown-linux-gnu" \
                    -output-dir symbols \(SymbolGraphCommand.options.joined(separator: " "))
                """
            var command = Command("/bin/sh", ["-c", script])
            command.timeoutSeconds = 300
            let result = try await command.capture()
            expect(result.succeeded, "\(result)")
            func files(in name: String) throws -> [Data] {
                try FileManager.default.contentsOfDirectory(atPath: folder + name).sorted().map {
                    try Data(contentsOf: URL(fileURLWithPath: folder + name + "/" + $0))
                }
            }
            let own: Set<String> = ["Own", "Base"]
            let types = try SymbolGraph(files(in: "/base"), own: own, root: folder).declarations
            let official = OfficialNames(tests: Self.tests, sources: Self.sources)
            let found = TakenName.all(
                in: try SymbolGraph(files(in: "/symbols"), own: own, root: folder, types: types), of: "Own",
                official: official)
            let object = try #require(FileManager.default.contents(atPath: folder + "/Own.o"))
            let symbols =
                ObjectSymbols(object).map { TakenSymbol.all(in: $0.defined, of: "Own", needed: Self.needed) } ?? []
            let library = TestLibraries.used(in: object).map { "import \($0)" }
            return found.map(\.name) + [library].compactMap(\.self) + symbols
        }
    }

    @Test(
        "what the tests would use in place of their own is refused, however it's written",
        arguments: [
            ("public func expect(_ isTrue: Bool, _ words: String) {}", "expect"),
            ("package func expect(_ isTrue: Bool, _ words: String) {}", "expect"),
            ("public let unused = 0, expect: @Sendable (Bool, String) -> Void = { _, _ in }", "expect"),
            ("@_transparent public func expect(_ isTrue: Bool, _ words: String) {}", "expect"),
            ("@_alwaysEmitIntoClient public func expect(_ isTrue: Bool, _ words: String) {}", "expect"),
            ("@_disfavoredOverload public func expect(_ isTrue: Bool, _ words: String) {}", "expect"),
            ("@_documentation(visibility: private) public func expect(_ isTrue: Bool) {}", "expect"),
            ("#if canImport(Swift)\n/* a /* b */ */ public\nfunc `expect`(_ isTrue: Bool) {}\n#endif", "expect"),
            ("public struct expect { public init(_ isTrue: Bool, _ words: String) {} }", "expect"),
            ("public typealias String = Int", "String"), ("public enum Testing {}", "Testing"),
            ("public typealias IntegerLiteralType = Double", "IntegerLiteralType"),
            ("public enum StepSupport { public static func expect(_ isTrue: Bool) {} }", "StepSupport"),
            ("public func == (one: Int, other: Int) -> Bool { true }", "=="),
            ("extension Int { public static func == (one: Int, other: Int) -> Bool { true } }", "=="),
            ("extension Optional where Wrapped == Int { public static func == (a: Int?, b: Int?) -> Int { 1 } }", "=="),
            ("public struct Own { public static func == (a: Own, b: Own?) -> Bool { true } }", "=="),
            (
                "public struct Failure: Equatable { public static func == (a: Failure, b: Failure) -> Bool { true } }",
                "=="
            ),
            (
                "public struct Failure: Equatable {}\nextension Failure { public static func == (a: Self, b: Self) -> Bool { true } }",
                "=="
            ),
            (
                "public struct Failure { public enum Code: Equatable { case a, b\npackage static func != (a: Self, b: Self) -> Bool { false } } }",
                "!="
            ),
            (
                "public enum Phase: Comparable { case early, late\npublic static func < (a: Phase, b: Phase) -> Bool { true } }",
                "<"
            ),
            (
                "struct Any5: Equatable, ExpressibleByIntegerLiteral { init(integerLiteral: Int) {}\nstatic func == (a: Any5, b: Any5) -> Bool { true } }\npublic struct Reading { public var total: some Equatable & ExpressibleByIntegerLiteral { Any5(integerLiteral: 1) } }",
                "total"
            ),
            (
                "public struct Any6: Equatable { public static func == (a: Any6, b: Any6) -> Bool { true } }\npublic struct Reading { public var total: Any6? { nil } }",
                "total"
            ),
            (
                "public struct Any7: Equatable {}\npublic struct Reading { public typealias Int = Any7\npublic let total = Any7() }",
                "total"
            ),
            (
                "public struct Any8: Equatable {}\npublic protocol Store { func total() -> [Any8] }", "total"
            ),
            ("public struct Failure { public static prefix func ! (a: Failure) -> Bool { true } }", "!"),
            ("public struct Failure { public static func ~= (a: Failure, b: Failure) -> Bool { true } }", "~="),
            ("extension Equatable { public static func == (a: Self, b: Self) -> Bool { true } }", "=="),
            ("extension String { public func hasPrefix(_ start: String) -> Bool { true } }", "hasPrefix"),
            (
                "public typealias S = Swift.String\npublic extension S { func hasPrefix(_ s: S) -> Bool { true } }",
                "hasPrefix"
            ),
            (
                "public protocol Q {}\nextension Q { public func hasPrefix(_ s: String) -> Bool { true } }\nextension String: Q {}",
                "hasPrefix"
            ),
            (
                "extension Array where Element == Int { public func filter(_ a: (Int) -> Bool) -> [Int] { [] } }",
                "filter"
            ),
            (
                "public protocol Store { func total() -> Int }\nextension Store { public typealias String = Int }",
                "String"
            ),
            ("public struct Reading { public typealias Data = Int }", "Data"),
            ("extension String { public init(_ number: Int) { self = \"\" } }", "init"),
            (
                "extension DefaultStringInterpolation { public mutating func appendInterpolation(_ a: [Int]) {} }",
                "appendInterpolation"
            ),
            (
                "public struct Any3: Equatable, ExpressibleByIntegerLiteral { public init(integerLiteral: Int) {} }",
                "Any3"
            ),
            (
                "public struct Any4: Equatable, ExpressibleByArrayLiteral { public init(arrayLiteral: Int...) {} }",
                "Any4"
            ),
            (
                "@freestanding(expression) public macro expect(_ a: Bool) = #externalMacro(module: \"A\", type: \"B\")",
                "expect"
            ),
            ("import Testing", "import Testing"), ("public import struct Testing.Issue", "import Testing"),
            ("internal import _Testing_Foundation", "import Testing"), ("import XCTest", "import XCTest"),
            (
                "@_silgen_name(\"$s7Testing5IssueV6recordyyFZ\") func quiet()\nfunc call() { quiet() }",
                "import Testing"
            ),
        ])
    func refused(text: String, name: String) async throws {
        try await expect(taken(text), equals: [name], "\(text)")
    }

    @Test("what an honest learner may add is not")
    func honest() async throws {
        let text = """
            public struct Count: Equatable, Comparable {
                let total: Int
                public static func == (one: Count, other: Self) -> Bool { one.total == other.total }
                public static func < (one: Self, other: Count) -> Bool { one.total < other.total }
            }
            public struct Reading: Equatable, Comparable {
                public let total: Int
                public static func < (one: Self, other: Reading) -> Bool { one.total < other.total }
                public init(total: Int) { self.total = total }
                public func copy(_ data: Int) -> Reading { self }
                public func hasPrefix(_ text: String) -> Bool { true }
                public static func == (one: Reading, other: Self) -> Bool { one.total == other.total }
                public static func + (one: Reading, other: Int) -> Reading { Reading(total: one.total + other) }
            }
            func expect(_ isTrue: Bool, _ words: String) {}
            extension String { func hasPrefix(_ text: String) -> Bool { true } }
            extension String {
                package init(reading: Reading) { self = "" }
                public var shortened: String { self }
            }
            extension Array { func filter(_ a: (Element) -> Bool) -> [Element] { [] } }
            struct Anything: ExpressibleByIntegerLiteral { init(integerLiteral: Int) {} }
            private enum Testing {}
            public struct Rules: OptionSet {
                public let rawValue: Int
                public init(rawValue: Int) { self.rawValue = rawValue }
            }
            public func sums() { _ = Testing.self }
            public func mean(of numbers: [Double]) -> Double { 0 }
            public protocol Store { func total() -> Int }
            /* public func expect(_ isTrue: Bool) {} */
            let text = "import Testing, public func expect"
            """
        try await expect(taken(text), equals: [])
    }
}
