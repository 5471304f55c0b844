/// Finds the facts of a phrase, from left to right: quantities such as "72.3 kg" and "pulse 62", and symptoms.
///
/// A symptom has the value 1 unless a number says how strong it was, such as "7/10". "slight" and "terrible" change nothing, because
/// people don't mean the same number by them.
struct PhraseFacts {
    /// The facts, in the order in which they were said.
    private(set) var facts: [PhraseFact] = []
    private let outline: PhraseOutline
    private var context = PhraseContext()
    /// The kind whose name was said, while only fillers and times came after it.
    private var named: MetricKind?
    /// A severity that waits for its symptom: "7/10 headache".
    private var severity: Double?
    /// True once the symptom said last has its severity.
    private var isLastRated = true
    /// True while a symptom of this part may still get one.
    private var canRate = false

    init(_ outline: PhraseOutline) {
        self.outline = outline
        for part in outline.parts { read(part) }
    }

    private var terms: [PhraseTerm] { outline.terms }

    private mutating func read(_ part: PhraseOutline.Part) {
        context.enter(part, first: terms[part.range.lowerBound])
        (named, severity, canRate) = (nil, nil, false)
        let firstFact = facts.count
        var index = part.range.lowerBound
        while index < part.range.upperBound {
            let next = terms[index].isTime ? index + 1 : read(index, before: part.range.upperBound)
            for place in index..<next { context.pass(terms[place]) }
            index = next
        }
        if facts.count == firstFact, !part.joint.contains(.stop), part.range.allSatisfy({ terms[$0].isRating }) {
            rateSymptomBefore(part)
        }
    }

    /// Reads the term at an index.
    ///
    /// - Returns: the index after what was read.
    private mutating func read(_ index: Int, before end: Int) -> Int {
        let term = terms[index]
        if let label = term.symptom {
            facts.append(
                PhraseFact(kind: .symptom, value: severity ?? 1, unit: .count, label: label, terms: index..<(index + 1))
            )
            isLastRated = severity != nil
            canRate = true
            (severity, named) = (nil, nil)
        } else if let severity = term.severity {
            rate(severity)
        } else if term.roles.contains(.severity), let (rating, next) = rating(after: index, before: end) {
            rate(rating)
            return next
        } else if let value = term.value {
            return readQuantity(value, at: index, before: end)
        } else if let distance = term.unit?.courseKilometres {
            let fact = PhraseFact(kind: .distance, value: distance, unit: .kilometres, terms: index..<(index + 1))
            if context.isMoving, !outline.isPartOfWhole(fact.terms) { facts.append(fact) }
        } else if let name = term.name {
            named = name
        } else if !term.roles.contains(.filler) {
            named = nil
        }
        return index + 1
    }

    private mutating func readQuantity(_ value: Double, at index: Int, before end: Int) -> Int {
        var reader = PhraseQuantity(terms: terms, start: index, end: end, value: value)
        reader.readUnit(isMoving: context.isMoving, named: named)
        if let fact = reader.fact(named: named), !isPiece(fact),
            context.allows(fact, before: terms.at(reader.next), after: terms.at(index - 1))
        {
            facts.append(fact)
        }
        named = nil
        return reader.next
    }

    /// True where the words around a quantity make it a piece of a number or of something greater.
    private func isPiece(_ fact: PhraseFact) -> Bool {
        outline.isPartOfWhole(fact.terms) || outline.isSplit(fact, after: facts.last)
    }

    /// "headache, 7/10": a part that is nothing but a severity rates the symptom before it. In "headache 5/10, 7/10 last night" it's
    /// the same symptom at another time.
    private mutating func rateSymptomBefore(_ part: PhraseOutline.Part) {
        guard let severity, var last = facts.last, last.kind == .symptom else { return }
        last.value = severity
        if !isLastRated {
            facts[facts.count - 1] = last
        } else if part.range.contains(where: { terms[$0].isTime }) {
            facts.append(
                PhraseFact(kind: .symptom, value: severity, unit: .count, label: last.label, terms: part.range))
        }
        isLastRated = true
    }

    /// "severity 4", "a pain level of 7".
    private func rating(after index: Int, before end: Int) -> (Double, next: Int)? {
        var index = index + 1
        while index < end, terms[index].roles.contains(.filler) || terms[index].roles.contains(.of) { index += 1 }
        guard index < end, !terms[index].isTime else { return nil }
        if let severity = terms[index].severity { return (severity, index + 1) }
        guard let value = terms[index].value, value <= 10, terms.at(index + 1)?.unit == nil else { return nil }
        return (value, index + 1)
    }

    private mutating func rate(_ severity: Double) {
        if !canRate || isLastRated {
            self.severity = severity
        } else if let last = facts.lastIndex(where: { $0.kind == .symptom }) {
            facts[last].value = severity
            isLastRated = true
        }
    }
}

extension PhraseTerm {
    /// True for a term that may stand in a part which is nothing but a severity.
    fileprivate var isRating: Bool {
        severity != nil || value != nil || isTime || !roles.isDisjoint(with: [.severity, .filler, .of])
    }
}

extension PhraseUnit {
    /// The length of a course that needs no number: the marathon of the rules, and half of it.
    fileprivate var courseKilometres: Double? {
        switch self {
        case .marathon: 42.195
        case .halfMarathon: 21.0975
        default: nil
        }
    }
}
