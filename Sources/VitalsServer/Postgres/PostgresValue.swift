internal import Foundation
internal import Vitals

/// A type that is sent to and from PostgreSQL in its binary form, bit for bit.
///
/// Text would have to be printed and parsed on both sides, and each time a double or a time could lose its last digit.
package protocol PostgresValue: Sendable {
    /// The number of the type in `pg_type.dat` in PostgreSQL's sources, fixed for built-in types.
    static var oid: UInt32 { get }

    func encode(into bytes: inout [UInt8])

    init(postgresBytes bytes: UnsafeRawBufferPointer) throws(PostgresError)
}

/// A type that PostgreSQL can also put in arrays.
package protocol PostgresScalar: PostgresValue {
    static var arrayOID: UInt32 { get }
}

extension Int64: PostgresScalar {
    package static var oid: UInt32 { 20 }
    package static var arrayOID: UInt32 { 1016 }

    package func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: self) }

    package init(postgresBytes bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        guard bytes.count == 8 else { throw PostgresError(.unexpectedResult, detail: "int8 of \(bytes.count) bytes") }
        self.init(bigEndian: bytes.loadUnaligned(as: Int64.self))
    }
}

extension Double: PostgresScalar {
    package static var oid: UInt32 { 701 }
    package static var arrayOID: UInt32 { 1022 }

    package func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: bitPattern) }

    package init(postgresBytes bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        guard bytes.count == 8 else { throw PostgresError(.unexpectedResult, detail: "float8 of \(bytes.count) bytes") }
        self.init(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }
}

extension String: PostgresScalar {
    package static var oid: UInt32 { 25 }
    package static var arrayOID: UInt32 { 1009 }

    /// PostgreSQL refuses U+0000 (SQLSTATE 22021), because it ends a text in C.
    package func encode(into bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }

    package init(postgresBytes bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        self.init(decoding: bytes, as: UTF8.self)
    }
}

extension UUID: PostgresScalar {
    package static var oid: UInt32 { 2950 }
    package static var arrayOID: UInt32 { 2951 }

    package func encode(into bytes: inout [UInt8]) {
        withUnsafeBytes(of: uuid) { bytes.append(contentsOf: $0) }
    }

    package init(postgresBytes bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        guard bytes.count == 16 else { throw PostgresError(.unexpectedResult, detail: "uuid of \(bytes.count) bytes") }
        self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}

extension [UInt8] {
    /// Appends a number in network byte order, which PostgreSQL uses for every number.
    mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
