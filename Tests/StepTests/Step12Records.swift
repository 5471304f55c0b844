import Foundation
import StepSupport
import Vitals

/// Records for the server's tests.
enum ServerRecords {
    static func id(_ number: Int) -> UUID { UUID(uuidString: String(format: "ABCDEF00-0000-4000-8000-%012X", number))! }

    /// A weight, with an id made from a number.
    static func weight(
        _ number: Int, _ kilograms: Double = 72.5, version: Int64 = 1, updatedAt: Int64 = 1_781_940_000_125,
        recordedAt: Int64 = 1_781_940_000_000, extra: [JSONValue.Member] = []
    ) -> Vitals.Measurement {
        Vitals.Measurement(
            id: id(number), kind: .weight, value: kilograms, unit: .kilograms,
            recordedAt: Timestamp(clamping: recordedAt), updatedAt: Timestamp(clamping: updatedAt), version: version,
            extra: UnknownMembers(members: extra))
    }

    /// The id as a response contains it.
    static func text(_ number: Int) -> String { id(number).uuidString.lowercased() }

    /// The names of the columns in which two copies of a record differ, for messages.
    static func columns(of one: Vitals.Measurement, unlike other: Vitals.Measurement) -> String {
        let columns = [
            ("version", one.version == other.version), ("updated_at", one.updatedAt == other.updatedAt),
            ("kind", one.kind == other.kind), ("value", one.value == other.value), ("unit", one.unit == other.unit),
            ("recorded_at", one.recordedAt == other.recordedAt), ("extra", one.extra == other.extra),
        ]
        return columns.filter { !$0.1 }.map(\.0).joined(separator: ", ")
    }

    /// SQL for other servers' writes of these records, each so large that a page holds two of them at most.
    static func statement(writingLarge numbers: [Int], for user: ServerFixture.User) -> String {
        """
        WITH logged AS (
            INSERT INTO sync_log (user_id, record_id, version)
            SELECT '\(user.id)', id::uuid, 1
            FROM unnest(ARRAY[\(numbers.map { "'\(text($0))'" }.joined(separator: ", "))]) AS large (id)
            RETURNING seq, record_id
        )
        INSERT INTO measurements (user_id, id, kind, value, unit, recorded_at, updated_at, version, extra, seq)
        SELECT '\(user.id)', record_id, 'WEIGHT', 70, 'KG', '2026-06-20T07:00:00Z', '2026-06-20T07:00:00Z', 1,
            '{"label":"' || repeat('x', 1800000) || '"}', seq
        FROM logged
        """
    }

    /// SQL for another server's write of this user's record, with the next number of the log.
    static func statement(writing number: Int, for user: ServerFixture.User) -> String {
        """
        WITH drawn AS (SELECT nextval('sync_log_seq_seq') AS seq), logged AS (
            INSERT INTO sync_log (seq, user_id, record_id, version) OVERRIDING SYSTEM VALUE
            SELECT seq, '\(user.id)', '\(text(number))', 1 FROM drawn
        )
        INSERT INTO measurements (user_id, id, kind, value, unit, recorded_at, updated_at, version, seq)
        SELECT '\(user.id)', '\(text(number))', 'WEIGHT', 70, 'KG', '2026-06-20T07:00:00Z',
            '2026-06-20T07:00:00Z', 1, seq
        FROM drawn
        """
    }

    /// SQL for the start of another server's push for this user.
    static func lock(_ user: ServerFixture.User) -> String {
        "SELECT id FROM users WHERE id = '\(user.id)' FOR NO KEY UPDATE"
    }
}
