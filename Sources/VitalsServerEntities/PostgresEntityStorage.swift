import Vitals
import VitalsEntities
import VitalsServer

import struct Foundation.UUID

/// One user's tables within a transaction on Postgres: one statement for each list.
///
/// Each element of a list is looked up by itself. With `= ANY` and statistics from before a user had much, the planner reads all
/// rows of that user instead, and a single edit takes 10 ms. A row's place (`ctid`) can't change meanwhile: nobody else writes
/// without the lock of the user's row.
struct PostgresEntityStorage: EntityStorage {
    private let connection: PostgresConnection
    private let user: UUID

    static let columns = "page.id, page.type, page.version, page.seq, page.deleted::int::int8, page.fields, page.stamps"
    /// The most text to send in one statement, in bytes.
    private static let pieceSizeBytes = 4 << 20

    init(_ connection: PostgresConnection, user: UUID) {
        self.connection = connection
        self.user = user
    }

    /// The log row that a receipt names, as `proof`, and the last one, as `head`.
    static func proofAndHead(_ user: UUID, _ receipt: Receipt?) -> PostgresQuery {
        "WITH \(proofAndHeadTables(user, receipt))"
    }

    static func proofAndHeadTables(_ user: UUID, _ receipt: Receipt?) -> PostgresQuery {
        """
        proof AS (
            SELECT tag FROM entity_log WHERE user_id = \(user) AND seq = \(receipt?.seq)
        ), head AS (
            SELECT seq, tag FROM entity_log WHERE user_id = \(user) ORDER BY seq DESC LIMIT 1
        )
        """
    }

    // MARK: Reading

    func aliases(of ids: [UUID]) throws -> [UUID: UUID] {
        guard !ids.isEmpty else { return [:] }
        return try connection.query(
            """
            SELECT found.id, found.survivor FROM unnest(\(ids)) AS asked (id)
            CROSS JOIN LATERAL (
                SELECT id, survivor FROM entity_aliases WHERE user_id = \(user) AND id = asked.id LIMIT 1
            ) AS found
            """
        ).rows.reduce(into: [:]) { $0[try $1.value(0)] = try $1.value(1, as: UUID.self) }
    }

    func rows(_ ids: [UUID]) throws -> [EntityRow] {
        guard !ids.isEmpty else { return [] }
        return try connection.query(
            """
            SELECT \(unsafe: Self.columns) FROM unnest(\(ids)) AS asked (id)
            CROSS JOIN LATERAL (SELECT * FROM entities WHERE user_id = \(user) AND id = asked.id LIMIT 1) AS page
            """
        ).rows.map { try EntityRow($0, at: 0) }
    }

    func stubs(_ ids: [UUID]) throws -> [EntityStub] {
        guard !ids.isEmpty else { return [] }
        return try connection.query(
            """
            SELECT found.id, found.type, found.version, found.deleted::int::int8 FROM unnest(\(ids)) AS asked (id)
            CROSS JOIN LATERAL (
                SELECT id, type, version, deleted FROM entities WHERE user_id = \(user) AND id = asked.id LIMIT 1
            ) AS found
            """
        ).rows.map { try EntityStub($0, at: 0) }
    }

    func holders(type: String, names: [String]) throws -> [UUID] {
        guard !names.isEmpty else { return [] }
        return try connection.query(
            """
            SELECT found.id FROM unnest(\(names)) AS asked (name)
            CROSS JOIN LATERAL (
                SELECT id FROM entities
                WHERE user_id = \(user) AND type = \(type) AND folded_name = asked.name COLLATE "C"
                  AND folded_name IS NOT NULL
                LIMIT 1
            ) AS found
            """
        ).rows.map { try $0.value(0) }
    }

    func starting(in ranges: [ClosedRange<Int64>], type: String) throws -> [UUID] {
        guard !ranges.isEmpty else { return [] }
        return try connection.query(
            """
            SELECT DISTINCT found.id
            FROM unnest(\(ranges.map(\.lowerBound)), \(ranges.map(\.upperBound))) AS range (first, last)
            CROSS JOIN LATERAL (
                SELECT id FROM entities
                WHERE user_id = \(user) AND type = \(type) AND started_at BETWEEN range.first AND range.last
                  AND started_at IS NOT NULL
                OFFSET 0
            ) AS found
            """
        ).rows.map { try $0.value(0) }
    }

