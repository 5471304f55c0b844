package import CheckpointCourse
internal import Synchronization

/// Steps with the same packages that wait for a build folder.
package final class StepQueue: Sendable {
    /// Two builds keep two cores busy, and on more cores each build uses several.
    private static let mostFolders = 2

    private let steps: Mutex<ArraySlice<Step>>

    private init(_ steps: ArraySlice<Step>) { self.steps = Mutex(steps) }

    private func next() -> Step? { steps.withLock { $0.popFirst() } }

    /// Proves each step once, in up to so many build folders at a time. The first step is alone: its build compiles the
    /// packages, and the other folders find them compiled.
    ///
    /// - Parameter prove: gets a step and the number of a build folder, from 1, that no other call has meanwhile.
    /// - Returns: true when each call returned true.
    package static func spread(
        _ steps: [Step], over folders: Int, prove: @escaping @Sendable (Step, Int) async throws -> Bool
    ) async throws -> Bool {
        let queue = StepQueue(steps[...])
        guard let first = queue.next() else { return true }
        let isGreen = try await prove(first, 1)
        return try await withThrowingTaskGroup(of: Bool.self) { tasks in
            for folder in 1...max(1, min(folders, mostFolders)) {
                // The second step goes to the first folder each time, which has its latest results.
                let next = queue.next()
                tasks.addTask {
                    var (next, isGreen) = (next, true)
                    while let step = next {
                        let passes = try await prove(step, folder)
                        isGreen = isGreen && passes
                        next = queue.next()
                    }
                    return isGreen
                }
            }
            return try await tasks.reduce(isGreen) { $0 && $1 }
        }
    }
}
