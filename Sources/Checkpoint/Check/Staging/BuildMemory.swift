internal import CheckpointSystem
internal import Foundation
internal import Synchronization

/// Watches the memory that a build uses, and kills its largest process when it uses too much.
///
/// SwiftPM then sees a failed compiler: it starts no other compiler, records what it has built and ends.
final class BuildMemory: Sendable {
    let limitBytes: Int
    private let state = Mutex<(isExceeded: Bool, watch: Task<Void, Never>?)>((false, nil))

    init(limitBytes: Int) { self.limitBytes = limitBytes }

    /// True when the build used more than its limit.
    var isExceeded: Bool { state.withLock { $0.isExceeded } }

    /// Starts watching a process and all its descendants, ten times a second.
    func watch(_ process: Int32) {
        let task = Task.detached { [self] in
            while !Task.isCancelled {
                look(at: process)
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
        state.withLock { $0.watch = task }
    }

    func end() { state.withLock { $0.watch?.cancel() } }

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
