/// Smaller cases to try in place of one that fails, the smallest first.
package enum Shrink {
    /// Zero, then numbers from half-way up to the number itself.
    package static func integer<Number: FixedWidthInteger & SignedInteger>(_ number: Number) -> [Number] {
        var smaller: [Number] = []
        var distance = number
        while distance != 0 {
            smaller.append(number - distance)
            distance /= 2
        }
        return smaller
    }

    /// Zero, then the number without its fraction, then with fewer digits.
    package static func number(_ number: Double) -> [Double] {
        guard number.isFinite, number != 0 else { return [] }
        let rounded = [1, 10, 100, 1_000].map { (number * $0).rounded(.towardZero) / $0 }
        return ([0, 1] + rounded).filter { $0.magnitude < number.magnitude && $0.isFinite }
    }

    /// The list without longer pieces, then without one element, then with one element made smaller.
    package static func list<Element>(_ list: [Element], element: (Element) -> [Element] = { _ in [] }) -> [[Element]] {
        guard !list.isEmpty else { return [] }
        var smaller: [[Element]] = []
        var length = list.count
        while length > 0 {
            for start in stride(from: 0, to: list.count, by: length) {
                var rest = list
                rest.removeSubrange(start..<min(start + length, list.count))
                smaller.append(rest)
            }
            length /= 2
        }
        for (index, whole) in list.enumerated() {
            for part in element(whole) {
                var changed = list
                changed[index] = part
                smaller.append(changed)
            }
        }
        return smaller
    }

    /// The empty text, then the text without pieces of it.
    package static func text(_ text: String) -> [String] {
        list(Array(text.unicodeScalars)).map { String(String.UnicodeScalarView($0)) }
    }
}
