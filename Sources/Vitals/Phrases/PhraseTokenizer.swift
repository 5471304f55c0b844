/// Splits a phrase into tokens, scalar by scalar and once from start to end, so that its time grows with the phrase alone.
struct PhraseTokenizer {
    private let scalars: [Unicode.Scalar]
    private let groupSeparator: Character
    private var index = 0
    private var tokens: [PhraseToken] = []

    /// The tokens of a text.
    ///
    /// - Parameter groupSeparator: what the language writes between thousands.
    static func tokens(of text: String, groupSeparator: Character) -> [PhraseToken] {
        var tokenizer = PhraseTokenizer(text, groupSeparator: groupSeparator)
        while let scalar = tokenizer.peek() { tokenizer.read(scalar) }
        return tokenizer.tokens
    }

    private init(_ text: String, groupSeparator: Character) {
        // Joiners, direction marks and soft hyphens can't be seen, so a person can't mean anything by them.
        scalars = text.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
        self.groupSeparator = groupSeparator
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        let isAfterSpace = peek(-1).map { !Self.isLetter($0) && !Self.isNumeric($0) } ?? true
        if Self.isNumeric(scalar) {
            readNumber(isReadable: true)
        } else if Self.isLetter(scalar) {
            readWord()
        } else if isAfterSpace, Self.isDigit(peek(1)), Self.signs.contains(scalar) {
            index += 1
            readNumber(isReadable: false)
        } else if isAfterSpace, Self.isDigit(peek(1)), scalar == "." {
            readNumber(isReadable: true)
        } else {
            readMark(scalar)
            index += 1
        }
    }

    private mutating func readWord() {
        let start = index
        var word = ""
        while let scalar = peek() {
            if Self.isLetter(scalar) || Self.isMark(scalar) || Self.isNumeric(scalar) {
                word += scalar.properties.lowercaseMapping
            } else if Self.apostrophes.contains(scalar), peek(1).map(Self.isLetter) ?? false {
                word += "'"
            } else if !isAbbreviation(from: start) {
                break
            }
            index += 1
        }
        tokens.append(.word(word))
    }

    /// True at the full stop within `a.m.`: a single letter before it and a single one after it.
    private func isAbbreviation(from start: Int) -> Bool {
        guard peek() == ".", index - start == 1, let next = peek(1), Self.isLetter(next) else { return false }
        return !(peek(2).map(Self.isLetter) ?? false)
    }

    private mutating func readNumber(isReadable: Bool) {
        var text = ""
        while let scalar = peek() {
            if Self.isNumeric(scalar) || Self.joiners.contains(scalar) && Self.isDigit(peek(1)) {
                text.unicodeScalars.append(scalar)
            } else if !Self.narrowSpaces.contains(scalar) || !threeDigitsFollow() {
                break
            }
            index += 1
        }
        guard isReadable else { return tokens.append(.unreadable) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 2, parts[1].utf8.count == 2, let clock = PhraseClock(hour: parts[0], minute: parts[1]) {
            tokens.append(.clock(clock))
        } else {
            let numeral = PhraseNumeral(text, groupSeparator: groupSeparator)
            tokens.append(numeral.map(PhraseToken.number) ?? (Self.isDate(text) ? .date : .unreadable))
        }
    }

    private func threeDigitsFollow() -> Bool {
        (1...3).allSatisfy { Self.isDigit(peek($0)) } && !Self.isDigit(peek(4))
    }

    private mutating func readMark(_ scalar: Unicode.Scalar) {
        switch scalar {
        case ",", "(", ")": tokens.append(.mark(.comma))
        case ".", "!", ";", "…", "\n", "\r": tokens.append(.mark(.stop))
        case "?": tokens.append(.mark(.question))
        case "-", "–", "—": if isDash() { tokens.append(.mark(.comma)) }
        case "/", "%", "£", "$", "€", "&", "@", "°", "×": tokens.append(.word(String(scalar)))
        default: break
        }
    }

    /// True for a dash between two thoughts. A hyphen within a word isn't one, nor is the dash in "weight - 72 kg".
    private func isDash() -> Bool {
        peek(-1) == " " && peek(1) == " " && !Self.isDigit(peek(2)) || peek() == "—" && !Self.isDigit(peek(1))
    }

    private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
        let place = index + offset
        return place >= 0 && place < scalars.count ? scalars[place] : nil
    }

    private static let signs: Set<Unicode.Scalar> = ["-", "−", "–", "+"]
    private static let joiners: Set<Unicode.Scalar> = [".", ",", ":", "-", "–", "−", "'", "’"]
    private static let apostrophes: Set<Unicode.Scalar> = ["'", "’", "ʼ"]
    private static let narrowSpaces: Set<Unicode.Scalar> = ["\u{A0}", "\u{2009}", "\u{202F}"]

    private static func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9").contains($0) } ?? false }
    /// A digit of any script, a fraction such as ½, a raised 2. Only 0 to 9 can be read; the others spoil their number.
    private static func isNumeric(_ scalar: Unicode.Scalar) -> Bool {
        isDigit(scalar) || !scalar.isASCII && !isLetter(scalar) && scalar.properties.numericType != nil
    }
    private static func isDate(_ text: String) -> Bool {
        let pieces = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "." }
        return pieces.count == 3 && pieces.allSatisfy { (1...4).contains($0.utf8.count) && Int($0) != nil }
    }
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic }
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
