internal import CheckpointCourse
internal import CheckpointSystem

/// The tests that a check runs, and the Postgres that they need.
extension Checker {
    /// Returns the tests that a request asks for, in order.
    ///
    /// - Throws: `CourseError.usage` for a test that isn't among those that it can run.
    func selected(_ request: Request) throws -> [SelectedTest] {
        let all = candidates(request)
        guard let asked = request.only else { return all }
        let ids = all.map(\.test.id)
        // A suite's name stands for all of its tests.
        let only = Set(
            asked.flatMap { name in
                let suite = ids.filter { $0.pathBegins(with: name + "/") }
                return suite.isEmpty ? [name] : suite
            })
        let unknown = only.subtracting(ids)
        guard unknown.isEmpty else {
            let name = request.part.map { "\(request.step).\($0.number)" } ?? "\(request.step)"
            let place = request.part == nil ? "the steps up to \(name)" : "part \(name)"
            throw CourseError(
                .usage,
                "There is no test \(unknown.sorted()[0]) in \(place). vitals-course check \(name) --json lists them.")
        }
        return all.filter { only.contains($0.test.id) }
    }

    /// Returns the tests that a request can run, in order.
    private func candidates(_ request: Request) -> [SelectedTest] {
        if let part = request.part, let step = projector.course.step(request.step) {
            return step.tests(of: part).map { SelectedTest(step: step, test: $0) }
        }
        return projector.course.writtenSteps.filter { request.judged.contains($0.number) }.flatMap { step in
            step.tests.map { SelectedTest(step: step, test: $0) }
        }
    }

    /// Returns the address of the Postgres that the tests use; nil if none needs one.
    func database(for tests: [SelectedTest], in resources: Resources) async throws -> String? {
        guard tests.contains(where: { $0.step.needs.contains("postgres") }) else { return nil }
        if let databaseURL {
            try await ScratchDatabase.validate(databaseURL)
            return databaseURL
        }
        progress("Starting a Postgres for the tests")
        return try await ThrowawayPostgres.start(in: resources, sandbox: stages.sandbox).url
    }

    /// Drops the databases that tests couldn't drop themselves because their process was ended. A Postgres server of
    /// our own is removed as a whole anyway.
    func drop(_ prefix: String) async {
        guard let databaseURL else { return }
        // A detached task, because a cancelled task can't wait for anything. A failure is ignored, because it isn't the
        // learner's fault.
        await Task.detached {
            try? await ScratchDatabase.drop(namesBeginningWith: prefix, besides: databaseURL)
        }.value
    }
}
