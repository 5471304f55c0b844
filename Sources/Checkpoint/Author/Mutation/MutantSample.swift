internal import CheckpointCourse
internal import CheckpointSystem

/// A few mutants, chosen by a seed: the same ones for the same seed, so that a failure can be seen again.
package struct MutantSample: Sendable {
    /// The steps of which a handful is taken: the ones whose checks are to kill nine mutants of ten.
    package static let steps = [4, 8, 12, 17]

    package let seed: String

    package init(seed: String) { self.seed = seed }

    /// Creates a sample for the commit that a clone is at.
    ///
    /// - Throws: `CourseError.usage` when the folder isn't a clone.
    package init(commitOf root: String) async throws {
        let command = Command("git", ["-C", root, "rev-parse", "HEAD"])
        let result = try? await command.capture()
        guard let result, result.succeeded, let commit = result.standardOutput.split(separator: "\n").first else {
            throw CourseError(
                .usage, "\(root) isn't a clone with a commit that could choose the mutants. Choose them by --seed TEXT."
            )
        }
        self.init(seed: String(commit))
    }

    /// Returns one of the steps.
    package var step: Int { Self.steps.min { rank("step \($0)") < rank("step \($1)") } ?? Self.steps[0] }

    /// Returns so many of the mutants, in their order.
    package func few(_ count: Int, of mutants: [MechanicalMutant]) -> [MechanicalMutant] {
        let chosen = Set(ranked(mutants).prefix(count).map(\.id))
        return mutants.filter { chosen.contains($0.id) }
    }

    /// Returns all mutants in the order in which the seed chooses them.
    package func ranked(_ mutants: [MechanicalMutant]) -> [MechanicalMutant] {
        mutants.map { ($0, rank($0.id)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    private func rank(_ text: String) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(seed)
        fingerprint.add(text)
        // FNV changes its first digits little with the last letters of a text; what it makes of its own digits is spread.
        var again = Fingerprint()
        again.add(fingerprint.hex)
        return again.hex
    }
}
