package import Foundation

/// A 128-bit fingerprint that shows whether bytes changed: FNV-1a twice, with different offset bases.
///
/// It detects accidental changes. It doesn't resist anyone who constructs a collision, and nothing here relies on that.
package struct Fingerprint: Sendable {
    // The offset basis and the prime of FNV-1a for 64 bits (draft-eastlake-fnv); the second basis is the first one's
    // hash of a single zero byte, so that the two differ from the first byte on.
    private static let prime: UInt64 = 0x100_0000_01b3
    private var first: UInt64 = 0xcbf2_9ce4_8422_2325
    private var second: UInt64 = 0xaf63_bd4c_8601_b7df

    package init() {}

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        let done: Void? = bytes.withContiguousStorageIfAvailable { mix($0) }
        if done == nil { Array(bytes).withUnsafeBufferPointer { mix($0) } }
    }

    /// Adds a text and its length, so that adjacent texts can't be confused.
    package mutating func add(_ text: String) {
        add(Array("\(text.utf8.count):".utf8))
        var text = text
        text.withUTF8 { mix($0) }
    }

    package mutating func add(_ data: Data) {
        add(Array("\(data.count):".utf8))
        data.withUnsafeBytes { mix($0.bindMemory(to: UInt8.self)) }
    }

    /// 32 hexadecimal digits.
    package var hex: String { Self.digits(first) + Self.digits(second) }

    package static func of(_ data: Data) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(data)
        return fingerprint.hex
    }

    package static func of(_ tree: [String: TreeFile]) -> String {
        var fingerprint = Fingerprint()
        for (path, file) in tree.sorted(by: { $0.key < $1.key }) {
            fingerprint.add(file.isExecutable ? path + " x" : path)
            fingerprint.add(file.contents)
        }
        return fingerprint.hex
    }

    private mutating func mix(_ bytes: UnsafeBufferPointer<UInt8>) {
        var (one, two) = (first, second)
        var index = 0
        while index < bytes.count {
            one = (one ^ UInt64(bytes[index])) &* Self.prime
            two = (two ^ UInt64(bytes[index])) &* Self.prime
            index += 1
        }
        (first, second) = (one, two)
    }

    private static func digits(_ number: UInt64) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
