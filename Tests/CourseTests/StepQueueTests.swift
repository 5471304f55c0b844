import StepSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCourse

@Suite("Steps that wait for a build folder")
struct StepQueueTests {
    private let steps: [Step]

    init() throws { steps = try Course.load(root: PackageFiles.root).linearSteps }

    private struct Log: Sendable {
        var proven: [Int] = []
        var busy: Set<Int> = []
        var folders: Set<Int> = []
        var mostAtOnce = 0
    }

    private func spread(over folders: Int, failing: Int? = nil) async throws -> (log: Log, isGreen: Bool) {
        let log = Mutex(Log())
        let isGreen = try await StepQueue.spread(steps, over: folders) { step, folder in
            log.withLock {
                expect($0.busy.insert(folder).inserted, "folder \(folder) has two steps at once")
                $0.proven.append(step.number)
                $0.folders.insert(folder)
                $0.mostAtOnce = max($0.mostAtOnce, $0.busy.count)
            }
            try await Task.sleep(for: .milliseconds(5))
            log.withLock { _ = $0.busy.remove(folder) }
            return step.number != failing
        }
        return (log.withLock { $0 }, isGreen)
    }

    @Test("each step is proven once, and each folder has one at a time", arguments: [0, 1, 2, 9])
    func once(folders: Int) async throws {
        let (log, isGreen) = try await spread(over: folders)
        expect(log.proven.sorted() == steps.map(\.number) && isGreen)
        expect(log.proven.first, equals: steps.first?.number)
        expect(log.folders == (folders < 2 ? [1] : [1, 2]) && log.mostAtOnce == log.folders.count)
    }

    @Test("a step that fails makes the whole fail, and the others are proven still", arguments: [1, 2, 16])
    func fails(failing: Int) async throws {
        let (log, isGreen) = try await spread(over: 2, failing: failing)
        expect(!isGreen && log.proven.sorted() == steps.map(\.number))
    }
}
