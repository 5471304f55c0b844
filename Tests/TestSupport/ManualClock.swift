import Foundation

/// A clock that a test moves by hand; each reading is a millisecond later than the one before.
package final class ManualClock: Sendable {
    private let milliseconds: Locked<Int64>

    package init(_ milliseconds: Int64 = 1_781_940_600_000) { self.milliseconds = Locked(milliseconds) }

    package var read: @Sendable () -> Int64 {
        { [milliseconds] in
            milliseconds.withLock { value in
                value += 1
                return value
            }
        }
    }

    package func advance(milliseconds step: Int64) { milliseconds.withLock { $0 += step } }
}

/// A value behind a lock.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let lock = NSLock()

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
