/// Finds numbers that go on with the quantity before them at another time: the 73 of "last week 72 kg, today 73".
///
/// Such a number is alone in its part but for a time and fillers, and near enough to the one before to be of the same kind. Only a
/// weight and a pulse go on like this: "ran 5 km yesterday, today 30" may be minutes.
enum PhraseContinuations {
    /// The facts and those that go on with them, in the order in which they were said.
    static func added(to facts: [PhraseFact], in outline: PhraseOutline) -> [PhraseFact] {
        var rest = facts[...]
        var result: [PhraseFact] = []
        var last: (fact: PhraseFact, sentence: Int)?
        for part in outline.parts {
            let own = rest.prefix { $0.terms.lowerBound < part.range.upperBound }
            rest = rest.dropFirst(own.count)
            result += own
            if let fact = own.last {
                last = (fact, part.sentence)
            } else if let (before, sentence) = last, sentence == part.sentence,
                let fact = continuation(of: before, in: part, outline.terms)
            {
                result.append(fact)
                last = (fact, sentence)
            }
        }
        return result
    }

    private static func continuation(
        of before: PhraseFact, in part: PhraseOutline.Part, _ terms: [PhraseTerm]
    ) -> PhraseFact? {
        let ratio: Double
        switch before.kind {
        case .weight: ratio = 1.4
        case .heartRate: ratio = 3
        default: return nil
        }
        var (place, hasTime): (Int?, Bool) = (nil, false)
        for index in part.range {
            let term = terms[index]
            if term.isTime {
                hasTime = true
            } else if term.value != nil, place == nil {
                place = index
            } else if term.isNumber || term.unit != nil || !term.roles.contains(.filler) {
                return nil
            }
        }
        guard hasTime, let place, let value = terms[place].value, value > 0,
            (1 / ratio...ratio).contains(value / before.value)
        else { return nil }
        return PhraseFact(
            kind: before.kind, value: value, unit: before.unit, said: before.said, terms: place..<(place + 1))
    }
}
