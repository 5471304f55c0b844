import Foundation

/// A response as it came over the wire.
package struct RawResponse: Sendable {
    package var status: Int
    /// Names in lower case.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package subscript(header: String) -> String? { headers.first { $0.name == header.lowercased() }?.value }

    package var text: String { String(decoding: body, as: UTF8.self) }

    package init(parsing bytes: [UInt8]) throws {
        let separator = Array("\r\n\r\n".utf8)
        guard let end = bytes.firstRange(of: separator) else {
            throw RawHTTPError.notHTTP(String(decoding: bytes.prefix(200), as: UTF8.self))
        }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw RawHTTPError.notHTTP(lines[0])
        }
        self.status = status
        headers = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (line[..<colon].lowercased(), String(value))
        }
        body = Array(bytes[end.upperBound...])
        if self["transfer-encoding"]?.lowercased() == "chunked" { body = try Self.unchunked(body) }
    }

    private static func unchunked(_ bytes: [UInt8]) throws -> [UInt8] {
        var rest = bytes[...]
        var body: [UInt8] = []
        while let line = rest.firstRange(of: Array("\r\n".utf8)) {
            guard let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16) else { break }
            if size == 0 { return body }
            guard line.upperBound + size <= rest.endIndex else { break }
            body += rest[line.upperBound..<line.upperBound + size]
            rest = rest[(line.upperBound + size + 2)...]
        }
        throw RawHTTPError.notHTTP("the last chunk is missing")
    }
}
