package import CheckpointCheck
package import CheckpointCourse

extension VerdictCache {
    package func key(_ answer: WrongAnswer, reference: [String: TreeFile], step: Step) throws -> String {
        try key(reference, reached: step.number, subject: "\(answer.test) \(answer.parts)")
    }

    /// Returns the verdict of the test that refused the answer; nil when none is kept.
    package func refusal(_ key: String) -> Verdict? { kept(key) }

    /// - Parameter verdict: a verdict of a test that refused the answer.
    package func keep(_ verdict: Verdict, _ key: String) throws { try write(verdict, key) }
}
