internal import CheckpointCourse

/// The clauses that no test cites, and those that no wrong answer breaks. Nothing shows that they hold, or that the check
/// would notice if they didn't. The same goes for a body whose contract isn't numbered.
struct UncitedClauses: Sendable {
    /// A line for each step and each lack, such as `steps/20-live: no test cites parse-events.2, parse-events.7`.
    let report: [String]
    /// A line for each step with bodies whose contract isn't numbered, such as `steps/05-secure-store: read-token, keep-token`.
    let unnumbered: [String]

    /// - Throws: `MarkerError` or `CourseError.courseBroken` if a lesson or a wrong answer can't be read.
    init(course: Course) throws {
        report = try course.writtenSteps.flatMap { step -> [String] in
            let clauses = try StepClauses(of: step, root: course.root).clauses.map(\.id)
            let cited = Set(step.tests.flatMap(\.clauseIDs))
            let broken = Set(try WrongAnswer.all(of: step, root: course.root).compactMap(\.breaks))
            return [("no test cites", cited), ("no wrong answer breaks", broken)].compactMap { lack, found in
                let names = clauses.filter { !found.contains($0) }.map(\.description)
                return names.isEmpty ? nil : "steps/\(step.id): \(lack) \(names.joined(separator: ", "))"
            }
        }
        unnumbered = try course.writtenSteps.compactMap { step in
            var seen = Set(try StepClauses(of: step, root: course.root).clauses.map(\.id.region))
            let names = step.tests.compactMap(\.region).filter { seen.insert($0).inserted }
            return names.isEmpty ? nil : "steps/\(step.id): \(names.joined(separator: ", "))"
        }
    }
}
