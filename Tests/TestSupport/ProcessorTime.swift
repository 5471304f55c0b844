import Foundation

/// The time that a thread has computed for: other work on the machine isn't in it.
package enum ProcessorTime {
    package static func ofThisThread() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
