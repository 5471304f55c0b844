internal import CheckpointSystem
internal import Foundation
internal import Yams

/// The mutants that a person has marked as equivalent: they change nothing that anybody could see, or only how fast it is.
///
/// A mark names the scope, the operator and the lines, so it stays valid when the lines move. One that no mutant has any
/// more is stale, and is reported.
package struct EquivalentMutants: Sendable {
    package struct Mark: Hashable, Sendable, Decodable {
        /// The scope: a body's name, or a file's path.
        package let `in`: String
        package let change: MutationOperator
        /// The first line that the mutant changes, and what becomes of it; empty when it's gone.
        package let line: String
        package let becomes: String
        package let because: String
    }

    package static let path = "Tests/Mutants/equivalent.yml"
    package let marks: [Mark]

    /// - Throws: `CourseError.courseBroken` when the file can't be read or a mark lacks something.
    package init(root: String) throws {
        guard let data = FileManager.default.contents(atPath: root + "/" + Self.path) else {
            marks = []
            return
        }
        do {
            marks = try YAMLDecoder().decode([Mark].self, from: data)
        } catch {
            throw CourseError(.courseBroken, "\(Self.path) can't be read: \(error)")
        }
        if let mark = marks.first(where: { $0.because.isEmpty }) {
            throw CourseError(
                .courseBroken, "\(Self.path): the mark on \"\(mark.line)\" in \(mark.in) needs a reason (because: …).")
        }
    }

    /// Returns the mark on a mutant; nil when it has none.
    package func mark(on mutant: MechanicalMutant) -> Mark? { marks.first { Self.matches($0, mutant) } }

    /// Returns the marks on these scopes that no mutant has.
    package func stale(among mutants: [MechanicalMutant], scopes: Set<String>) -> [Mark] {
        marks.filter { mark in scopes.contains(mark.in) && !mutants.contains { Self.matches(mark, $0) } }
    }

    private static func matches(_ mark: Mark, _ mutant: MechanicalMutant) -> Bool {
        mark.in == mutant.scope && mark.change == mutant.mutation && mark.line == mutant.before.first ?? ""
            && mark.becomes == mutant.after.first ?? ""
    }
}
