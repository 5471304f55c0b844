internal import Foundation
internal import Synchronization

/// Watches the memory of a process and all its descendants, and kills the largest one when they use too much together.
///
/// In a build that is a compiler. SwiftPM sees that it failed: it starts no other one, records what it has built and ends.
package final class MemoryLimit: Sendable {
    package let limitBytes: Int
    private let state = Mutex<(isExceeded: Bool, watch: Task<Void, Never>?)>((false, nil))

    package init(limitBytes: Int) { self.limitBytes = limitBytes }

    /// True when they used more than the limit.
    package var isExceeded: Bool { state.withLock { $0.isExceeded } }

    /// Starts watching a process and all its descendants, ten times a second.
    package func watch(_ process: Int32) {
        let task = Task.detached { [self] in
            while !Task.isCancelled {
                look(at: process)
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
        state.withLock { $0.watch = task }
    }

    package func end() { state.withLock { $0.watch?.cancel() } }

    private func look(at process: Int32) {
        let sizes = ProcessMemory.family(of: process).map { id in
            let memory = ProcessMemory.statistics(of: id)
            return (id: id, bytes: max(0, memory.resident - memory.shared))
        }
        guard sizes.reduce(0, { $0 + $1.bytes }) > limitBytes, let largest = sizes.max(by: { $0.bytes < $1.bytes })
        else {
            return
        }
        state.withLock { $0.isExceeded = true }
        kill(largest.id, SIGKILL)
    }
}
