internal import CheckpointSystem

/// A language that `MutationOperators` can change.
package enum CodeLanguage: Sendable {
    case swift
    case javaScript
    case sql

    /// - Returns: nil for a file in any other language.
    package init?(path: String) {
        if path.pathEnds(with: ".swift") {
            self = .swift
        } else if path.pathEnds(with: ".js") {
            self = .javaScript
        } else if path.pathEnds(with: ".sql") {
            self = .sql
        } else {
            return nil
        }
    }
}
