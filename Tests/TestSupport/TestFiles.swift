package import Foundation

package enum TestFiles {
    /// Returns the URL of a file or folder below `Tests/`.
    package static func directory(_ path: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: path)
    }

    /// The root of the repository.
    package static var repository: URL { directory("").deletingLastPathComponent() }

    /// Returns the URL of a program that this package builds, beside the running tests.
    package static func program(_ name: String) -> URL {
        // The bundle's own path is the last argument that leads there on Linux; on Apple's systems it is the bundle.
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let beside = bundle ?? URL(filePath: CommandLine.arguments[0])
        return beside.deletingLastPathComponent().appending(path: name)
    }
}

/// A directory that is removed together with its owner.
package final class TemporaryDirectory: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "vitals-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    package func path(_ name: String) -> String { url.appending(path: name).path }

    deinit { try? FileManager.default.removeItem(at: url) }
}

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
