package import Vitals

/// A server's response, read according to the protocol.
package struct ServerAnswer: Sendable, CustomStringConvertible {
    package let status: Int
    /// Names in lower case.
    package let headers: [String: String]
    package let text: String
    /// The parsed body; nil where it isn't JSON.
    package let json: JSONValue?

    package init(_ response: HTTPResponse) {
        status = response.status
        headers = response.headers
        text = String(decoding: response.body, as: UTF8.self)
        json = try? JSONValue(parsing: response.body)
    }

    /// For messages.
    package var description: String { "\(status) \(text.prefix(400))" }

    // @show response-reading
    /// The texts of an array, such as `acceptedIds`; empty where there is no such member.
    package func texts(_ member: String) -> [String] { (json?[member]?.array ?? []).compactMap(\.string) }

    /// The records of an array: `records` of a pull, `stale` of a push.
    ///
    /// - Throws: `NoRecords` if the status isn't 200, so that a refused request doesn't look like an empty page.
    package func records(_ member: String = "records") throws -> [Vitals.Measurement] {
        guard status == 200 else { throw NoRecords(answer: self) }
        return try (json?[member]?.array ?? []).map { try Vitals.Measurement(json: $0) }
    }

    /// The `nextCursor` of a pull; nil where it is missing or isn't a whole number.
    package var nextCursor: Int64? {
        guard case .number(let number)? = json?["nextCursor"] else { return nil }
        return Int64(exactly: number)
    }
    // @end
}

/// A response that was read for its records, and refused the request.
package struct NoRecords: Error, CustomStringConvertible {
    let answer: ServerAnswer

    package var description: String { "The server should have answered with records; it answered \(answer)." }
}
