/// The words of a language. Another language is another table; the algorithm stays as it is.
struct PhraseLanguage: Sendable {
    /// The character that the language writes between thousands.
    let groupSeparator: Character
    /// The end of a word that says whose something is; nil where the language has none.
    let possessiveSuffix: String?
    /// The entries by their first word.
    private let entries: [String: Entries]

    /// The entries that begin with the same word.
    private struct Entries: Sendable {
        /// The meaning of the word alone.
        var word: PhraseTerm?
        /// The longer entries by their second word, with all words after the first one, the longest first.
        var longer: [PhraseToken: [(rest: [PhraseToken], term: PhraseTerm)]] = [:]
    }

    /// Creates a language.
    ///
    /// - Parameters:
    ///   - groupSeparator: what the language writes between thousands.
    ///   - possessiveSuffix: the end of a word that says whose something is.
    ///   - table: meanings and, with commas between them, the words that have them. Words may have several meanings. Where
    ///     "last night" and "last" are both listed, the longer one is read.
    ///   - idioms: words, with commas between them, that mean nothing here although their parts do, such as "good morning".
    init(
        groupSeparator: Character, possessiveSuffix: String? = nil, table: [(PhraseMeaning, String)],
        idioms: String = ""
    ) {
        self.groupSeparator = groupSeparator
        self.possessiveSuffix = possessiveSuffix
        var terms: [[PhraseToken]: PhraseTerm] = [:]
        for (meaning, words) in table.map({ (Optional($0.0), $0.1) }) + [(nil, idioms)] {
            for word in words.split(whereSeparator: { $0 == "," || $0.isNewline }) {
                let tokens = PhraseTokenizer.tokens(of: String(word), groupSeparator: groupSeparator)
                var term = terms[tokens] ?? PhraseTerm(isKnown: true)
                if let meaning { term.add(meaning) }
                terms[tokens] = term
            }
        }
        var entries: [String: Entries] = [:]
        for (tokens, term) in terms.sorted(by: { $0.key.count > $1.key.count }) {
            guard case .word(let first)? = tokens.first else { continue }
            if tokens.count == 1 {
                entries[first, default: Entries()].word = term
            } else {
                entries[first, default: Entries()].longer[tokens[1], default: []].append(
                    (Array(tokens.dropFirst()), term))
            }
        }
        self.entries = entries
    }

    /// The terms of a phrase, from left to right, each as long as the table allows.
    func terms(in phrase: String) -> [PhraseTerm] {
        let tokens = PhraseTokenizer.tokens(of: phrase, groupSeparator: groupSeparator)
        var terms: [PhraseTerm] = []
        var index = 0
        while index < tokens.count {
            let (term, length) = term(at: index, in: tokens)
            terms.append(term)
            index += length
        }
        return terms
    }

    private func term(at index: Int, in tokens: [PhraseToken]) -> (PhraseTerm, length: Int) {
        switch tokens[index] {
        case .word(let word):
            let entries = entries[word]
            if index + 1 < tokens.count, let longer = entries?.longer[tokens[index + 1]] {
                let following = tokens[(index + 1)...]
                for (rest, term) in longer where following.starts(with: rest) { return (term, rest.count + 1) }
            }
            if let term = entries?.word { return (term, 1) }
            return (PhraseTerm(isPossessive: possessiveSuffix.map(word.hasSuffix) ?? false), 1)
        case .number(let numeral): return (PhraseTerm(isKnown: true, numeral: numeral), 1)
        case .clock(let clock): return (PhraseTerm(isKnown: true, clock: clock), 1)
        case .unreadable: return (PhraseTerm(isKnown: true, isUnreadable: true), 1)
        case .date: return (PhraseTerm.date, 1)
        case .mark(let mark): return (PhraseTerm(isKnown: true, mark: mark), 1)
        }
    }
}

/// A word or a few words in a row, with everything that they can mean.
struct PhraseTerm: Sendable {
    /// False for a word that the language's table doesn't have.
    var isKnown = false
    var name: MetricKind?
    var symptom: String?
    var unit: PhraseUnit?
    var number: PhraseNumberWord?
    var time: PhraseTimeWord?
    var roles: PhraseRoles = []

    var mark: PhraseMark?
    var numeral: PhraseNumeral?
    var clock: PhraseClock?
    /// True for "Anna's".
    var isPossessive = false

    /// The number that this term is, once `PhraseNumbers` has read it.
    var value: Double?
    /// The severity that this term is, 0 to 10.
    var severity: Double?
    var isUnreadable = false
    /// True once `PhraseTimes` has read this term as part of a time.
    var isTime = false

    /// True where a part of a sentence ends.
    var isJoint: Bool { mark != nil || !roles.isDisjoint(with: [.and, .or, .but]) }
    /// True for a number, readable or not.
    var isNumber: Bool { value != nil || severity != nil || isUnreadable }
    var span: PhraseSpan? {
        if case .span(let span)? = time { span } else { nil }
    }

    mutating func add(_ meaning: PhraseMeaning) {
        switch meaning {
        case .name(let kind): name = kind
        case .symptom(let label): symptom = label
        case .unit(let unit): self.unit = unit
        case .number(let word): number = word
        case .time(let word): time = word
        case .role(let roles): self.roles.formUnion(roles)
        }
    }
}
