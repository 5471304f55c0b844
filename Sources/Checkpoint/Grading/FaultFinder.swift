package import CheckpointCourse

/// Judges one submission. If judging fails, it finds out whose fault that is: the machine's, or the submission's.
///
/// A submission's code owns the Postgres of its tests, and shares temporary files, processor and memory with what judges
/// it. So it may be able to make the judge fail, and that must not look like trouble of the machine, which costs no
/// points. The course's own solution is the control: it is judged in the same job, by the same steps.
package struct FaultFinder {
    /// Name of the submission.
    package let name: String
    /// Judges a tree by the tests of these steps.
    package let judge: (_ tree: [String: TreeFile], _ steps: [Int]) async throws -> GradedSubmission
    /// Judges the course's own solution in a job that nothing was done in; false if any step fails.
    package let isControlFine: () async throws -> Bool
    /// The steps whose tests need more than the learner's own processes.
    package let withServices: Set<Int>

    package init(
        name: String, judge: @escaping ([String: TreeFile], [Int]) async throws -> GradedSubmission,
        isControlFine: @escaping () async throws -> Bool, withServices: Set<Int>
    ) {
        self.name = name
        self.judge = judge
        self.isControlFine = isControlFine
        self.withServices = withServices
    }

    static let note =
        "Judging it failed twice, and in between the course's own solution was judged without trouble. Look for code that "
        + "fills the disk, or that changes the database beyond its own tables."

    /// - Throws: the error of the judge, if the submission isn't at fault.
    package func finding(_ tree: [String: TreeFile], _ steps: [Int]) async throws -> GradedSubmission {
        do {
            return try await judge(tree, steps)
        } catch let error where !(error is CancellationError) {
            guard try await isWell() else { throw error }
        }
        // The trouble may have passed.
        do {
            return try await judge(tree, steps)
        } catch let error where !(error is CancellationError) {
            guard try await isWell() else { throw error }
            return try await lesserFinding(tree, steps)
        }
    }

    /// Judges only the steps whose tests need no services. A server that breaks its judge costs nothing of what was
    /// learnt before.
    private func lesserFinding(_ tree: [String: TreeFile], _ steps: [Int]) async throws -> GradedSubmission {
        let rest = steps.filter { !withServices.contains($0) }
        var finding = GradedSubmission(name: name)
        if !rest.isEmpty, rest.count < steps.count {
            do {
                finding = try await judge(tree, rest)
            } catch let error where !(error is CancellationError) {
                guard try await isWell() else { throw error }
            }
        }
        finding.steps = steps.map { number in
            finding.steps.first { $0.number == number }
                ?? GradedStep(number: number, outcome: .crashed, verdicts: [], note: Self.note)
        }
        return finding
    }

    private func isWell() async throws -> Bool {
        do {
            return try await isControlFine()
        } catch let error where !(error is CancellationError) {
            return false
        }
    }
}
