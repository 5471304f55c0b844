internal import Foundation

/// Tests of one module, as arguments for Swift Testing.
struct TestSelection: Sendable {
    let module: String
    /// Such as `Step08EngineTests/greaterWins()`.
    let ids: [String]

    /// One pattern a test, anchored at both ends, so that none answers to another one's.
    var arguments: [String] {
        ids.flatMap { ["--filter", "^\(Self.escaped(module))\\.\(Self.escaped($0))/"] }
    }

    private static func escaped(_ text: String) -> String { NSRegularExpression.escapedPattern(for: text) }
}
