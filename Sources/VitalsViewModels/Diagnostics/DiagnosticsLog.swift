import Foundation
import Synchronization
public import Vitals

/// An exchange with the server, without its contents.
public struct ExchangeNote: Hashable, Sendable {
    public let method: String
    /// The path without the query; it never holds a token or a value.
    public let path: String
    /// The status of the response; nil when there was none.
    public let status: Int?
    public let durationMilliseconds: Int64
    public let at: Timestamp
}

/// An error that occurred, without the data that it was about.
public struct ErrorNote: Hashable, Sendable {
    /// A stable name, such as `offline`.
    public let category: String
    /// The sentence that the person saw.
    public let detail: String
    public let at: Timestamp
}

/// A log of recent events, for finding out why sync doesn't work. It is kept in memory while the app runs, and nowhere
/// else.
public final class DiagnosticsLog: Sendable {
    private struct State {
        var lastExchange: ExchangeNote?
        var errors: [ErrorNote] = []
    }

    /// The number of errors that are kept.
    public static let errorLimit = 10

    private let state = Mutex(State())

    public init() {}

    public var lastExchange: ExchangeNote? { state.withLock { $0.lastExchange } }

    /// The errors, latest first.
    public var errors: [ErrorNote] { state.withLock { $0.errors } }

    func note(_ exchange: ExchangeNote) { state.withLock { $0.lastExchange = exchange } }

    func note(_ error: any Error, at now: Timestamp) {
        let note = ErrorNote(category: Self.category(of: error), detail: String(describing: error), at: now)
        state.withLock { state in
            state.errors.insert(note, at: 0)
            state.errors = Array(state.errors.prefix(Self.errorLimit))
        }
    }

    private static func category(of error: any Error) -> String {
        switch error {
        case let error as SyncError: error.name
        case is StoreError: "store"
        case is SecureStoreError: "token"
        case let error as HealthImportError: error.code.rawValue
        case is LoginError: "pairing"
        default: "other"
        }
    }
}

/// A transport that logs each exchange: where it went, the status and the duration, but none of the contents.
public struct LoggingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let log: DiagnosticsLog
    private let clock: @Sendable () -> Timestamp

    public init(
        _ base: any HTTPTransport = HTTPSyncAPI.defaultTransport(), log: DiagnosticsLog,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock
    ) {
        self.base = base
        self.log = log
        self.clock = clock
    }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let begin = clock()
        do {
            let response = try await base.send(request)
            note(request, response.status, begin)
            return response
        } catch {
            note(request, nil, begin)
            throw error
        }
    }

    private func note(_ request: HTTPRequest, _ status: Int?, _ begin: Timestamp) {
        let end = clock()
        log.note(
            ExchangeNote(
                method: request.method, path: URLComponents(string: request.url)?.path ?? "", status: status,
                durationMilliseconds: max(0, end.millisecondsSinceEpoch - begin.millisecondsSinceEpoch), at: end))
    }
}
