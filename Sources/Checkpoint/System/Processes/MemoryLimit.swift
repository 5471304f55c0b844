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

    /// Starts watching a process and all its descendants. Their own memory is added up ten times a second, and shared
    /// memory, files in memory and sockets, which take longer to find, twice a second.
    package func watch(_ process: Int32) {
        let task = Task.detached { [self] in
            var round = 0
            while !Task.isCancelled {
                look(at: process, wholly: round % 5 == 4)
                round += 1
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
        state.withLock { $0.watch = task }
    }

    package func end() { state.withLock { $0.watch?.cancel() } }

    private func look(at process: Int32, wholly: Bool) {
        let family = ProcessMemory.family(of: process)
        let sizes = family.map { id in
            let memory = ProcessMemory.statistics(of: id)
            return (id: id, own: max(0, memory.resident - memory.shared), all: memory.resident)
        }
        if sizes.reduce(0, { $0 + $1.own }) > limitBytes {
            end(sizes.max { $0.own < $1.own }?.id)
        } else if wholly, ProcessMemory.isAbove(limitBytes, of: family) {
            // What isn't mapped belongs to no process in particular. If the largest one doesn't hold it, its turn comes
            // with the next look.
            end(sizes.max { $0.all < $1.all }?.id)
        }
    }

    private func end(_ process: Int32?) {
        guard let process else { return }
        state.withLock { $0.isExceeded = true }
        kill(process, SIGKILL)
    }
}
