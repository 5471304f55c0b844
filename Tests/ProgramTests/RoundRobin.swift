import Foundation
import StepSupport
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A balancer of TCP connections on a loopback port, as it stands in front of several servers: each connection goes to the
/// next server that accepts one, and ends when that server does.
///
/// It reads a connection's first bytes before it chooses, and takes turns for event streams and for other connections
/// separately, so that each server gets its part of both.
final class RoundRobin: Sendable {
    private enum Kind { case stream, other }

    private struct State {
        var isStopped = false
        var turns: [Kind: Int] = [:]
        /// The open event streams by the number of their server.
        var streams: [Int: Int] = [:]
        /// The client's ends of all connections.
        var open: Set<Int32> = []
    }

    let port: Int
    private let serverPorts: [Int]
    private let listener: Int32
    private let state = Mutex(State())

    init(to serverPorts: [Int]) throws {
        self.serverPorts = serverPorts
        (listener, port) = try Self.listen()
        Thread.detachNewThread { [weak self, listener] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                guard let self, !state.withLock({ $0.isStopped }) else { return closeDescriptor(client) }
                Thread.detachNewThread { self.serve(client) }
            }
        }
    }

    deinit { closeDescriptor(listener) }

    var url: String { "http://127.0.0.1:\(port)" }

    /// The number of event streams that a server has at this moment.
    func streamCount(of server: Int) -> Int { state.withLock { $0.streams[server] ?? 0 } }

    /// Ends all connections and accepts no more.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for client in state.open { shutdown(client, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve(_ client: Int32) {
        state.withLock { _ = $0.open.insert(client) }
        defer {
            state.withLock { _ = $0.open.remove(client) }
            closeDescriptor(client)
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(client, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        let kind = buffer[..<count].starts(with: "GET /events".utf8) ? Kind.stream : .other
        guard let (server, number) = connect(for: kind) else { return }
        defer { closeDescriptor(server) }
        if kind == .stream { state.withLock { $0.streams[number, default: 0] += 1 } }
        defer { if kind == .stream { state.withLock { $0.streams[number, default: 0] -= 1 } } }
        guard Self.sendAll(server, buffer[..<count]) else { return }
        let back = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            Self.copy(from: server, to: client)
            back.signal()
        }
        Self.copy(from: client, to: server)
        back.wait()
    }

    /// Connects to the next server that accepts a connection; nil where none does.
    private func connect(for kind: Kind) -> (descriptor: Int32, server: Int)? {
        for _ in serverPorts {
            let number = state.withLock { state in
                defer { state.turns[kind, default: 0] += 1 }
                return state.turns[kind, default: 0] % serverPorts.count
            }
            if let descriptor = Self.connect(to: serverPorts[number]) { return (descriptor, number) }
        }
        return nil
    }

    /// Passes bytes on until one end has closed, and then closes the other for both directions.
    private static func copy(from source: Int32, to target: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0, sendAll(target, buffer[..<count]) else { break }
        }
        for descriptor in [source, target] { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    private static func sendAll(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { sendBytes(descriptor, $0) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func newSocket() -> Int32 {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func listen() throws -> (descriptor: Int32, port: Int) {
        let descriptor = newSocket()
        var address = address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound, listenOn(descriptor) else { throw ProgramError("no port is left for a balancer") }
        return (descriptor, Int(in_port_t(bigEndian: address.sin_port)))
    }

    private static func connect(to port: Int) -> Int32? {
        let descriptor = newSocket()
        var address = address(port)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connectTo(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            closeDescriptor(descriptor)
            return nil
        }
        return descriptor
    }
}

// The C functions whose names the type's methods have too.

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

private func listenOn(_ descriptor: Int32) -> Bool { listen(descriptor, 64) == 0 }

private func connectTo(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    connect(descriptor, address, length)
}

private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #else
    send(descriptor, bytes.baseAddress, bytes.count, 0)
    #endif
}
