import Foundation
import StepSupport
import Synchronization

/// What a submission must not come near: files in the places that matter, and a listener on a loopback port.
final class Canaries: Sendable {
    let paths: [String]
    let port: UInt16
    private let listener: Int32
    private let calls = Mutex(0)

    /// How many came to the port.
    var callCount: Int { calls.withLock { $0 } }
    var missing: [String] { paths.filter { !FileManager.default.fileExists(atPath: $0) } }

    init() throws {
        let name = "vitals-canary-\(UUID().uuidString)"
        paths = [NSHomeDirectory(), "/tmp", PackageFiles.root + "/.build"].map { $0 + "/" + name }
        for path in paths { try Data("alive".utf8).write(to: URL(fileURLWithPath: path)) }
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                _ = bind(descriptor, raw, length)
                _ = listen(descriptor, 16)
                _ = getsockname(descriptor, raw, &length)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { return }
                self?.calls.withLock { $0 += 1 }
                close(connection)
            }
        }
    }

    /// What stands for them in the files of a submission.
    var words: [String: String] { ["CANARIES": paths.joined(separator: ":"), "PORT": "\(port)"] }

    func remove() {
        for path in paths { try? FileManager.default.removeItem(atPath: path) }
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}
