/// Turns digits and number words into single terms with a value.
///
/// It reads "seventy-two point three", "72 point 3", "a hundred and five", "5 and a half", "8 thousand", "5 1/2", "8 500 steps" and the severities
/// "7/10" and "7 out of 10". Numbers that it can't tell, such as "five ten", "120/80" or "5 to 6", become unreadable.
struct PhraseNumbers {
    private let terms: [PhraseTerm]
    private var index = 0
    private var result: [PhraseTerm] = []

    /// The terms with their numbers read.
    static func read(_ terms: [PhraseTerm]) -> [PhraseTerm] {
        var numbers = PhraseNumbers(terms: terms)
        while numbers.index < terms.count { numbers.readTerm() }
        return numbers.result
    }

    private init(terms: [PhraseTerm]) { self.terms = terms }

    private mutating func readTerm() {
        guard let first = readNumber() else {
            result.append(terms[index])
            index += 1
            return
        }
        var term = first
        if let value = first.value, let roles = peek()?.roles, !roles.isDisjoint(with: [.slash, .outOf]) {
            let start = index
            index += 1
            if let divisor = readNumber() {
                term = quotient(value, divisor.value)
                if roles.contains(.slash), peek()?.roles.contains(.slash) ?? false, peek(1)?.numeral != nil {
                    // "20/06/2026"
                    index += 2
                    term = .date
                }
            } else {
                index = start
            }
        } else if peek()?.number == .range {
            // Where a second number follows, neither is the measurement.
            let start = index
            index += 1
            if readNumber() == nil { index = start } else { term = .unreadable }
        }
        result.append(term)
    }

    /// A severity out of ten, or a half, a quarter, three quarters.
    private mutating func quotient(_ value: Double, _ divisor: Double?) -> PhraseTerm {
        if divisor == 10, value <= 10 { return PhraseTerm(isKnown: true, severity: value) }
        guard let divisor, divisor == 2 || divisor == 4, value < divisor, value >= 1 else { return .unreadable }
        guard let whole = result.last?.value, whole == whole.rounded() else { return .number(value / divisor) }
        result.removeLast()
        return .number(whole + value / divisor)
    }

    /// Reads the number that starts here; nil, and nothing read, where none does.
    private mutating func readNumber() -> PhraseTerm? {
        guard let term = peek() else { return nil }
        if let numeral = term.numeral { return readDigits(numeral) }
        if term.isUnreadable {
            index += 1
            return .unreadable
        }
        return readWords()
    }

    private mutating func readDigits(_ numeral: PhraseNumeral) -> PhraseTerm {
        index += 1
        var term = PhraseTerm.number(numeral.value)
        term.numeral = numeral
        if let grouped = spacedThousands(numeral) { return .number(grouped) }
        if peek()?.number == .point, let fraction = spokenFraction() {
            return numeral.value == numeral.value.rounded() ? .number(numeral.value + fraction) : .unreadable
        }
        while let word = peek()?.number, word == .hundred || word == .thousand || word == .plusHalf {
            let value = term.value ?? 0
            term = .number(word == .plusHalf ? value + 0.5 : value * (word == .hundred ? 100 : 1000))
            index += 1
        }
        return term
    }

    /// "8 500" as 8500. Only steps and energy have thousands, and "pulse 62 500 steps" says two numbers.
    private mutating func spacedThousands(_ numeral: PhraseNumeral) -> Double? {
        guard (1...3).contains(numeral.text.utf8.count), !numeral.text.hasPrefix("0"), let next = peek()?.numeral,
            next.text.utf8.count == 3, next.value == next.value.rounded()
        else { return nil }
        let unit = peek(1)?.unit
        let name = result.last { !$0.roles.contains(.filler) }?.name
        guard name == .steps || name == nil && (unit == .step || unit == .kilocalorie) else { return nil }
        index += 1
        return numeral.value * 1000 + next.value
    }

