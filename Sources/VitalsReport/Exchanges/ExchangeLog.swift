import GRDB
import Synchronization
package import Vitals

/// The last exchanges of a device. They are noted in memory while a sync runs, and stored when it has ended: the sync never waits
/// for the disk, and nothing of it fails because of them.
package final class ExchangeLog: ExchangeObserver {
    /// The number of exchanges that are kept.
    package static let limit = 50

    /// Those that aren't stored yet, the oldest first.
    private let noted = Mutex<[Exchange]>([])

    package init() {}

    package func didExchange(_ exchange: ObservedExchange) {
        let exchange = Exchange(exchange)
        noted.withLock { $0 = ($0 + [exchange]).suffix(Self.limit) }
    }

    package func didSync(_ store: MeasurementStore) { flush(to: store) }

    /// Stores what was noted. What can't be stored now, such as on a full disk, is stored the next time.
    package func flush(to store: MeasurementStore) {
        let exchanges = noted.withLock { noted in
            defer { noted = [] }
            return noted
        }
        guard !exchanges.isEmpty else { return }
        do {
            try store.write { tables in
                for exchange in exchanges { try tables.insert(exchange) }
                try tables.execute(
                    "DELETE FROM report_exchange WHERE number <= (SELECT max(number) FROM report_exchange) - ?",
                    [Self.limit])
            }
        } catch {
            noted.withLock { $0 = (exchanges + $0).suffix(Self.limit) }
        }
    }
}

extension RecordTables {
    fileprivate func insert(_ exchange: Exchange) throws {
        try execute(
            """
            INSERT INTO report_exchange
              (at, route, sent, sent_bytes, received, received_bytes, milliseconds, outcome, request_id, ahead_seconds)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                exchange.at.millisecondsSinceEpoch, exchange.route, exchange.sentCount, exchange.sentBytes,
                exchange.receivedCount, exchange.receivedBytes, exchange.durationMilliseconds, exchange.outcome,
                exchange.requestID, exchange.aheadSeconds,
            ])
    }
}

extension Exchange {
    /// The exchanges that are kept, the newest first.
    static func fetchAll(_ database: Database) throws -> [Exchange] {
        try Row.fetchAll(database, sql: "SELECT * FROM report_exchange ORDER BY number DESC").map { row in
            Exchange(
                at: Timestamp(clamping: row["at"]), route: row["route"], sentCount: row["sent"],
                sentBytes: row["sent_bytes"], receivedCount: row["received"], receivedBytes: row["received_bytes"],
                durationMilliseconds: row["milliseconds"], outcome: row["outcome"], requestID: row["request_id"],
                aheadSeconds: row["ahead_seconds"])
        }
    }
}
