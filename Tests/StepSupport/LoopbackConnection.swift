import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The listening side of `LoopbackServer`.
final class LoopbackSocket: Sendable {
    private let descriptor: Int32
    let port: UInt16

    init(isListening: Bool) throws {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard descriptor >= 0, isBound, !isListening || listen(descriptor, 16) == 0 else {
            throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EINVAL)
        }
    }

    deinit { close(descriptor) }

    func accept(withinMilliseconds milliseconds: Int32) -> Int32? {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, milliseconds) > 0 else { return nil }
        let accepted = acceptConnection(descriptor)
        guard accepted >= 0 else { return nil }
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        return accepted
    }
}

/// One accepted connection; used from one thread.
struct LoopbackConnection {
    let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        #if !canImport(Glibc)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Shuts the connection down before closing it. A program that another test is starting at this moment may also
    /// hold the descriptor, and then the client wouldn't notice that we closed ours.
    func close() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        closeConnection(descriptor)
    }

    /// Reads the next request completely; nil when the client has disconnected.
    func readRequest() -> LoopbackServer.Request? {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let byte = read(1)?.first else { return nil }
            bytes.append(byte)
        }
        let head = String(decoding: bytes.dropLast(4), as: UTF8.self)
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].components(separatedBy: " ")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        if headers["expect"] != nil { _ = send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
        guard words.count == 3, let body = read(headers["content-length"].flatMap { Int($0) } ?? 0) else { return nil }
        return LoopbackServer.Request(
            method: words[0], target: words[1], headers: headers, body: body, head: head, connection: 0)
    }

    /// Performs a step; false when the connection is over.
    func perform(_ step: LoopbackServer.Step) -> Bool {
        switch step {
        case .send(let bytes): return send(bytes)
        case .dribble(let bytes, let pauseMilliseconds):
            for byte in bytes where !send([byte]) || isGone(withinMilliseconds: pauseMilliseconds) { return false }
            return true
        case .hold: return !isGone(withinMilliseconds: -1)
        case .close: return false
        }
    }

    /// True when the client closes the connection, or sends anything at all, before the time is up.
    private func isGone(withinMilliseconds milliseconds: Int32) -> Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&event, 1, milliseconds) > 0
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress! + filled, count - filled, 0) }
            guard got > 0 else { return nil }
            filled += got
        }
        return bytes
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                sendBytes(descriptor, $0.baseAddress! + sent, bytes.count - sent)
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}

// The C functions, outside the type because its methods have the same names.

private func acceptConnection(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

private func closeConnection(_ descriptor: Int32) { close(descriptor) }

private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #else
    send(descriptor, bytes, count, 0)
    #endif
}
