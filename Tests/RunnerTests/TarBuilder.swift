import Foundation

/// A builder of tar archives, byte by byte, which can also create archives that no program writes.
struct TarBuilder {
    private(set) var bytes = Data()

    /// The archive with the two blocks at its end.
    var archive: Data { bytes + Data(count: 1024) }

    /// - Parameters:
    ///   - size: the size in the header; nil for the true size.
    ///   - sum: the checksum in the header; nil for the correct one.
    mutating func add(
        _ name: String, _ contents: String = "", kind: Character = "0", mode: Int = 0o644, link: String = "",
        size: String? = nil, sum: Int? = nil
    ) {
        let body = Data(contents.utf8)
        var header = Data(count: 512)
        func put(_ text: String, at offset: Int) {
            header.replaceSubrange(offset..<offset + text.utf8.count, with: Data(text.utf8))
        }
        put(name, at: 0)
        put(Self.octal(mode, 7), at: 100)
        put(size ?? Self.octal(body.count, 11), at: 124)
        put("        ", at: 148)
        put(String(kind), at: 156)
        put(link, at: 157)
        put("ustar\u{0}00", at: 257)
        put(Self.octal(sum ?? header.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ", at: 148)
        bytes += header + body + Data(count: (512 - body.count % 512) % 512)
    }

    /// Returns a record of an extended header.
    static func record(_ key: String, _ value: String) -> String {
        let rest = " \(key)=\(value)\n".utf8.count
        var length = rest + 1
        while "\(length)".utf8.count + rest != length { length += 1 }
        return "\(length) \(key)=\(value)\n"
    }

    private static func octal(_ number: Int, _ digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: digits - text.count) + text
    }
}
