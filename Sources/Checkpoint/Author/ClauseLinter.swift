internal import CheckpointCourse
internal import Foundation

/// Checks the contracts in the lessons of a step: that their clauses are numbered, and that whatever a test or a wrong
/// answer cites is there.
struct ClauseLinter: Sendable {
    let step: Step
    /// Names of the bodies that the learner writes in the step.
    let bodies: [String]
    /// The course's folder.
    let root: String

    private var manifest: String { "steps/\(step.id)/step.yml" }

    func diagnostics() -> [String] {
        // A lesson that can't be read is reported where it's inspected itself.
        guard let contracts = try? StepClauses(of: step, root: root) else { return [] }
        let known = Set(contracts.clauses.map(\.id))
        return places(contracts.clauses) + numbers(contracts.clauses) + tests(known) + wrongAnswers(known)
    }

    /// Finds clauses of other bodies than the page is about, and clauses without a sentence.
    private func places(_ clauses: [Clause]) -> [String] {
        clauses.compactMap { clause in
            let place = "\(clause.page.path):\(clause.line): "
            guard bodies.contains(clause.id.region) else {
                return place + "\(clause.id) is a clause of \(clause.id.region), which is no body of the step"
            }
            if case .part(_, let here) = clause.page,
                let right = step.parts.first(where: { $0.regions.contains(clause.id.region) }), right != here
            {
                return place + "\(clause.id) is a clause of \(clause.id.region), which part \(right.number) is about"
            }
            return clause.text.isEmpty ? place + "\(clause.id) needs a space and a sentence after its name" : nil
        }
    }

    /// Checks that the clauses of each body are numbered from 1 in their order, without a hole.
    private func numbers(_ clauses: [Clause]) -> [String] {
        var seen: [ClauseID: Clause] = [:]
        var next: [String: Int] = [:]
        return clauses.compactMap { clause in
            let place = "\(clause.page.path):\(clause.line): "
            if let other = seen[clause.id] {
                return place + "\(clause.id) is already in \(other.page.path):\(other.line)"
            }
            seen[clause.id] = clause
            let expected = ClauseID(region: clause.id.region, number: next[clause.id.region] ?? 1)
            next[clause.id.region] = clause.id.number + 1
            return clause.id == expected ? nil : place + "\(clause.id) comes where \(expected) should"
        }
    }

    private func tests(_ known: Set<ClauseID>) -> [String] {
        step.tests.flatMap { test -> [String] in
            if !test.clauses.isEmpty, test.region == nil {
                return ["\(manifest): \(test.id) cites clauses, but has no region: that says of which body"]
            }
            let twice = Set(test.clauses).count < test.clauses.count
            return test.clauseIDs.filter { !known.contains($0) }.map {
                "\(manifest): \(test.id) cites \($0), which no lesson of the step has"
            } + (twice ? ["\(manifest): \(test.id) cites a clause twice"] : [])
        }
    }

    private func wrongAnswers(_ known: Set<ClauseID>) -> [String] {
        // A wrong answer that can't be read is reported by the course's linter.
        let answers = (try? WrongAnswer.all(of: step, root: root)) ?? []
        return answers.compactMap { answer in
            guard let broken = answer.breaks else { return nil }
            guard known.contains(broken) else {
                return "\(answer.path):1: it breaks \(broken), which no lesson of the step has"
            }
            guard answer.parts.contains(where: { $0.region == broken.region }) else {
                return "\(answer.path):1: it breaks \(broken), but doesn't change \(broken.region)"
            }
            let test = step.tests.first { $0.id == answer.test }
            guard let test, test.region == broken.region, !test.clauseIDs.contains(broken) else { return nil }
            return "\(answer.path):1: it breaks \(broken), which \(test.id) doesn't cite"
        }
    }
}
