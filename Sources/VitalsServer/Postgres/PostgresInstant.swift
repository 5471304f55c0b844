internal import Vitals

/// PostgreSQL's stored form of `timestamptz`: whole microseconds since 2000-01-01T00:00:00Z.
package struct PostgresInstant: Hashable, Sendable {
    package let microsecondsSince2000: Int64

    /// The time from 1970-01-01 to 2000-01-01: 30 years, 7 of them leap years.
    static let millisecondsFrom1970To2000: Int64 = (30 * 365 + 7) * 86_400_000

    package init(microsecondsSince2000: Int64) { self.microsecondsSince2000 = microsecondsSince2000 }
}

extension PostgresInstant: PostgresScalar {
    package static var oid: UInt32 { 1184 }
    package static var arrayOID: UInt32 { 1185 }

    package func encode(into bytes: inout [UInt8]) { microsecondsSince2000.encode(into: &bytes) }

    package init(postgresBytes bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        self.init(microsecondsSince2000: try Int64(postgresBytes: bytes))
    }
}

/// Exact over all of `Timestamp.range`. `to_timestamp(double precision)` isn't: in the year 9999 a double is too coarse
/// for microseconds.
extension Timestamp: PostgresScalar {
    package static var oid: UInt32 { PostgresInstant.oid }
    package static var arrayOID: UInt32 { PostgresInstant.arrayOID }

    package func encode(into bytes: inout [UInt8]) {
        let milliseconds = millisecondsSinceEpoch - PostgresInstant.millisecondsFrom1970To2000
        (milliseconds * 1000).encode(into: &bytes)
    }

    package init(postgresBytes bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        let (milliseconds, rest) = try Int64(postgresBytes: bytes).quotientAndRemainder(dividingBy: 1000)
        guard rest == 0,
            let timestamp = Timestamp(
                millisecondsSinceEpoch: milliseconds + PostgresInstant.millisecondsFrom1970To2000)
        else { throw PostgresError(.unexpectedResult, detail: "timestamptz isn't a whole millisecond in range") }
        self = timestamp
    }
}
