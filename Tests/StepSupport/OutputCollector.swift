import Foundation
import Synchronization

/// Reads a pipe to its end on its own thread, so that the program never waits for us.
final class OutputCollector: Sendable {
    private let collected = Mutex(Data())
    private let ended = DispatchSemaphore(value: 0)

    init(_ descriptor: Int32) {
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        Thread.detachNewThread { [self] in
            // Take the available data at once; `read(upToCount:)` would wait for all of it.
            while case let data = handle.availableData, !data.isEmpty { collected.withLock { $0 += data } }
            ended.signal()
        }
    }

    var text: String { String(decoding: collected.withLock { $0 }, as: UTF8.self) }

    func whole() -> String {
        ended.wait()
        ended.signal()
        return text
    }
}
