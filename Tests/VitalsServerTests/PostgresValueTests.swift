import Foundation
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("Values through PostgreSQL", .enabled(if: PostgresTestDatabase.isAvailable, "\(PostgresTestDatabase.hint)"))
struct PostgresValueTests {
    private func roundTrips<Value: PostgresScalar & Equatable>(_ values: [Value]) async throws {
        try await withPostgresPool { pool, _ in
            let (singles, array, empty) = try await pool.withConnection { connection in
                (
                    try values.map { try connection.query("SELECT \($0)").first!.value(0, as: Value.self) },
                    try connection.query("SELECT \(values)").first!.value(0, as: [Value].self),
                    try connection.query("SELECT \([Value]())").first!.value(0, as: [Value].self)
                )
            }
            expect(singles, equals: values)
            expect(array, equals: values)
            expect(empty, equals: [])
        }
    }

    @Test("int8 comes back as it went, to both ends")
    func integers() async throws { try await roundTrips([0, 1, -1, Int64.min, Int64.max, 1 << 53 - 1]) }

    @Test("float8 comes back bit for bit, the smallest and the greatest too")
    func doubles() async throws {
        let numbers: [Double] = [
            0, 0.1, -72.3, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
            .leastNormalMagnitude, 1.0.nextUp, .infinity, -.infinity,
        ]
        try await roundTrips(numbers)
        try await withPostgresPool { pool, _ in
            let zero = try await pool.withConnection { try $0.query("SELECT \(-0.0)").first!.value(0, as: Double.self) }
            expect(zero.sign, equals: .minus)
        }
    }

    @Test("Text comes back byte for byte, whatever its script and length")
    func texts() async throws {
        let texts = [
            "", " ", "é", "e\u{301}", "体重", "👩‍⚕️", #"'"\{},NULL"#, "a\nb\t", String(repeating: "ß", count: 9000),
        ]
        try await withPostgresPool { pool, _ in
            let (singles, array) = try await pool.withConnection { connection in
                (
                    try texts.map { try connection.query("SELECT \($0)").first!.value(0, as: String.self) },
                    try connection.query("SELECT \(texts)").first!.value(0, as: [String].self)
                )
            }
            // By bytes: Swift's == holds the two spellings of é to be equal.
            expect(singles.map { Array($0.utf8) }, equals: texts.map { Array($0.utf8) })
            expect(array.map { Array($0.utf8) }, equals: texts.map { Array($0.utf8) })
        }
    }

    @Test("uuid comes back as it went")
    func uuids() async throws {
        try await roundTrips([
            UUID(), UUID(uuidString: "00000000-0000-0000-0000-000000000000")!,
            UUID(uuidString: "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")!,
        ])
    }

    @Test("timestamptz is exact at both ends of time, around its own epoch and for each millisecond of a second")
    func times() async throws {
        let ends = [Timestamp.range.lowerBound, -1, 0, 1, 946_684_799_999, 946_684_800_000, Timestamp.range.upperBound]
        let second = (Int64(0)..<1000).map { 253_402_300_799_000 + $0 }
        try await roundTrips((ends + second).map { Timestamp(clamping: $0) })
    }

    @Test(
        "timestamptz means the same moment to PostgreSQL as to us",
        arguments: [
            (Timestamp.min, "0001-01-01 00:00:00.000"), (.max, "9999-12-31 23:59:59.999"),
            (Timestamp(clamping: 0), "1970-01-01 00:00:00.000"), (Timestamp(clamping: -1), "1969-12-31 23:59:59.999"),
            (Timestamp(clamping: 1_781_940_600_125), "2026-06-20 07:30:00.125"),
        ])
    func timesAsText(timestamp: Timestamp, text: String) async throws {
        try await withPostgresPool { pool, _ in
            let printed = try await pool.withConnection { connection in
                try connection.query(
                    "SELECT to_char(\(timestamp) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')"
                ).first!.value(0, as: String.self)
            }
            expect(printed, equals: text)
        }
    }

    @Test("A microsecond that is no whole millisecond is an error, and not a rounded time")
    func microseconds() async throws {
        try await withPostgresPool { pool, _ in
            await #expect(throws: PostgresError.self) {
                try await pool.withConnection { connection in
                    _ = try connection.query("SELECT \(PostgresInstant(microsecondsSince2000: 1))").first!
                        .value(0, as: Timestamp.self)
                }
            }
        }
    }

    @Test("NULL goes and comes as nil; another type than asked for, a NULL element and U+0000 are errors")
    func nullsAndTypes() async throws {
        try await withPostgresPool { pool, _ in
            try await pool.withConnection { connection in
                let none: Int64? = nil
                let absent = try connection.query("SELECT \(none)").first!.valueIfPresent(0, as: Int64.self)
                expect(absent == nil)
                #expect(throws: PostgresError.self) {
                    _ = try connection.query("SELECT \(none)").first!.value(0, as: Int64.self)
                }
                #expect(throws: PostgresError.self) {
                    _ = try connection.query("SELECT 1::int4").first!.value(0, as: Int64.self)
                }
                #expect(throws: PostgresError.self) {
                    _ = try connection.query("SELECT ARRAY[1, NULL]::int8[]").first!.value(0, as: [Int64].self)
                }
                let error = #expect(throws: PostgresError.self) { try connection.query("SELECT \("a\0b")") }
                expect(error?.sqlState, equals: "22021")
                expect(connection.isUsable)
            }
        }
    }

    @Test("What is interpolated is bound: SQL in a value stays a value")
    func binding() async throws {
        let hostile = "'; DROP TABLE users; --"
        let query: PostgresQuery = "SELECT \(hostile), \(unsafe: "1 + 1")::int8"
        expect(query.sql, equals: "SELECT $1, 1 + 1::int8")
        let outer: PostgresQuery = "SELECT \(Int64(7)), within.* FROM (\(query)) AS within WHERE 'a' = \("a")"
        expect(outer.sql, equals: "SELECT $1, within.* FROM (SELECT $2, 1 + 1::int8) AS within WHERE 'a' = $3")
        try await withPostgresPool { pool, _ in
            let text = try await pool.withConnection { try $0.query(query).first!.value(0, as: String.self) }
            expect(text, equals: hostile)
            let within = try await pool.withConnection { try $0.query(outer).first!.value(1, as: String.self) }
            expect(within, equals: hostile)
        }
    }
}
