extension Projector {
    /// The tree after a step, with this mistake in it.
    ///
    /// - Throws: `MarkerError` when the reference no longer has what the mistake changes.
    func state(after step: Int, with answer: WrongAnswer) throws -> ProjectionState {
        try answer.parts.reduce(.after(step)) { state, part in
            state.replacing(part.region, with: try lines(of: part, after: step))
        }
    }

    /// The whole body that such a part of a wrong answer is.
    ///
    /// - Throws: `MarkerError` when the reference no longer has what the mistake changes.
    func lines(of part: WrongAnswer.Part, after step: Int) throws -> [String] {
        switch part.content {
        case .body(let lines): return lines
        case .changes(let changes):
            let bodies = try markedFiles().lazy.compactMap { $0.lines(of: part.region, in: .after(step)) }
            return try changes.applied(to: bodies.first ?? [], of: part.region)
        }
    }
}
