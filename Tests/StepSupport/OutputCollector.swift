import Foundation
import Synchronization

/// Reads a pipe to its end on its own thread, so that the program never waits for us.
final class OutputCollector: Sendable {
    private let collected = Mutex(Data())
    private let ended = DispatchSemaphore(value: 0)

    init(_ descriptor: Int32) {
        Thread.detachNewThread { [self] in
            // Not `FileHandle`: its `availableData` ends this program when a signal interrupts it.
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                collected.withLock { $0 += buffer[..<count] }
            }
            close(descriptor)
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
