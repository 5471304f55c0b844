/// A state of the course, in which its files are rendered.
package struct ProjectionState: Hashable, Sendable {
    /// The last step reached: lines of `@from N` appear if N is at most this.
    package var reached: Int
    /// Bodies of this step and the earlier ones are solved; those of later ones are starters.
    package var solvedThrough: Int
    package var features: Set<String> = []
    /// Bodies that replace the solved ones, by the name of their region.
    package var replacements: [String: [String]] = [:]

    /// The tree after step N.
    package static func after(_ step: Int) -> ProjectionState { ProjectionState(reached: step, solvedThrough: step) }

    /// The tree at the start of step N.
    package static func starter(of step: Int) -> ProjectionState {
        ProjectionState(reached: step, solvedThrough: step - 1)
    }

    package func replacing(_ region: String, with lines: [String]) -> ProjectionState {
        var state = self
        state.replacements[region] = lines
        return state
    }
}
