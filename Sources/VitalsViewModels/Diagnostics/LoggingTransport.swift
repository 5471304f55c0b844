import Foundation
public import Vitals

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
