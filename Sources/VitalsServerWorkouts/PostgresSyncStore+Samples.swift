package import Vitals
package import VitalsServer
import VitalsServerEntities
package import VitalsWorkouts

package import struct Foundation.UUID

extension PostgresPushHook {
    /// No work: the store knows by it that its database has the tables, and a user with samples isn't empty.
    package static let samples = PushHook.records(in: "samples")
}

extension PostgresSyncStore: SampleStore {
    package func transactSamples<Value: Sendable>(
        user: UUID, receipt: Receipt?,
        _ body: @escaping @Sendable (any SampleStorage, SampleLogRow?) throws -> Value
    ) async throws -> Value {
        try await write(lockingRowOf: user) { connection in
            let storage = PostgresSampleStorage(connection, user: user)
            return try body(storage, try storage.checkedHead(receipt))
        }
    }

    package func samples(user: UUID, _ query: SampleQuery) async throws -> [Sample] {
        // The index has the start and not the id. So the place is asked for twice: by start alone, which the index finds, and
        // by both.
        let from = max(query.from, query.after?.start ?? query.from)
        let place = query.after ?? SampleQuery.Place(start: .min, id: Self.leastID)
        return try await read(forPullOf: user) { connection in
            try connection.query(
                """
                SELECT \(unsafe: PostgresSampleStorage.columns) FROM samples
                WHERE user_id = \(user) AND type = \(query.type) AND started_at >= \(from) AND started_at < \(query.to)
                  AND (started_at, id) > (\(place.start), \(place.id))
                ORDER BY started_at, id LIMIT \(Int64(query.limit))
                """
            ).rows.map { try Sample($0) }
        }
    }

    private static let leastID = UUID(uuidString: "00000000-0000-0000-0000-000000000000")!

    package func sampleSummary(user: UUID) async throws -> [SampleSummary] {
        try await read(forPullOf: user) { connection in
            try connection.query(
                """
                SELECT type, source, count(*), min(started_at), max(started_at)
                FROM samples WHERE user_id = \(user) GROUP BY type, source
                """
            ).rows.map { row in
                SampleSummary(
                    type: try row.value(0), source: try row.value(1), count: Int(try row.value(2, as: Int64.self)),
                    first: try row.value(3), last: try row.value(4))
            }
        }
    }

    package func samplesByID(user: UUID, after: UUID?, limit: Int) async throws -> [Sample] {
        guard hasSampleTables else { return [] }
        return try await read { connection in
            try connection.query(
                """
                SELECT \(unsafe: PostgresSampleStorage.columns) FROM samples
                WHERE user_id = \(user) AND (\(after)::uuid IS NULL OR id > \(after)) ORDER BY id LIMIT \(Int64(limit))
                """
            ).rows.map { try Sample($0) }
        }
    }

    package func deletedSamples(user: UUID, after: UUID?, limit: Int) async throws -> [UUID] {
        guard hasSampleTables else { return [] }
        return try await read { connection in
            try connection.query(
                """
                SELECT id FROM sample_deletions
                WHERE user_id = \(user) AND (\(after)::uuid IS NULL OR id > \(after)) ORDER BY id LIMIT \(Int64(limit))
                """
            ).rows.map { try $0.value(0) }
        }
    }

    package var hasSampleTables: Bool { pushHooks.contains { $0.table == Self.sampleTable } }
}

/// One user's tables within a transaction on Postgres: one statement for each list.
///
/// Each element of a list is looked up by itself, as with entities: with `= ANY` and statistics from before a user had much,
/// the planner reads all rows of that user instead.
private struct PostgresSampleStorage: SampleStorage {
    private let connection: PostgresConnection
    private let user: UUID

    static let columns = "id, type, value, unit, started_at, ended_at, source, device, zone"

    init(_ connection: PostgresConnection, user: UUID) {
        self.connection = connection
        self.user = user
    }

    /// - Throws: `SyncStoreError.historyLost`.
    func checkedHead(_ receipt: Receipt?) throws -> SampleLogRow? {
        // A statement of its own: one that waits for the lock reads what was committed before it began to wait.
        let row = try connection.query(
            """
            WITH proof AS (
                SELECT tag FROM sample_log WHERE user_id = \(user) AND seq = \(receipt?.seq)
            ), head AS (
                SELECT seq, tag FROM sample_log WHERE user_id = \(user) ORDER BY seq DESC LIMIT 1
            )
            SELECT proof.tag, head.seq, head.tag
            FROM (SELECT 1) AS one LEFT JOIN proof ON true LEFT JOIN head ON true
            """
        ).first
        if let receipt {
            guard let named = SampleLogRow(receipt), try row?.valueIfPresent(0) == named.tag else {
                throw SyncStoreError.historyLost
            }
        }
        guard let row, let seq: Int64 = try row.valueIfPresent(1) else { return nil }
        return SampleLogRow(seq: seq, tag: try row.value(2))
    }

