// Numbers that are only a piece: of a number that was cut in two, or of something greater. No number is better than a piece.

extension PhraseOutline {
    /// True for "half of 10 km", "a quarter marathon" and both numbers of "2 km of the 5 km loop".
    func isPartOfWhole(_ quantity: Range<Int>) -> Bool {
        let before = skippingFillers(from: quantity.lowerBound - 1, by: -1)
        if let term = terms.at(before), term.roles.contains(.of) {
            let part = skippingFillers(from: before - 1, by: -1)
            if term.roles.contains(.fraction) || terms.at(part)?.isAmount ?? false { return true }
        } else if terms.at(before)?.roles.contains(.fraction) ?? false {
            return true
        }
        guard terms.at(quantity.upperBound)?.roles.contains(.of) ?? false else { return false }
        return terms.at(skippingFillers(from: quantity.upperBound + 1, by: 1))?.isNumber ?? false
    }

    /// True for the 72 and the 3 of "weight 72. 3 kg": dictation and thumbs put a space into a number.
    ///
    /// - Parameter last: the fact before. A number that it has is no piece of this one: "pulse 60. 3 km walk".
    func isSplit(_ fact: PhraseFact, after last: PhraseFact?) -> Bool {
        if fact.said == nil, let mark = terms.at(fact.terms.upperBound)?.mark, mark != .question {
            let place = fact.terms.upperBound + 1
            if let numeral = terms.at(place)?.numeral, numeral.isDecimals(after: mark), !terms[place].isTime {
                let unit = terms.at(place + 1)?.unit
                if unit.map({ $0.kind == fact.kind }) ?? isEnd(place + 1) { return true }
            }
        }
        let place = fact.terms.lowerBound
        guard fact.said != nil, let mark = terms.at(place - 1)?.mark, mark != .question,
            terms.at(place)?.numeral?.isDecimals(after: mark) ?? false, let first = terms.at(place - 2),
            first.numeral != nil,
            !first.isTime
        else { return false }
        return !(last?.terms.contains(place - 2) ?? false)
    }

    private func isEnd(_ index: Int) -> Bool { terms.at(index)?.isJoint ?? true }

    /// The index of the first term that isn't a filler, at most three further. "of" isn't skipped.
    private func skippingFillers(from start: Int, by step: Int) -> Int {
        var index = start
        for _ in 0..<3 {
            guard let term = terms.at(index), term.roles.contains(.filler), !term.isNumber,
                term.roles.isDisjoint(with: [.of, .fraction])
            else { break }
            index += step
        }
        return index
    }
}

extension PhraseTerm {
    /// True for a term that may say how much of something there is: "half", "two thirds", "80 %", "2 km".
    fileprivate var isAmount: Bool {
        isNumber || number == .half || roles.contains(.fraction) || unit != nil && name == nil
    }
}

extension PhraseNumeral {
    /// True for digits that can be decimals which a mark and a space cut off. A comma stands in lists too, so only one digit counts
    /// there.
    fileprivate func isDecimals(after mark: PhraseMark) -> Bool {
        text.utf8.count <= (mark == .stop ? 2 : 1) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

extension PhraseUnit {
    /// The kind that is measured in this unit; nil for one that isn't tracked.
    var kind: MetricKind? {
        switch self {
        case .kilogram, .pound, .stone: .weight
        case .step: .steps
        case .beat: .heartRate
        case .kilocalorie, .kilojoule: .activeEnergy
        case .kilometre, .mile, .metre, .letterM, .letterK: .distance
        case .marathon, .halfMarathon, .gram, .ounce, .yard, .foot, .untracked: nil
        }
    }
}
