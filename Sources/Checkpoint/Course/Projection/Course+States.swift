/// The states of the course at a step.
extension Course {
    /// Returns the state after a step: everything that it builds on is there and solved.
    package func state(after step: Int) -> ProjectionState { .after(closure(of: step)) }

    /// Returns the state with which a step begins: everything that it builds on is solved, and the step itself isn't.
    package func starterState(of step: Int) -> ProjectionState { .starter(of: step, in: closure(of: step)) }
}
