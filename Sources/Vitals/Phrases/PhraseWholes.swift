/// Leaves out facts that aren't the whole of what was said:
///
/// - one of several: "ran 3 times 400 m", "walked 2 km twice";
/// - the same thing in a second unit: "ran 3 miles (4.8 km)";
/// - a level of another time that wasn't named: the 80 kg of "started at 80 kg, now 72".
struct PhraseWholes {
    private(set) var facts: [PhraseFact]
    private let mentions: [PhraseTimes.Mention]
    private let outline: PhraseOutline

    init(_ facts: [PhraseFact], _ mentions: [PhraseTimes.Mention], _ outline: PhraseOutline) {
        (self.facts, self.mentions, self.outline) = (facts, mentions, outline)
        leaveOutRepeated()
        leaveOutSecondUnits()
        leaveOutEarlierLevels()
    }

    /// The word may stand in the part of the number, or alone in the part after it: "ran 2 km, twice".
    private mutating func leaveOutRepeated() {
        var repeated: Set<Int> = []
        for (index, part) in outline.parts.enumerated() where !part.roles.isDisjoint(with: [.repetition, .pieces]) {
            repeated.insert(index)
            guard part.roles.contains(.repetition) else { continue }
            let isAlone = part.range.allSatisfy { place in
                let term = outline.terms[place]
                return term.isNumber || term.isTime || !term.roles.isDisjoint(with: [.repetition, .filler])
            }
            let isInSentence = index > 0 && outline.parts[index - 1].sentence == part.sentence
            if isAlone, isInSentence { repeated.insert(index - 1) }
        }
        guard !repeated.isEmpty else { return }
        let parts = outline.parts
        facts = inParts().filter { !($0.fact.isSummed && repeated.contains($0.part) && !parts[$0.part].isQuestion) }
            .map(\.fact)
    }

    private mutating func leaveOutSecondUnits() {
        var kept: [PhraseFact] = []
        for fact in facts {
            if let last = kept.last, isSecondUnit(fact, of: last) { continue }
            kept.append(fact)
        }
        facts = kept
    }

    private func isSecondUnit(_ fact: PhraseFact, of first: PhraseFact) -> Bool {
        guard fact.kind == first.kind, let unit = fact.said, let firstUnit = first.said, unit != firstUnit else {
            return false
        }
        let between = outline.terms[first.terms.upperBound..<max(first.terms.upperBound, fact.terms.lowerBound)]
        // "ran 5 km and 3 miles", "5 km yesterday, 3.1 miles today", "ran 5 km, swam 1 mile"
        let isOneThing = between.allSatisfy { term in
            let keeps: PhraseRoles = [.finiteVerb, .bareVerb, .travel, .speaker]
            return !term.isTime && term.mark != .stop && !term.roles.contains(.and)
                && (term.roles.isDisjoint(with: keeps) || term.isEquation)
        }
        guard isOneThing else { return false }
        // People round: 5 km are 3 miles.
        let ratio = fact.comparable / first.comparable
        return (0.95...1.05).contains(ratio)
    }

    private mutating func leaveOutEarlierLevels() {
        let placed = inParts()
        let current = placed.filter { isNow($0.part) }
        facts = placed.filter { fact, part in
            guard fact.kind == .weight || fact.kind == .heartRate, times(in: part).isEmpty else { return true }
            if outline.parts[part].roles.contains(.earlier) { return false }
            return !current.contains { other in
                other.fact.kind == fact.kind && outline.parts[other.part].sentence == outline.parts[part].sentence
                    && other.part != part
            }
        }.map(\.fact)
    }

    /// True for a part that says "now".
    private func isNow(_ part: Int) -> Bool { times(in: part).contains { $0.moment == .now } }

    private func times(in part: Int) -> [PhraseTimes.Mention] {
        mentions.filter { outline.parts[part].range.contains($0.position) }
    }

    /// The facts with the indices of their parts.
    private func inParts() -> [(fact: PhraseFact, part: Int)] {
        var part = 0
        return facts.map { fact in
            while part + 1 < outline.parts.count, outline.parts[part].range.upperBound <= fact.terms.lowerBound {
                part += 1
            }
            return (fact, part)
        }
    }
}

extension PhraseFact {
    /// True for a kind whose measurements of a day are added up.
    fileprivate var isSummed: Bool { kind == .distance || kind == .activeEnergy || kind == .steps }

    /// The value in a unit that all facts of the kind share.
    fileprivate var comparable: Double {
        switch unit {
        case .pounds: value * MetricUnit.kilogramsPerPound
        case .miles: value * MetricUnit.kilometresPerMile
        default: value
        }
    }
}

extension PhraseTerm {
    /// True for "is" and "was", which are verbs and may stand between two units: "5 km is 3.1 miles".
    fileprivate var isEquation: Bool {
        roles.contains(.filler) && roles.isDisjoint(with: [.travel, .speaker, .bareVerb])
    }
}
