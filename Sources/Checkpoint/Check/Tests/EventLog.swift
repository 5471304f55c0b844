internal import CheckpointSystem
internal import Foundation
internal import Synchronization

/// The event stream of a run in progress, read as it grows.
///
/// It goes through a pipe, so code in the test process can't take back events that were reported.
package final class EventLog: Sendable {
    private struct State {
        var events = TestEvents()
        var rest = Data()
        var byteCount = 0
        var lastNews = ContinuousClock.now

        /// Takes the lines that end in the new bytes. Looks at no byte twice: an argument of a test may make a line of many
        /// megabytes.
        mutating func take(_ new: Data) {
            new.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                var begin = 0
                while let found = memchr(start + begin, Int32(UInt8(ascii: "\n")), bytes.count - begin) {
                    let end = start.distance(to: UnsafeRawPointer(found))
                    rest.append(contentsOf: bytes[begin..<end])
                    events.take(rest)
                    rest.removeAll()
                    begin = end + 1
                }
                rest.append(contentsOf: bytes[begin...])
            }
        }
    }

    /// Maximum number of bytes per read, so that an endless stream can't block its reader.
    private static let mostAtOnce = 1 << 20

    private let descriptor: Int32
    private let state = Mutex(State())

    /// Creates the pipe; the test process gets its path.
    package init(path: String) throws {
        unlink(path)
        guard mkfifo(path, 0o600) == 0 else {
            throw CourseError(.failed, "\(path) can't be created: \(String(cString: strerror(errno))).")
        }
        // Opens without waiting for a writer, which may never come.
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CourseError(.failed, "\(path) can't be opened: \(String(cString: strerror(errno))).")
        }
        #if os(Linux)
        // A buffer large enough that no test has to wait for its reader; a smaller one does no harm. The number is
        // F_SETPIPE_SZ of linux/fcntl.h, which isn't imported.
        _ = fcntl(descriptor, 1_031, 1 << 20)
        #endif
    }

    deinit { close(descriptor) }

    /// Returns all events reported until now.
    @discardableResult
    package func read() -> TestEvents {
        state.withLock { state in
            let new = newBytes()
            guard !new.isEmpty else { return state.events }
            state.byteCount += new.count
            state.lastNews = .now
            state.take(new)
            return state.events
        }
    }

    /// Number of bytes read so far.
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// Time since the last event, or since the beginning.
    package var silence: Duration {
        read()
        return state.withLock { $0.lastNews.duration(to: .now) }
    }

    private func newBytes() -> Data {
        var taken = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while taken.count < Self.mostAtOnce {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            taken.append(contentsOf: buffer[..<count])
        }
        return taken
    }
}