    private mutating func readWords() -> PhraseTerm? {
        var sum = PhraseNumberSum()
        let start = index
        while let word = peek()?.number, sum.add(word, next: peek(1)) { index += 1 }
        guard index > start else { return nil }
        // "a hundred and five"
        if sum.isWholeHundreds, peek()?.roles.contains(.and) ?? false, peek(1)?.number?.isBelowHundred ?? false {
            index += 1
            while let word = peek()?.number, sum.add(word, next: peek(1)) { index += 1 }
        }
        if peek()?.number == .point, let fraction = spokenFraction() { sum.fraction = fraction }
        if peek()?.number == .plusHalf {
            index += 1
            sum.fraction += 0.5
        }
        guard peek()?.number?.isBelowHundred ?? false else { return .number(sum.value) }
        // "five ten" may be anything. All of its words belong to it, so that no part of it is read.
        while peek()?.number?.isBelowHundred ?? false { index += 1 }
        return .unreadable
    }

    /// Reads "point three five" or "point 35" as 0.35; nil, and nothing read, where no digits follow the "point".
    private mutating func spokenFraction() -> Double? {
        let start = index
        index += 1
        var digits = ""
        while digits.utf8.count < 6 {
            if case .small(let digit)? = peek()?.number, digit < 10 {
                digits += String(digit)
            } else if let text = peek()?.numeral?.text, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                digits += text
            } else {
                break
            }
            index += 1
        }
        if digits.isEmpty { index = start }
        return digits.isEmpty ? nil : Double("0." + digits)
    }

    private func peek(_ offset: Int = 0) -> PhraseTerm? {
        index + offset < terms.count ? terms[index + offset] : nil
    }
}

/// A number that grows word by word.
private struct PhraseNumberSum {
    private var thousands = 0.0
    private var rest = 0.0
    private var isEmpty = true
    var fraction = 0.0

    var value: Double { thousands + rest + fraction }
    var isWholeHundreds: Bool { value >= 100 && value.truncatingRemainder(dividingBy: 100) == 0 }

    /// Adds a word; false, and nothing added, where it can't follow.
    mutating func add(_ word: PhraseNumberWord, next: PhraseTerm?) -> Bool {
        switch word {
        case .article:
            // "a" alone is no number. "a hundred", "a mile" and "an hour" have one.
            guard isEmpty, let next, next.number == .hundred || next.number == .thousand || Self.countsOne(next)
            else { return false }
            rest = 1
        case .small(let number):
            let remainder = rest.truncatingRemainder(dividingBy: number < 10 ? 10 : 100)
            guard remainder == 0, isEmpty || number > 0, rest.truncatingRemainder(dividingBy: 100) != 10
            else { return false }
            rest += Double(number)
        case .tens(let number):
            guard rest.truncatingRemainder(dividingBy: 100) == 0 else { return false }
            rest += Double(number)
        case .hundred:
            guard rest > 0, rest < 100 else { return false }
            rest *= 100
        case .thousand:
            guard rest > 0, thousands == 0 else { return false }
            (thousands, rest) = (rest * 1000, 0)
        case .half:
            guard isEmpty, next.map({ $0.unit != nil || $0.span != nil }) ?? false else { return false }
            fraction = 0.5
        case .plusHalf, .plusPart, .point, .range: return false
        }
        isEmpty = false
        return true
    }

    private static func countsOne(_ term: PhraseTerm) -> Bool {
        term.span != nil || term.unit == .mile || term.unit == .kilometre
    }
}

extension PhraseNumberWord {
    fileprivate var isBelowHundred: Bool {
        switch self {
        case .small, .tens: true
        default: false
        }
    }
}

extension PhraseTerm {
    static func number(_ value: Double) -> PhraseTerm { PhraseTerm(isKnown: true, value: value) }
    static let unreadable = PhraseTerm(isKnown: true, isUnreadable: true)
    static let date = PhraseTerm(isKnown: true, time: .moment(.unclear))
}