    func referrers(to ids: [UUID]) throws -> [EntityReference] {
        guard !ids.isEmpty else { return [] }
        return try connection.query(
            """
            SELECT found.id, found.type, found.version, found.deleted::int::int8, link.target, link.required::int::int8
            FROM unnest(\(ids)) AS asked (id)
            CROSS JOIN LATERAL (
                SELECT target, source, required FROM entity_references
                WHERE user_id = \(user) AND target = asked.id OFFSET 0
            ) AS link
            CROSS JOIN LATERAL (
                SELECT id, type, version, deleted FROM entities WHERE user_id = \(user) AND id = link.source LIMIT 1
            ) AS found
            """
        ).rows.map { row in
            EntityReference(
                source: try EntityStub(row, at: 0), target: try row.value(4), isRequired: try row.value(5) == Int64(1))
        }
    }

    func answers(to requestIDs: [String]) throws -> [String: RecordedAnswer] {
        guard !requestIDs.isEmpty else { return [:] }
        return try connection.query(
            """
            SELECT found.request_id, found.payload_hash, found.result, found.performed_at
            FROM unnest(\(requestIDs)) AS asked (id)
            CROSS JOIN LATERAL (
                SELECT request_id, payload_hash, result, performed_at FROM entity_answers
                WHERE user_id = \(user) AND request_id = asked.id COLLATE "C" LIMIT 1
            ) AS found
            """
        ).rows.reduce(into: [:]) { answers, row in
            answers[try row.value(0)] = RecordedAnswer(
                payloadHash: try row.value(1), result: try row.value(2), performedAt: try row.value(3))
        }
    }

    // MARK: Writing

    func store(_ changes: EntityChanges) throws {
        // Two entities of a batch may have swapped their names, and the index looks at each row by itself.
        let named = changes.rows.filter { changes.keys[$0.id]?.foldedName != nil || $0.isDeleted }.map(\.id)
        if !named.isEmpty {
            try connection.query(
                """
                UPDATE entities SET folded_name = NULL
                WHERE ctid = ANY (ARRAY (
                    SELECT found.place FROM unnest(\(named)) AS asked (id)
                    CROSS JOIN LATERAL (
                        SELECT ctid AS place, folded_name FROM entities WHERE user_id = \(user) AND id = asked.id LIMIT 1
                    ) AS found
                    WHERE found.folded_name IS NOT NULL
                ))
                """)
        }
        for rows in changes.rows.pieces(ofSize: Self.pieceSizeBytes, \.approximateSizeBytes) {
            try upsert(rows, changes.keys)
        }
        try link(changes.rows.map(\.id), changes.keys)
        try storeRest(of: changes)
    }

    private func upsert(_ rows: [EntityRow], _ keys: [UUID: EntityKeys]) throws {
        // An array holds no NULL: a folded name is never empty, and no start is before the first year.
        let names = rows.map { keys[$0.id]?.foldedName ?? "" }
        let starts = rows.map { keys[$0.id]?.start ?? .min }
        try connection.query(
            """
            INSERT INTO entities
                (user_id, id, type, version, seq, deleted, fields, stamps, folded_name, started_at)
            SELECT \(user), id, type, version, seq, deleted = 1, fields, stamps, NULLIF(name, ''), NULLIF(start, \(Int64.min))
            FROM unnest(
                \(rows.map(\.id)), \(rows.map(\.type)), \(rows.map(\.version)), \(rows.map(\.seq)),
                \(rows.map { Int64($0.isDeleted ? 1 : 0) }), \(rows.map(\.storedFields)), \(rows.map(\.storedStamps)),
                \(names), \(starts)
            ) AS row (id, type, version, seq, deleted, fields, stamps, name, start)
            ON CONFLICT (user_id, id) DO UPDATE SET
                type = EXCLUDED.type, version = EXCLUDED.version, seq = EXCLUDED.seq, deleted = EXCLUDED.deleted,
                fields = EXCLUDED.fields, stamps = EXCLUDED.stamps, folded_name = EXCLUDED.folded_name,
                started_at = EXCLUDED.started_at
            """)
    }

