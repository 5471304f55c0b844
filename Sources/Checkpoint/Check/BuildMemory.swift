internal import Foundation
internal import Synchronization

/// Watches over the memory that a build takes, and ends its largest process when it is too much.
///
/// SwiftPM then sees a compiler that failed: it starts no other one, notes what it has built and ends.
final class BuildMemory: Sendable {
    let limitBytes: Int
    private let state = Mutex<(isExceeded: Bool, watch: Task<Void, Never>?)>((false, nil))

    init(limitBytes: Int) { self.limitBytes = limitBytes }

    /// The build took more than it may.
    var isExceeded: Bool { state.withLock { $0.isExceeded } }

    /// Begins to look at a process and all that come from it, several times a second.
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
