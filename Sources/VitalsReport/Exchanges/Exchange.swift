package import Vitals

/// A request to the server, as it's kept: where it went, how much was in it and how it ended, but none of what was in it.
package struct Exchange: Hashable, Sendable {
    /// The time at which it began.
    package var at: Timestamp
    /// Such as `POST /sync/push`; see `ReportRoute`.
    package var route: String
    /// The records, commands, samples or deletions in the request.
    package var sentCount: Int
    package var sentBytes: Int
    /// The records, entities or samples in the response.
    package var receivedCount: Int
    package var receivedBytes: Int
    package var durationMilliseconds: Int64
    /// A status such as `200`, or why there was no response: `unreachable`, `timedOut`, `tooLarge`, `badAddress`, `cancelled`
    /// or `failed`.
    package var outcome: String
    /// The id under which the server has logged the request; nil if it named none.
    package var requestID: String?
    /// The server's clock less this device's, in seconds; nil where the server said no time. The server says full seconds.
    package var aheadSeconds: Int64?

    /// True where the server did what was asked.
    package var hasSucceeded: Bool { outcome.utf8.count == 3 && (outcome.hasPrefix("2") || outcome == "304") }
}

extension Exchange {
    init(_ exchange: ObservedExchange) {
        at = exchange.at
        route = ReportRoute.name(method: exchange.request.method, url: exchange.request.url)
        sentBytes = exchange.request.body?.count ?? 0
        sentCount = exchange.request.body.map { ItemCount(body: $0).count(of: ItemCount.sentLists) } ?? 0
        durationMilliseconds = exchange.durationMilliseconds
        (receivedBytes, receivedCount) = (0, 0)
        switch exchange.result {
        case .success(let response):
            outcome = String(response.status)
            receivedBytes = response.body.count
            receivedCount = ItemCount(body: response.body).count(of: ItemCount.receivedLists)
            requestID = response.headers["x-request-id"].flatMap { ReportWord.id($0) }
            let end = exchange.at.millisecondsSinceEpoch + exchange.durationMilliseconds
            aheadSeconds = response.date.map { ($0.millisecondsSinceEpoch - end / 1_000 * 1_000) / 1_000 }
        case .failure(let error): outcome = Self.outcome(of: error)
        }
    }

    private static func outcome(of error: any Error) -> String {
        switch error {
        case is CancellationError: "cancelled"
        case HTTPTransportError.unreachable: "unreachable"
        case HTTPTransportError.timedOut: "timedOut"
        case HTTPTransportError.responseTooLarge: "tooLarge"
        case HTTPTransportError.badURL: "badAddress"
        default: "failed"
        }
    }
}
