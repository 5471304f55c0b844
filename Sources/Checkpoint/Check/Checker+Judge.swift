extension Checker {
    /// Judges the tests that the learner wrote, where official tests ask what came of it.
    ///
    /// - Returns: the file that they read; nil when none of them asks.
    func judgements(for tests: [SelectedTest], databaseURL: String?, folder: String) async throws -> String? {
        let steps = Set(tests.map(\.step)).filter { Judge.specimenFolders[$0.number] != nil }
        guard !steps.isEmpty else { return nil }
        var judgements: [Judgement] = []
        for step in steps.sorted(by: { $0.number < $1.number }) {
            let specimens = try Specimen.load(
                folder: "\(projector.course.root)/steps/\(step.id)/\(Judge.specimenFolders[step.number] ?? "")")
            var judge = Judge(
                step: step.number, stage: stage.root, scratch: stage.scratch,
                reference: projector.sourceTree(after: step.number))
            judge.cache = stage.judgeCache
            judge.limits = limits
            judge.progress = progress
            judgements.append(try await judge.judgement(of: specimens, databaseURL: databaseURL))
        }
        let path = folder + "/judgement.json"
        try Judgement.write(judgements, to: path)
        return path
    }
}