    func answer(to requestID: UUID) throws -> SampleAnswer? {
        try connection.query(
            "SELECT body_hash, answer FROM sample_log WHERE user_id = \(user) AND request_id = \(requestID)"
        ).first.map { SampleAnswer(bodyHash: try $0.value(0), text: try $0.value(1)) }
    }

    func deleted(of ids: [UUID]) throws -> Set<UUID> {
        guard !ids.isEmpty else { return [] }
        let rows = try connection.query(
            """
            SELECT found.id FROM unnest(\(ids)) AS asked (id)
            CROSS JOIN LATERAL (
                SELECT id FROM sample_deletions WHERE user_id = \(user) AND id = asked.id LIMIT 1
            ) AS found
            """
        ).rows
        return Set(try rows.map { try $0.value(0) })
    }

    func insert(_ samples: [Sample]) throws -> Int {
        guard !samples.isEmpty else { return 0 }
        // An array holds no NULL, and neither text is ever empty. The texts of a batch are few, and are sent once each.
        let origins = Origins(samples)
        let count: Int64? = try connection.query(
            """
            WITH stored AS (
                INSERT INTO samples (user_id, \(unsafe: Self.columns))
                SELECT \(user), sample.id, origin.type, sample.value, origin.unit, sample.started_at, sample.ended_at,
                    origin.source, NULLIF(origin.device, ''), NULLIF(origin.zone, '')
                FROM unnest(
                    \(samples.map(\.id)), \(samples.map(\.value)), \(samples.map(\.start)), \(samples.map(\.end)),
                    \(origins.places)
                ) WITH ORDINALITY AS sample (id, value, started_at, ended_at, origin, place)
                JOIN unnest(
                    \(origins.all.map(\.type)), \(origins.all.map(\.unit)), \(origins.all.map(\.source)),
                    \(origins.all.map { $0.device ?? "" }), \(origins.all.map { $0.zone ?? "" })
                ) WITH ORDINALITY AS origin (type, unit, source, device, zone, place) ON origin.place = sample.origin
                ORDER BY sample.place
                ON CONFLICT (user_id, id) DO NOTHING
                RETURNING 1
            )
            SELECT count(*) FROM stored
            """
        ).first?.value(0)
        return Int(count ?? 0)
    }

    func delete(_ ids: [UUID]) throws -> Int {
        try connection.query(
            """
            INSERT INTO sample_deletions (user_id, id) SELECT \(user), id FROM unnest(\(ids)) AS gone (id)
            ON CONFLICT (user_id, id) DO NOTHING
            """)
        let count: Int64? = try connection.query(
            """
            WITH removed AS (
                DELETE FROM samples
                WHERE ctid = ANY (ARRAY (
                    SELECT found.place FROM unnest(\(ids)) AS asked (id)
                    CROSS JOIN LATERAL (
                        SELECT ctid AS place FROM samples WHERE user_id = \(user) AND id = asked.id LIMIT 1
                    ) AS found
                ))
                RETURNING 1
            )
            SELECT count(*) FROM removed
            """
        ).first?.value(0)
        return Int(count ?? 0)
    }

    func append(_ row: SampleLogRow, requestID: UUID, _ answer: SampleAnswer) throws {
        try connection.query(
            """
            INSERT INTO sample_log (user_id, seq, tag, request_id, body_hash, answer)
            VALUES (\(user), \(row.seq), \(row.tag), \(requestID), \(answer.bodyHash), \(answer.text))
            """)
    }

    /// The texts that samples share: a watch writes thousands with one type, unit and source.
    private struct Origins {
        /// A sample of each group that shares its texts.
        private(set) var all: [Sample] = []
        /// For each sample the place of its texts, from 1.
        private(set) var places: [Int64] = []

        init(_ samples: [Sample]) {
            // By bytes: Swift's texts would take two spellings of é for one.
            var known: [[UInt8]: Int64] = [:]
            places.reserveCapacity(samples.count)
            for sample in samples {
                var key: [UInt8] = []
                for text in [sample.type, sample.unit, sample.source, sample.device ?? "", sample.zone ?? ""] {
                    key.append(contentsOf: text.utf8)
                    key.append(0)
                }
                if known[key] == nil {
                    all.append(sample)
                    known[key] = Int64(all.count)
                }
                places.append(known[key]!)
            }
        }
    }
}

extension Sample {
    /// Reads a row of `PostgresSampleStorage.columns`.
    fileprivate init(_ row: PostgresRow) throws {
        self.init(
            id: try row.value(0), type: try row.value(1), value: try row.value(2), unit: try row.value(3),
            start: try row.value(4), end: try row.value(5), source: try row.value(6),
            device: try row.valueIfPresent(7), zone: try row.valueIfPresent(8))
    }
}
