internal import CheckpointSystem
internal import Foundation
internal import Synchronization

/// A connection to the server that breaks where a story wants it to: it passes bytes on, and looks at each push of entities.
final class DemoTunnel: Sendable {
    enum Reception: Hashable, Sendable {
        case clear
        /// No connection at all.
        case none
        /// The server gets each push, and its answer is lost.
        case losesAnswers
        /// A push gets no further than here, and the phone waits for an answer.
        case holdsRequests
        /// The server answers, and the phone waits for that in vain.
        case holdsAnswers
        /// A push with a larger body is refused here, with a 413, and never reaches the server.
        case refusesAbove(bytes: Int)
    }

    private struct State {
        var reception = Reception.clear
        var pushCount = 0
        var heldCount = 0
        var isOver = false
    }

    private let listener: LoopbackListener
    private let serverPort: Int
    private let state = Mutex(State())

    /// The address to log in to in place of the server's.
    var url: String { "http://127.0.0.1:\(listener.port)" }
    /// The number of pushes of entities that phones have sent, answered or not.
    var pushCount: Int { state.withLock { $0.pushCount } }

    /// - Parameter serverURL: an address of this machine.
    init(to serverURL: String) throws {
        listener = try LoopbackListener()
        serverPort = serverURL.split(separator: ":").last.flatMap { Int($0) } ?? 0
        Thread.detachNewThread { [self] in
            while !state.withLock({ $0.isOver }) {
                guard let phone = listener.accept(withinMilliseconds: 200) else { continue }
                Thread.detachNewThread { [self] in pass(phone) }
            }
        }
    }

    func become(_ reception: Reception) { state.withLock { $0.reception = reception } }
    func stop() { state.withLock { $0.isOver = true } }

    /// Waits until a push or its answer is held here.
    ///
    /// - Parameter body: what makes a phone send it.
    /// - Throws: `CourseError` if none comes within 30 s.
    func waitForHeld<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        let before = state.withLock { $0.heldCount }
        let value = try await body()
        try await withTimeout(seconds: 30, "The phone's push") { [self] in
            while state.withLock({ $0.heldCount }) == before { try await Task.sleep(for: .milliseconds(10)) }
        }
        return value
    }

    // MARK: One connection

    private func pass(_ phone: Int32) {
        defer { close(phone) }
        guard reception != .none, let server = connectToServer() else { return }
        defer { close(server) }
        var push: [UInt8]?
        var awaitsAnswer = false
        var events = [phone, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while !state.withLock({ $0.isOver }) {
            guard poll(&events, 2, 200) >= 0 else { return }
            if events[0].revents != 0 {
                guard let bytes = receive(phone) else { return }
                let isPush = push != nil || bytes.starts(with: "POST /entities/push ".utf8)
                if !isPush {
                    awaitsAnswer = false
                    guard write(bytes, to: server) else { return }
                    continue
                }
                push = (push ?? []) + bytes
                guard let whole = push, let bodySize = Self.bodySize(ofWhole: whole) else { continue }
                (push, awaitsAnswer) = (nil, true)
                guard admits(bodySize, from: phone), write(whole, to: server) else { return }
            }
            if events[1].revents != 0 {
                guard let bytes = receive(server) else { return }
                if awaitsAnswer, reception == .losesAnswers { return }
                if awaitsAnswer, reception == .holdsAnswers { return hold() }
                guard write(bytes, to: phone) else { return }
            }
        }
    }

    private var reception: Reception { state.withLock { $0.reception } }

    /// True if a push goes on to the server.
    private func admits(_ bodySize: Int, from phone: Int32) -> Bool {
        state.withLock { $0.pushCount += 1 }
        switch reception {
        case .none: return false
        case .holdsRequests:
            hold()
            return false
        case .refusesAbove(let bytes) where bodySize > bytes:
            let answer = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            _ = write(Array(answer.utf8), to: phone)
            return false
        case .clear, .losesAnswers, .holdsAnswers, .refusesAbove: return true
        }
    }

    /// Waits until the reception changes.
    private func hold() {
        let held = reception
        state.withLock { $0.heldCount += 1 }
        while state.withLock({ $0.reception == held && !$0.isOver }) { usleep(10_000) }
    }

    // MARK: Bytes

    /// The size of a request's body; nil while some of it is missing.
    private static func bodySize(ofWhole request: [UInt8]) -> Int? {
        guard let end = request.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: request[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }?.split(separator: ":").last
        let size = length.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } ?? 0
        return request.count - end.upperBound >= size ? size : nil
    }

    private func receive(_ socket: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    private func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func connectToServer() -> Int32? {
        #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(serverPort).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
        }
        if isConnected { return descriptor }
        close(descriptor)
        return nil
    }
}
