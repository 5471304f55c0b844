extension Projector {
    /// Returns the state of the tree after a step, with this mistake in it.
    ///
    /// - Throws: `MarkerError` when the reference no longer has the lines that the mistake changes.
    package func state(after step: Int, with answer: WrongAnswer) throws -> ProjectionState {
        try answer.parts.reduce(.after(step)) { state, part in
            state.replacing(part.region, with: try lines(of: part, after: step))
        }
    }

    /// Returns the whole body that results from this part of a wrong answer.
    ///
    /// - Throws: `MarkerError` when the reference no longer has the lines that the mistake changes.
    package func lines(of part: WrongAnswer.Part, after step: Int) throws -> [String] {
        switch part.content {
        case .body(let lines): return lines
        case .changes(let changes):
            let bodies = try markedFiles().lazy.compactMap { $0.lines(of: part.region, in: .after(step)) }
            return try changes.applied(to: bodies.first ?? [], of: part.region)
        }
    }
}
