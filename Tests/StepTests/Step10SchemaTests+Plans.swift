import Foundation
import StepSupport
import Testing

extension Step10SchemaTests {
    @Test("a pull reads only the rows of its page, through an index of user_id and seq, without sorting")
    func pullUsesAnIndex() async throws {
        try await expectPlan(
            of:
                "SELECT * FROM measurements WHERE user_id = '\(SchemaSamples.secondUser)' AND seq > 2500 ORDER BY seq LIMIT 100",
            in: fullDatabase(), reads: ["user_id", "seq"], of: "measurements", "A pull")
    }

    @Test("charts and audits read only their range, through indexes of user_id and the time")
    func rangesUseIndexes() async throws {
        let database = try await fullDatabase()
        for (column, who) in [("recorded_at", "A chart"), ("updated_at", "An audit")] {
            try await expectPlan(
                of: """
                    SELECT * FROM measurements WHERE user_id = '\(SchemaSamples.secondUser)'
                    AND \(column) >= '2020-03-01Z' AND \(column) < '2020-06-01Z' ORDER BY \(column) LIMIT 100
                    """, in: database, reads: ["user_id", column], of: "measurements", who)
        }
    }

    @Test("one user's latest log row is found without reading what others have written since")
    func logUsesAnIndex() async throws {
        try await expectPlan(
            of: "SELECT * FROM sync_log WHERE user_id = '\(SchemaSamples.knownUser)' ORDER BY seq DESC LIMIT 1",
            in: fullDatabase(), reads: ["user_id", "seq"], of: "sync_log",
            "The server's query for a user's latest log row")
    }

    private func fullDatabase() async throws -> TestDatabase {
        let database = try await SchemaFile.server.database()
        try await database.query(SchemaSamples.manyRows)
        return database
    }

    private func expectPlan(
        of sql: String, in database: TestDatabase, reads columns: [String], of table: String, _ who: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let plan = try await database.query("EXPLAIN (COSTS OFF) \(sql)").map { $0[0] }
        let indexes = try await database.query(
            """
            SELECT pg_class.relname, string_agg(attname, ',' ORDER BY position)
            FROM pg_index
            JOIN pg_class ON pg_class.oid = indexrelid
            CROSS JOIN unnest(indkey::int[]) WITH ORDINALITY AS key (number, position)
            JOIN pg_attribute ON attrelid = indrelid AND attnum = number
            WHERE indrelid = '\(table)'::regclass
            GROUP BY 1
            """)
        let fitting = indexes.filter { $0[1].split(separator: ",").map(String.init).starts(with: columns) }.map {
            $0[0]
        }
        let wanted = "an index of \(table) that begins with (\(columns.joined(separator: ", ")))"
        let isUsed = fitting.contains { name in plan.contains { $0.contains("using \(name) ") } }
        expect(
            isUsed && !plan.contains { $0.contains("Sort") },
            """
            \(who) should be one range of \(wanted), read in its order. \
            There \(fitting.isEmpty ? "is none" : "is \(fitting.joined(separator: ", "))"). Postgres would do this:
            \(plan.joined(separator: "\n"))
            """, sourceLocation: sourceLocation)
    }
}
