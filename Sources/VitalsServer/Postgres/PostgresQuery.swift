/// One SQL statement whose values are bound, never written into its text.
///
///     let query: PostgresQuery = "SELECT id FROM users WHERE token = \(token)"
///
/// Every interpolation becomes a parameter, so that no value can become SQL. Text that must be SQL needs
/// `\(unsafe: …)`, and must come from this source code.
package struct PostgresQuery: Sendable, ExpressibleByStringInterpolation {
    package private(set) var sql: String
    package private(set) var parameters: [Parameter]

    package struct Parameter: Sendable {
        let oid: UInt32
        /// Nil for NULL.
        let bytes: [UInt8]?
    }

    package init(stringLiteral sql: String) {
        self.sql = sql
        parameters = []
    }

    package init(stringInterpolation interpolation: StringInterpolation) {
        sql = interpolation.sql
        parameters = interpolation.parameters
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sql = ""
        fileprivate var parameters: [Parameter] = []

        package init(literalCapacity: Int, interpolationCount: Int) { sql.reserveCapacity(literalCapacity) }

        package mutating func appendLiteral(_ literal: String) { sql += literal }

        package mutating func appendInterpolation(unsafe text: String) { sql += text }

        package mutating func appendInterpolation<Value: PostgresValue>(_ value: Value?) {
            var bytes: [UInt8]?
            if let value {
                var encoded: [UInt8] = []
                value.encode(into: &encoded)
                bytes = encoded
            }
            parameters.append(Parameter(oid: Value.oid, bytes: bytes))
            sql += "$\(parameters.count)"
        }
    }
}
