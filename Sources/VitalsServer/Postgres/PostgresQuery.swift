/// One SQL statement whose values are bound, never written into its text.
///
///     let query: PostgresQuery = "SELECT id FROM users WHERE token = \(token)"
///
/// Every interpolation becomes a parameter, so that no value can become SQL. Text that must be SQL needs
/// `\(unsafe: …)`, and must come from this source code. A query within a query keeps its parameters.
package struct PostgresQuery: Sendable, ExpressibleByStringInterpolation {
    /// The text around the parameters: always one piece more than there are parameters.
    private var pieces: [String]
    package private(set) var parameters: [Parameter]

    /// The statement's text, with `$1`, `$2`, … in place of the parameters.
    package var sql: String {
        pieces.dropFirst().enumerated().reduce(pieces[0]) { "\($0)$\($1.offset + 1)\($1.element)" }
    }

    package struct Parameter: Sendable {
        let oid: UInt32
        /// Nil for NULL.
        let bytes: [UInt8]?
    }

    package init(stringLiteral sql: String) {
        pieces = [sql]
        parameters = []
    }

    package init(stringInterpolation interpolation: StringInterpolation) {
        pieces = interpolation.pieces
        parameters = interpolation.parameters
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces = [""]
        fileprivate var parameters: [Parameter] = []

        package init(literalCapacity: Int, interpolationCount: Int) { pieces.reserveCapacity(interpolationCount + 1) }

        package mutating func appendLiteral(_ literal: String) { pieces[pieces.count - 1] += literal }

        package mutating func appendInterpolation(unsafe text: String) { appendLiteral(text) }

        package mutating func appendInterpolation(_ query: PostgresQuery) {
            appendLiteral(query.pieces[0])
            pieces += query.pieces.dropFirst()
            parameters += query.parameters
        }

        package mutating func appendInterpolation<Value: PostgresValue>(_ value: Value?) {
            var bytes: [UInt8]?
            if let value {
                var encoded: [UInt8] = []
                value.encode(into: &encoded)
                bytes = encoded
            }
            parameters.append(Parameter(oid: Value.oid, bytes: bytes))
            pieces.append("")
        }
    }
}
