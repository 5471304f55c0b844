package import StepSupport

/// Makes new inputs from known ones: flips bits, cuts, repeats, splices, nests, and puts in what parsers stumble over.
package struct FuzzMutator: Sendable {
    private let words: [[UInt8]]
    private let maximumSizeBytes: Int

    /// - Parameter words: words of the format.
    package init(words: [String], maximumSizeBytes: Int) {
        self.words = words.map { Array($0.utf8) }
        self.maximumSizeBytes = maximumSizeBytes
    }

    /// Invalid UTF-8, controls, and characters that count differently in bytes, UTF-16 and letters.
    private static let oddities: [[UInt8]] =
        [
            [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xEF, 0xBB, 0xBF], [0],
            [0x0D, 0x0A], [0x0D], [0x7F], [0x1B, 0x5B, 0x32, 0x4A],
        ]
        + ["\u{301}", "é", "\u{1F600}", "\u{2028}", "\u{202E}", "\\ud800", "\\u0000", "\u{FF11}"].map { Array($0.utf8) }

    private static let numbers = [
        "0", "-0", "-1", "00", "1e400", "-1e400", "1e-400", "9007199254740991", "9007199254740993",
        "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616",
        "340282366920938463463374607431768211456", "0.1", "4.9e-324", "1.7976931348623157e308", "0x10", "1e",
        "2147483648",
        "99999999999999999999999999999999999999999999999999", "0.30000000000000004", "123456789012345.6",
    ].map { Array($0.utf8) }

    private static let openings = ["[", "{\"a\":", "(", "<a>", "\"", "'"].map { Array($0.utf8) }

    /// - Parameter others: inputs to take pieces from; not empty.
    package func mutated(
        _ input: [UInt8], with others: [[UInt8]], using random: inout CaseGenerator
    ) -> [UInt8] {
        var bytes = input
        for _ in 0..<random.integer(in: 1...(random.once(in: 2) ? 1 : 5)) {
            change(&bytes, others, &random)
            if bytes.count > maximumSizeBytes { bytes.removeSubrange(maximumSizeBytes...) }
        }
        return bytes
    }

    /// Replaces one or two of an input's texts in quotes with combining marks: two texts of as many marks in another order,
    /// which are equal as characters. In an input without quotes, they stand anywhere.
    package static func marked(_ input: [UInt8], sizeBytes: Int, using random: inout CaseGenerator) -> [UInt8] {
        let count = sizeBytes / 4
        let one = Array((String(repeating: "\u{301}", count: count) + String(repeating: "\u{323}", count: count)).utf8)
        let other = Array(
            (String(repeating: "\u{323}", count: count) + String(repeating: "\u{301}", count: count)).utf8)
        var bytes = input
        for marks in [one, other].prefix(random.integer(in: 1...2)) {
            let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\"") || bytes[$0] == UInt8(ascii: "'") }
            if quotes.count < 2 {
                bytes.insert(contentsOf: marks, at: random.integer(in: 0...bytes.count))
            } else {
                let first = random.integer(in: 0...(quotes.count / 2 - 1)) * 2
                // Half of the time a letter before them makes it one long character.
                let letter = random.once(in: 2) ? [UInt8(ascii: "a")] : []
                bytes.replaceSubrange(quotes[first] + 1..<quotes[first + 1], with: letter + marks)
            }
        }
        return bytes
    }

    private func change(_ bytes: inout [UInt8], _ others: [[UInt8]], _ random: inout CaseGenerator) {
        switch random.integer(in: 0...13) {
        case 0: if let place = Self.place(in: bytes, &random) { bytes[place] ^= 1 << random.integer(in: 0...7) }
        case 1: if let place = Self.place(in: bytes, &random) { bytes[place] = random.integer(in: 0...255) }
        case 2: bytes.removeSubrange(Self.range(in: bytes, &random))
        case 3: bytes.removeSubrange(random.integer(in: 0...bytes.count)...)
        case 4:
            let piece = Array(bytes[Self.range(in: bytes, &random)])
            bytes.insert(contentsOf: piece, at: random.integer(in: 0...bytes.count))
        case 5:
            let piece = bytes[Self.range(in: bytes, &random).prefix(32)]
            let times = random.integer(in: 2...(random.once(in: 10) ? 2_000 : 20))
            bytes.insert(
                contentsOf: repeatElement(piece, count: times).joined(), at: random.integer(in: 0...bytes.count))
        case 6:
            let other = random.one(of: others)
            bytes.replaceSubrange(
                random.integer(in: 0...bytes.count)..., with: other[random.integer(in: 0...other.count)...])
        case 7:
            let other = random.one(of: others)
            bytes.replaceSubrange(Self.range(in: bytes, &random), with: other[Self.range(in: other, &random)])
        case 8, 9: put(words.isEmpty ? Self.oddities : words, into: &bytes, &random)
        case 10: put(Self.oddities, into: &bytes, &random)
        case 11: replaceNumber(in: &bytes, &random)
        case 12:
            let opening = random.one(of: Self.openings)
            let times = random.integer(in: 1...(random.once(in: 4) ? 500 : 70))
            bytes.insert(
                contentsOf: repeatElement(opening, count: times).joined(), at: random.integer(in: 0...bytes.count))
        default:
            guard let one = Self.place(in: bytes, &random), let other = Self.place(in: bytes, &random) else { return }
            bytes.swapAt(one, other)
        }
    }

    /// Puts in a word, or replaces a piece with it.
    private func put(_ words: [[UInt8]], into bytes: inout [UInt8], _ random: inout CaseGenerator) {
        let start = random.integer(in: 0...bytes.count)
        let word = random.one(of: words)
        let end = random.once(in: 2) ? start : min(bytes.count, start + word.count)
        bytes.replaceSubrange(start..<end, with: word)
    }

    /// Replaces a run of digits: with a number that doesn't fit somewhere, or with one beside it.
    private func replaceNumber(in bytes: inout [UInt8], _ random: inout CaseGenerator) {
        guard let place = Self.place(in: bytes, &random),
            let start = bytes[place...].firstIndex(where: { (48...57).contains($0) })
        else { return }
        let end = bytes[start...].firstIndex { !(48...57).contains($0) } ?? bytes.count
        let number = Int(String(decoding: bytes[start..<end], as: UTF8.self))
        let beside = number.map { Array(String($0 &+ random.integer(in: -2...2)).utf8) }
        bytes.replaceSubrange(start..<end, with: random.once(in: 2) ? beside ?? [48] : random.one(of: Self.numbers))
    }

    private static func place(in bytes: [UInt8], _ random: inout CaseGenerator) -> Int? {
        bytes.isEmpty ? nil : random.integer(in: 0...bytes.count - 1)
    }

    /// A range, mostly a short one.
    private static func range(in bytes: [UInt8], _ random: inout CaseGenerator) -> Range<Int> {
        let start = random.integer(in: 0...bytes.count)
        let length = random.integer(in: 0...(random.once(in: 3) ? bytes.count - start : min(16, bytes.count - start)))
        return start..<start + length
    }
}
