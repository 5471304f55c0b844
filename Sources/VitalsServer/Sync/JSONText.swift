import Vitals

/// Facts about a JSON text that can be found by scanning its bytes once, without building anything.
package enum JSONText {
    /// Counts the values. The count is exact for a valid text without empty arrays and objects, a little high with
    /// them, and arbitrary for a text that isn't JSON.
    ///
    /// - Returns: nil where there are more than `limit`.
    package static func valueCount(of bytes: [UInt8], atMost limit: Int) -> Int? {
        var count = 1
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"):
                if isInString { continue }
                count += 1
                if count > limit { return nil }
            default: break
            }
        }
        return count
    }
}

/// JSON written straight to bytes. A full page holds ten thousand records, and a tree of them would need ten times the
/// memory.
struct JSONBytes {
    var bytes: [UInt8] = []

    mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func text(_ text: String) { CanonicalJSON.write(text, into: &bytes) }

    mutating func array<Element>(_ elements: [Element], _ write: (inout JSONBytes, Element) -> Void) {
        raw("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { raw(",") }
            write(&self, element)
        }
        raw("]")
    }
}
