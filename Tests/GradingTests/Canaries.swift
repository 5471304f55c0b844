import Foundation
import StepSupport
import Synchronization

@testable import CheckpointCourse

/// Canaries that a submission must not touch: files in the places that matter, and listeners on a loopback port and on
/// a Unix socket outside the folders for temporary files.
final class Canaries: Sendable {
    let paths: [String]
    let port: UInt16
    /// The path of the Unix socket.
    let socketPath: String
    private let listeners: [Int32]
    private let calls = Mutex<Set<String>>([])

    /// The listeners, `port` or `socket`, that received a connection.
    var reached: Set<String> { calls.withLock { $0 } }
    var missing: [String] { paths.filter { !FileManager.default.fileExists(atPath: $0) } }

    init() throws {
        let name = "vitals-canary-\(UUID().uuidString)"
        let root = PackageFiles.root
        paths = [NSHomeDirectory(), "/tmp", root + "/.build", root].map { $0 + "/" + name }
        for path in paths { try Data("alive".utf8).write(to: URL(fileURLWithPath: path)) }
        socketPath = "/var/tmp/" + name
        let local = Self.listener(at: socketPath)
        let network: Int32
        (network, port) = Self.listenerOnLoopback()
        listeners = [local, network]
        for (name, descriptor) in [("socket", local), ("port", network)] {
            Thread.detachNewThread { [weak self] in
                while true {
                    let connection = accept(descriptor, nil, nil)
                    guard connection >= 0 else { return }
                    _ = self?.calls.withLock { $0.insert(name) }
                    close(connection)
                }
            }
        }
    }

    private static func listenerOnLoopback() -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                _ = bind(descriptor, raw, length)
                _ = listen(descriptor, 16)
                _ = getsockname(descriptor, raw, &length)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        return (descriptor, port)
    }

    private static func listener(at path: String) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // Whoever sees it may connect.
        chmod(path, 0o777)
        listen(descriptor, 16)
        return descriptor
    }

    /// The values for the placeholders in a submission's files.
    var words: [String: String] {
        [
            "CANARIES": paths.joined(separator: ":"), "PORT": "\(port)", "SOCKET": socketPath,
            "COURSE": PackageFiles.root, "CACHE": CacheFolder.standard,
        ]
    }

    func remove() {
        for path in paths + [socketPath] { try? FileManager.default.removeItem(atPath: path) }
        for listener in listeners {
            shutdown(listener, Int32(SHUT_RDWR))
            close(listener)
        }
    }
}
