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
