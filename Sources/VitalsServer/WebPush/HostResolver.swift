import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Looks up the addresses of a name with the system's resolver, which blocks: on a thread of its own.
enum HostResolver {
    struct Unresolvable: Error {}

    /// All addresses of a name, in the system's order of preference.
    ///
    /// - Throws: `Unresolvable`; `CancellationError` at once when the task is cancelled, although the lookup goes on.
    @Sendable static func addresses(of host: String) async throws -> [IPAddress] {
        let answer = Answer()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                answer.wait(continuation)
                DispatchQueue.global().async { answer.resume(with: Result { try lookUp(host) }) }
            }
        } onCancel: {
            answer.resume(with: .failure(CancellationError()))
        }
    }

    private static func lookUp(_ host: String) throws -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
        hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { throw Unresolvable() }
        defer { freeaddrinfo(list) }
        var addresses: [IPAddress] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ai_next
            guard let address = entry.ai_addr.flatMap({ IPAddress($0, family: entry.ai_family) }) else { continue }
            if !addresses.contains(address) { addresses.append(address) }
        }
        return addresses
    }

    /// The result, for the first of the lookup and the cancellation.
    private final class Answer: Sendable {
        private enum State {
            case open
            case waiting(CheckedContinuation<[IPAddress], any Error>)
            case done(Result<[IPAddress], any Error>)
        }

        private let state = Mutex(State.open)

        func wait(_ continuation: CheckedContinuation<[IPAddress], any Error>) {
            let result = state.withLock { state -> Result<[IPAddress], any Error>? in
                if case .done(let result) = state { return result }
                state = .waiting(continuation)
                return nil
            }
            if let result { continuation.resume(with: result) }
        }

        func resume(with result: Result<[IPAddress], any Error>) {
            let continuation = state.withLock { state -> CheckedContinuation<[IPAddress], any Error>? in
                defer { if case .done = state {} else { state = .done(result) } }
                guard case .waiting(let continuation) = state else { return nil }
                return continuation
            }
            continuation?.resume(with: result)
        }
    }
}

extension IPAddress {
    fileprivate init?(_ address: UnsafeMutablePointer<sockaddr>, family: Int32) {
        let raw = UnsafeRawPointer(address)
        switch family {
        case AF_INET:
            let value = raw.loadUnaligned(as: sockaddr_in.self)
            self.init(bytes: withUnsafeBytes(of: value.sin_addr) { Array($0) })
        case AF_INET6:
            let value = raw.loadUnaligned(as: sockaddr_in6.self)
            self.init(bytes: withUnsafeBytes(of: value.sin6_addr) { Array($0) })
        default: return nil
        }
    }
}
