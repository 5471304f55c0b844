import Vitals

/// Reads a body in which a number may be `NaN` or infinite, as some encoders write it. JSON has no such numbers, and without
/// this one of them would cost the whole request.
enum TolerantJSON {
    /// Such a number becomes a text, which no rule for a number takes.
    ///
    /// - Throws: `JSONError` for what isn't JSON in any other respect.
    static func value(of body: [UInt8]) throws(JSONError) -> JSONValue {
        do {
            return try JSONValue(parsing: body)
        } catch {
            guard let quoted = quotingNonNumbers(body) else { throw error }
            return try JSONValue(parsing: quoted)
        }
    }

    private static let nonNumbers = ["-Infinity", "Infinity", "NaN"].map { Array($0.utf8) }

    /// The text with these in quotes; nil where there are none.
    private static func quotingNonNumbers(_ body: [UInt8]) -> [UInt8]? {
        var (quoted, isInString, isEscaped, index) = ([UInt8](), false, false, 0)
        while index < body.count {
            let byte = body[index]
            if !isInString, let name = nonNumbers.first(where: { body[index...].starts(with: $0) }) {
                quoted += [UInt8(ascii: "\"")] + name + [UInt8(ascii: "\"")]
                index += name.count
                continue
            }
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = isInString
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            }
            quoted.append(byte)
            index += 1
        }
        return quoted.count == body.count ? nil : quoted
    }
}
