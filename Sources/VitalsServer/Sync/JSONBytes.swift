import Vitals

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
