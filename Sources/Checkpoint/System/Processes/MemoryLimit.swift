internal import Foundation
internal import Synchronization

/// Watches the memory of a process and all its descendants, and kills the largest one when they use too much together.
///
/// In a build that is a compiler. SwiftPM sees that it failed: it starts no other one, records what it has built and ends.
package final class MemoryLimit: Sendable {
    package let limitBytes: Int
    /// Folders in memory that the processes write to, with the number of files there before.
    private let folders: [(path: String, before: Int)]
    private let state = Mutex<(isExceeded: Bool, watch: Task<Void, Never>?)>((false, nil))

    /// - Parameter folders: folders that the processes write to, whose new files count.
    package init(limitBytes: Int, filesIn folders: [String] = []) {
        self.limitBytes = limitBytes
        self.folders = folders.compactMap { path in ProcessMemory.filesInMemory(at: path).map { (path, $0) } }
    }

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
        } else if wholly, ProcessMemory.isAbove(limitBytes, of: family, more: newFileBytes) {
            // What isn't mapped belongs to no process in particular. If the largest one doesn't hold it, its turn comes
            // with the next look.
            end(sizes.max { $0.all < $1.all }?.id)
        }
    }

    private var newFileBytes: Int {
        folders.reduce(0) { $0 + max(0, (ProcessMemory.filesInMemory(at: $1.path) ?? 0) - $1.before) }
            * ProcessMemory.bytesOfFile
    }

    private func end(_ process: Int32?) {
        guard let process else { return }
        state.withLock { $0.isExceeded = true }
        kill(process, SIGKILL)
    }
}
