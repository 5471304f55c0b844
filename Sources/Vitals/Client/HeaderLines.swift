import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The headers of a response, as its lines arrive.
///
/// None of our headers has a character beyond ASCII, and to compare a long text of combining marks may take an hour. So a name
/// with one is dropped, and in a value U+FFFD stands for each: whoever reads it sees that it's no value of ours.
struct HeaderLines {
    /// The values by name, in lower case. If a header came several times, the last value is kept.
    private(set) var headers: [String: String] = [:]

    /// Takes a line of the head.
    ///
    /// - Returns: false for the empty line that ends the head.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.contains(where: { $0 != 0x0D && $0 != 0x0A }) else { return false }
        let line = String(decoding: bytes, as: UTF8.self)
        if bytes.starts(with: "HTTP/".utf8) {
            headers = [:]  // an interim response, such as 100 or 103, came before this one
        } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
            set(String(line[..<colon]), to: String(line[line.utf8.index(after: colon)...]))
        }
        return true
    }

    /// Sets a header, unless its name is beyond ASCII.
    mutating func set(_ name: String, to value: String) {
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return }
        var text = String.UnicodeScalarView()
        for scalar in value.unicodeScalars { text.append(scalar.isASCII ? scalar : "\u{FFFD}") }
        headers[name.trimmingCharacters(in: .whitespaces).lowercased()] = String(text).trimmingCharacters(
            in: .whitespacesAndNewlines)
    }
}

extension HeaderLines {
    init(_ response: HTTPURLResponse) {
        for (name, value) in response.allHeaderFields { set(String(describing: name), to: String(describing: value)) }
    }
}
