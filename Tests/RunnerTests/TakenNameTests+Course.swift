import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem

extension TakenNameTests {
    @Test("a type of the learner's for a declaration of the course's is found in another module, too")
    func otherModule() async throws {
        let base = "public struct Always: Equatable { public static func == (a: Always, b: Always) -> Bool { true } }"
        let text = "public import Base\npublic struct Reading { public var total: Always? { nil } }"
        try await expect(taken(text, base: base), equals: ["total"])
    }

    #if os(Linux)
    @Test(
        "a function with the linker's name of another library's is refused, whatever gives it that name",
        arguments: [
            ("@_cdecl(\"memcmp\") public func own(_ a: Int) -> Int { 0 }", "memcmp"),
            ("@_cdecl(\"memcmp\") func own(_ a: Int) -> Int { 0 }", "memcmp"),
            ("@c(exit) public func own(_ status: Int32) {}", "exit"),
            ("@_silgen_name(\"swift_retain\") public func own() {}", "swift_retain"),
            ("@_silgen_name(\"swift_retain\") internal func own() {}", "swift_retain"),
            (
                "@_silgen_name(\"$sSS2eeoiySbSS_SStFZ\") public func own(_ a: String) -> Bool { true }",
                "$sSS2eeoiySbSS_SStFZ"
            ),
            (
                "@_silgen_name(\"memcmp\") @_alwaysEmitIntoClient public func own() {}\npublic func call() { own() }",
                "memcmp"
            ),
            (
                "@_silgen_name(\"$sSS9hasPrefixySbSSF\") @_alwaysEmitIntoClient public func own(_ a: String, _ b: String) -> Bool { true }\npublic func call() -> Bool { own(\"\", \"\") }",
                "$sSS9hasPrefixySbSSF"
            ),
            ("@_cdecl(\"__swift_own\") public func own() {}", "__swift_own"),
            // The compiler's helper of a cast is hidden and weak, and this one isn't.
            (
                "@_cdecl(\"dynamic_cast_existential_1_conditional\") public func own() {}",
                "dynamic_cast_existential_1_conditional"
            ),
        ])
    func symbols(text: String, name: String) async throws {
        try await expect(taken(text), equals: [name], "\(text)")
    }

    @Test(
        "a cast to a protocol's type, for which the compiler adds a function of its own, isn't refused",
        arguments: [
            "public protocol Named: AnyObject {}\npublic func isNamed(_ a: AnyObject) -> Bool { (a as? any Named) != nil }",
            "public protocol Named {}\npublic func isNamed(_ a: Any.Type) -> Bool { (a as? any Named.Type) != nil }",
        ])
    func casts(text: String) async throws { try await expect(taken(text), equals: [], "\(text)") }
    #endif

    @Test("nothing that the course itself declares is refused")
    func solution() async throws {
        let projector = Projector(course: try Course.load(root: PackageFiles.root))
        let steps = projector.course.wholeSet
        let official = OfficialNames(
            tests: try projector.runnerTree(of: steps), sources: Array(try projector.tree(in: .after(steps)).values))
        let plan = try BuildPlan(stage: PackageFiles.root, scratch: PackageFiles.root + "/.build")
        try await Resources.using { resources in
            let stage = try Stage(folder: try await resources.makeDirectory("vitals-names"))
            for module in CanaryTest.learnersModules {
                let files = try await SymbolGraphCommand(stage: stage, plan: plan).files(of: module)
                let graph = try SymbolGraph(
                    files, own: Set(CanaryTest.learnersModules), root: PackageFiles.root)
                expect(graph.symbols.count > 100 && graph.symbols.contains { $0.place != nil }, "\(module)")
                expect(TakenName.all(in: graph, of: module, official: official).map(\.message), equals: [], "\(module)")
            }
            for object in try plan.objects(product: nil) {
                let module = BuildPlan.target(of: object) ?? ""
                guard CanaryTest.learnersModules.contains(module) else { continue }
                let contents = try #require(FileManager.default.contents(atPath: object))
                expect(TestLibraries.used(in: contents) == nil, "\(object)")
            }
            #if os(Linux)
            let checker = Checker(stages: try Stages(projector: projector))
            let needed = try checker.neededSymbols(plan)
            expect(needed.count > 1_000, "\(needed.count)")
            var count = 0
            for object in try plan.objects(product: nil) {
                let module = BuildPlan.target(of: object) ?? ""
                guard plan.folder(of: module) != nil, !["StepTests", "StepSupport", "TestSupport"].contains(module)
                else {
                    continue
                }
                let contents = try #require(FileManager.default.contents(atPath: object))
                let symbols = try #require(ObjectSymbols(contents)).defined
                count += symbols.count
                expect(TakenSymbol.all(in: symbols, of: module, needed: needed), equals: [], "\(object)")
            }
            expect(count > 10_000, "\(count) symbols")
            #endif
        }
    }

    @Test("the course's own declarations are read with the types that they're in")
    func course() throws {
        let text = """
            @frozen
            public struct Box<Value: Sendable>: ExpressibleByNilLiteral {
                public private(set) var count = 0
                case one, two(Int)
                public final class Inner {
                    package static func < (a: Inner, b: Inner) -> Bool {
                        let local = 1
                    }
                }
                nonisolated public subscript(at index: Int) -> Int { 0 }
            }
            """
        let names = OfficialNames(tests: [:], sources: [TreeFile(text)])
        func has(_ components: String...) -> Bool {
            names.isDeclared(
                SymbolGraph.Symbol(
                    kind: "", components: components, isOfForeignType: false, isOfProtocol: false, parameterTypes: [],
                    place: nil))
        }
        expect(has("Box") && has("Box", "count") && has("Box", "one") && has("Box", "two(_:)") && has("Box", "Inner"))
        expect(has("Box", "Inner", "<(_:_:)") && has("Box", "subscript(at:)"))
        expect(!has("Box", "subscript(_:)") && !has("local") && !has("Box", "local") && !has("count"))
        expect(names.isLiteral("Box") && !names.isLiteral("Inner"))
    }
}