    private func link(_ ids: [UUID], _ keys: [UUID: EntityKeys]) throws {
        guard !ids.isEmpty else { return }
        try connection.query(
            """
            DELETE FROM entity_references
            WHERE ctid = ANY (ARRAY (
                SELECT link.place FROM unnest(\(ids)) AS asked (id)
                CROSS JOIN LATERAL (
                    SELECT ctid AS place FROM entity_references WHERE user_id = \(user) AND source = asked.id OFFSET 0
                ) AS link
            ))
            """)
        let links = ids.flatMap { source in
            keys[source, default: EntityKeys()].references.map {
                (source: source, target: $0.key, isRequired: $0.value)
            }
        }
        guard !links.isEmpty else { return }
        try connection.query(
            """
            INSERT INTO entity_references (user_id, target, source, required)
            SELECT \(user), target, source, required = 1
            FROM unnest(
                \(links.map(\.target)), \(links.map(\.source)), \(links.map { Int64($0.isRequired ? 1 : 0) })
            ) AS link (target, source, required)
            """)
    }

    private func storeRest(of changes: EntityChanges) throws {
        if !changes.aliases.isEmpty {
            try connection.query(
                """
                INSERT INTO entity_aliases (user_id, id, survivor)
                SELECT \(user), id, survivor
                FROM unnest(\(changes.aliases.map(\.key)), \(changes.aliases.map(\.value))) AS alias (id, survivor)
                """)
        }
        if !changes.log.isEmpty {
            try connection.query(
                """
                INSERT INTO entity_log (user_id, seq, tag)
                SELECT \(user), seq, tag
                FROM unnest(\(changes.log.map(\.seq)), \(changes.log.map(\.tag))) AS row (seq, tag)
                """)
        }
        for answers in Array(changes.answers).pieces(ofSize: Self.pieceSizeBytes, { 200 + $0.value.result.utf8.count })
        {
            try connection.query(
                """
                INSERT INTO entity_answers (user_id, request_id, payload_hash, result, performed_at)
                SELECT \(user), request_id, payload_hash, result, performed_at
                FROM unnest(
                    \(answers.map(\.key)), \(answers.map(\.value.payloadHash)), \(answers.map(\.value.result)),
                    \(answers.map(\.value.performedAt))
                ) AS answer (request_id, payload_hash, result, performed_at)
                ON CONFLICT (user_id, request_id) DO UPDATE SET
                    payload_hash = EXCLUDED.payload_hash, result = EXCLUDED.result, performed_at = EXCLUDED.performed_at
                """)
        }
    }
}

extension Array {
    /// The elements in pieces of about that size; a larger element is a piece of its own.
    fileprivate func pieces(ofSize limit: Int, _ size: (Element) -> Int) -> [[Element]] {
        var (pieces, total): ([[Element]], Int) = ([], 0)
        for element in self {
            let elementSize = size(element)
            if pieces.isEmpty || total + elementSize > limit {
                pieces.append([])
                total = 0
            }
            pieces[pieces.count - 1].append(element)
            total += elementSize
        }
        return pieces
    }
}

extension EntityStub {
    init(_ row: PostgresRow, at column: Int) throws {
        self.init(
            id: try row.value(column), type: try row.value(column + 1), version: try row.value(column + 2),
            isDeleted: try row.value(column + 3) == Int64(1))
    }
}

extension EntityRow {
    /// A row of `PostgresEntityStorage.columns`.
    init(_ row: PostgresRow, at column: Int) throws {
        try self.init(
            storedID: try row.value(column, as: UUID.self), type: try row.value(column + 1),
            version: try row.value(column + 2), seq: try row.value(column + 3),
            isDeleted: try row.value(column + 4) == Int64(1), fields: try row.value(column + 5),
            stamps: try row.value(column + 6))
    }
}
