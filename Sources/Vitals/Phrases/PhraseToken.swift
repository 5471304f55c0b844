/// A piece of a phrase as it's written: a word, a number in digits, or a punctuation mark.
enum PhraseToken: Hashable, Sendable {
    /// A word in lower case, or a sign that a table may list like a word, such as `/` or `£`.
    case word(String)
    case number(PhraseNumeral)
    /// A time such as `7:30`.
    case clock(PhraseClock)
    /// Digits that are no single number: a range, a negative number. They're kept so that `-5 kg` isn't read as 5 kg.
    case unreadable
    /// Digits such as `2026-06-20`.
    case date
    case mark(PhraseMark)
}

/// A punctuation mark that ends a part of a phrase.
enum PhraseMark: Hashable, Sendable {
    case comma, stop, question
}

/// A time as a clock shows it.
struct PhraseClock: Hashable, Sendable {
    /// 0 to 23.
    var hour: Int
    /// 0 to 59.
    var minute = 0
    /// False for `7:30`, which may be in the evening; true for `07:30` and `19:30`.
    var is24Hour = false
    var half: PhraseHalfDay?
}

/// The half of a day that the hours 1 to 12 may belong to.
enum PhraseHalfDay: Hashable, Sendable {
    case am, pm
}

/// A number in digits.
struct PhraseNumeral: Hashable, Sendable {
    /// The digits and separators as written.
    let text: String
    /// Finite and not negative.
    let value: Double

    /// Reads digits with separators.
    ///
    /// A language's group separator groups thousands if exactly three digits follow it and one to three digits that don't begin
    /// with 0 precede it. Any other comma or full stop is a decimal separator. So in English `8,500` is 8500 and `72,3` is 72.3.
    /// Nil for anything else, and for a number that a `Double` can't hold.
    init?(_ text: String, groupSeparator: Character) {
        let pieces = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        let marks = pieces.count == 1 ? [] : text.filter { $0 == "." || $0 == "," }
        guard let first = pieces.first, pieces.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else {
            return nil
        }
        var whole = String(first)
        var fraction = ""
        let canGroup = (1...3).contains(first.count) && !first.hasPrefix("0")
        for (index, pair) in zip(marks, pieces.dropFirst()).enumerated() {
            if pair.0 == groupSeparator, canGroup, pair.1.count == 3 {
                whole += pair.1
            } else if index == marks.count - 1, !pair.1.isEmpty {
                fraction = String(pair.1)
            } else {
                return nil
            }
        }
        guard let value = Double((whole.isEmpty ? "0" : whole) + "." + (fraction.isEmpty ? "0" : fraction)),
            value.isFinite
        else { return nil }
        self.text = text
        self.value = value
    }

    /// The number as the time that a person writes with a full stop, `7.30`, or with nothing, `7`; nil where it's none.
    var clock: PhraseClock? {
        let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
        guard pieces.count == 1 || pieces.count == 2 && pieces[1].utf8.count == 2 else { return nil }
        return PhraseClock(hour: pieces[0], minute: pieces.count == 2 ? pieces[1] : "0")
    }
}

extension PhraseClock {
    /// Reads the digits of a time; nil where no clock shows it.
    init?(hour: some StringProtocol, minute: some StringProtocol) {
        guard hour.utf8.count <= 2, let hourNumber = Int(hour), (0...23).contains(hourNumber),
            let minuteNumber = Int(minute), (0...59).contains(minuteNumber)
        else { return nil }
        self.init(
            hour: hourNumber, minute: minuteNumber, is24Hour: hourNumber > 12 || hourNumber == 0 || hour.hasPrefix("0"))
    }
}
