internal import Foundation

/// A selection of tests from a module, as arguments for Swift Testing.
struct TestSelection: Sendable {
    let module: String
    /// Test ids, such as `Step08EngineTests/greaterWins()`.
    let ids: [String]

    /// A pattern for each test, anchored at both ends so that it matches no other test.
    var arguments: [String] {
        ids.flatMap { ["--filter", "^\(Self.escaped(module))\\.\(Self.escaped($0))/"] }
    }

    private static func escaped(_ text: String) -> String { NSRegularExpression.escapedPattern(for: text) }
}
