/// The words of a Swift source in order, wherever they appear in the file.
///
/// It keeps no state from one word to the next, so no string, regular expression or comment in a file can hide the text
/// after it. The price is that words inside most comments and strings count too.
///
/// Every step takes time in proportion to the file, however its comments are nested: a submission mustn't keep its grader
/// busy for an hour.
struct SwiftWords {
    struct Word: Hashable {
        /// Empty if it's longer than any name that we look for: to compare texts takes a time in proportion to the square
        /// of the accents on one letter.
        let text: String
        /// Range of its bytes in the source, without a backtick around it.
        let range: Range<Int>
        /// Line number, from 1.
        let line: Int
    }

    private static let longest = 100

    private let bytes: [UInt8]
    let words: [Word]
    /// Ends of the block comments, by their beginnings.
    private let commentEnds: [Int: Int]
    private let skipped = Skipped()

    /// Ends of runs of comments, by the beginning of each comment in them.
    private final class Skipped {
        var places: [Int: Int] = [:]
    }

    init(_ text: String) {
        let bytes = Array(text.utf8)
        self.bytes = bytes
        var words: [Word] = []
        var line = 1
        var index = Self.endOfPlainComment(from: 0, in: bytes)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") {
                line += 1
                // The line break at the end of the comment still has to be processed.
                index = max(index, Self.endOfPlainComment(from: index + 1, in: bytes) - 1)
            }
            guard Self.isPartOfWord(bytes[index]) else {
                index += 1
                continue
            }
            let start = index
            while index < bytes.count, Self.isPartOfWord(bytes[index]) { index += 1 }
            let text = index - start > Self.longest ? "" : String(decoding: bytes[start..<index], as: UTF8.self)
            words.append(Word(text: text, range: start..<index, line: line))
        }
        self.words = words
        commentEnds = Self.commentEnds(in: bytes)
    }

    /// Returns the byte directly before a word.
    func byte(touching word: Word) -> UInt8? { word.range.lowerBound == 0 ? nil : bytes[word.range.lowerBound - 1] }

    /// Returns the first byte after a word that the compiler doesn't skip; nil at the end.
    func byte(after word: Word) -> UInt8? {
        let place = place(after: word.range.upperBound)
        return place < bytes.count ? bytes[place] : nil
    }

    /// Returns the end of the line if it is only a comment, whatever comes before it in the file; otherwise returns
    /// `start`.
    ///
    /// A line that begins like a comment could still be code, if it is in or at the end of a longer comment, a string
    /// or a regular expression. So only a line that can end none of these counts.
    private static func endOfPlainComment(from start: Int, in bytes: [UInt8]) -> Int {
        let end = bytes[min(start, bytes.count)...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let line = bytes[min(start, end)..<end].drop { $0 == 0x20 || $0 == 0x09 }
        guard line.starts(with: "//".utf8) else { return start }
        let mayBeMore = zip(line, line.dropFirst()).contains { first, second in
            first == UInt8(ascii: "*") && second == UInt8(ascii: "/")
                || first == UInt8(ascii: "/") && second == UInt8(ascii: "#")
        }
        return mayBeMore || line.contains { "\"\\\r".utf8.contains($0) } ? start : end
    }

    /// Returns the offset after spaces, line breaks, comments and a backtick.
    private func place(after start: Int) -> Int {
        var index = start
        var comments: [Int] = []
        while index < bytes.count {
            if Self.isSpace(bytes[index]) || bytes[index] == UInt8(ascii: "`") {
                index += 1
                continue
            }
            let isLine = bytes[index...].starts(with: "//".utf8)
            guard isLine || bytes[index...].starts(with: "/*".utf8) else { break }
            if let known = skipped.places[index] {
                index = known
                break
            }
            comments.append(index)
            index =
                isLine
                ? bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count : commentEnds[index] ?? bytes.count
        }
        for comment in comments { skipped.places[comment] = index }
        return index
    }

    /// Returns the ends of the block comments, by their beginnings; such comments nest.
    private static func commentEnds(in bytes: [UInt8]) -> [Int: Int] {
        var ends: [Int: Int] = [:]
        var open: [Int] = []
        var index = 0
        while index + 1 < bytes.count {
            switch (bytes[index], bytes[index + 1]) {
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                open.append(index)
                index += 2
            case (UInt8(ascii: "*"), UInt8(ascii: "/")):
                guard let start = open.popLast() else { fallthrough }
                ends[start] = index + 2
                index += 2
            default: index += 1
            }
        }
        for start in open { ends[start] = bytes.count }
        return ends
    }

    /// True for white space as Swift defines it, including the null character and the form feed.
    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x00].contains(byte) }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }
}
