import Foundation
import Synchronization

/// The built `vitals-server`, run as people run it.
final class ServerProcess: @unchecked Sendable {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    /// Read from the start: a server whose log nobody reads waits for its reader once the pipe is full.
    private let messages = Messages()

    /// The executable's URL, beside the test bundle wherever the build put that.
    static var executable: URL? {
        let bundles = Bundle.allBundles.map(\.bundleURL) + [Bundle.main.bundleURL]
        let arguments = CommandLine.arguments.prefix(1).map { URL(fileURLWithPath: $0) }
        let candidates = (bundles + arguments).flatMap {
            [
                $0.appendingPathComponent("vitals-server"),
                $0.deletingLastPathComponent().appendingPathComponent("vitals-server"),
            ]
        }
        return candidates.first { url in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) && !isDirectory.boolValue
        }
    }

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        guard let executable = Self.executable else { throw CocoaError(.fileNoSuchFile) }
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        messages.read(errors.fileHandleForReading)
    }

    deinit { if process.isRunning { process.terminate() } }

    var pid: Int32 { process.processIdentifier }

    /// Returns the first line of standard output; blocks until it arrives.
    func firstLine() -> String {
        var line: [UInt8] = []
        while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Waits for the process to end; returns its exit status and the rest of its output.
    func finish() -> (status: Int32, output: String, errors: String) {
        let rest = output.fileHandleForReading.readDataToEndOfFile()
        let messages = messages.whole()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: rest, as: UTF8.self),
            String(decoding: messages, as: UTF8.self)
        )
    }

    func terminate() { process.terminate() }

    /// Everything that the program writes to standard error, up to its end.
    private final class Messages: Sendable {
        private let data = Mutex(Data())
        private let ended = DispatchSemaphore(value: 0)

        func read(_ handle: FileHandle) {
            Thread.detachNewThread { [self] in
                // `availableData` would end the tests when a signal interrupts it.
                var buffer = [UInt8](repeating: 0, count: 65536)
                while true {
                    let count = Foundation.read(handle.fileDescriptor, &buffer, buffer.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { break }
                    data.withLock { $0 += buffer[..<count] }
                }
                ended.signal()
            }
        }

        func whole() -> Data {
            ended.wait()
            ended.signal()
            return data.withLock { $0 }
        }
    }
}
