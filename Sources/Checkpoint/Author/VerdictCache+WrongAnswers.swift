extension VerdictCache {
    func key(_ answer: WrongAnswer, reference: [String: TreeFile], step: Step) throws -> String {
        try key(reference, reached: step.number, subject: "\(answer.test) \(answer.parts)")
    }

    /// The verdict of the test that refused it.
    func refusal(_ key: String) -> Verdict? { kept(key) }

    /// - Parameter verdict: of a test that did not let it pass.
    func keep(_ verdict: Verdict, _ key: String) throws { try write(verdict, key) }
}
