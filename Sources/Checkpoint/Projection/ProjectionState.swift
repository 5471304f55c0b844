/// Which of the course's states a file is shown in.
package struct ProjectionState: Hashable, Sendable {
    /// Lines of `@from N` stand from here on.
    package var reached: Int
    /// Bodies of this step and the earlier ones are solved; those of later ones are starters.
    package var solvedThrough: Int
    package var features: Set<String> = []
    /// Bodies that stand in place of the solved ones, by the name of their region.
    package var replacements: [String: [String]] = [:]

    /// The tree after step N.
    package static func after(_ step: Int) -> ProjectionState { ProjectionState(reached: step, solvedThrough: step) }

    /// The tree with which step N begins.
    package static func starter(of step: Int) -> ProjectionState {
        ProjectionState(reached: step, solvedThrough: step - 1)
    }

    package func replacing(_ region: String, with lines: [String]) -> ProjectionState {
        var state = self
        state.replacements[region] = lines
        return state
    }
}
