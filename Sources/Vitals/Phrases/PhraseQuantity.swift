/// A number with the unit that follows it.
struct PhraseQuantity {
    private let terms: [PhraseTerm]
    private let start: Int
    private let end: Int
    private var value: Double
    private var unit: PhraseUnit?
    /// The unit as it was said: stones are read as pounds.
    private var said: PhraseUnit?
    /// The index after the unit, or after the number where no unit follows.
    private(set) var next: Int
    /// True where the number goes on in a way that isn't read: "72 kilos 300", "a mile and a quarter".
    private var isCutShort = false

    /// - Parameters:
    ///   - start: the index of the number.
    ///   - end: the index after the last term that may belong to it.
    init(terms: [PhraseTerm], start: Int, end: Int, value: Double) {
        (self.terms, self.start, self.end, self.value) = (terms, start, end, value)
        next = start + 1
    }

    /// Reads the unit.
    ///
    /// - Parameters:
    ///   - isMoving: true where somebody walks, runs, cycles or swims, so that "5k" is a distance.
    ///   - name: the kind whose name was said before the number.
    mutating func readUnit(isMoving: Bool, named name: MetricKind?) {
        guard let word = peek()?.unit else { return }
        // "pulse 60 steps 8000": the word names the number after it.
        if name != nil, name != .steps, word == .step, namesNext(next) { return }
        next += 1
        (unit, said) = (word, word)
        switch word {
        case .letterK where peek()?.unit == .step:
            value *= 1_000
            unit = .step
            next += 1
        case .letterK where name == .steps:
            value *= 1_000
            unit = .step
        case .letterK: unit = isMoving ? .kilometre : .untracked
        case .letterM: unit = isMoving && value >= Self.shortestSwimMetres ? .metre : .untracked
        case .metre where !isMoving: unit = .untracked
        case .stone: readPounds()
        default: break
        }
        if peek()?.number == .plusHalf {
            value += 0.5
            next += 1
        }
        readRest()
    }

    /// Reads what a smaller unit adds: "5 km 300 m", "72 kg 300 g", "150 lb 8 oz".
    private mutating func readRest() {
        if peek()?.number == .plusPart { isCutShort = true }
        guard let unit, let rest = peek(), !rest.isTime, !rest.isJoint, rest.value != nil || rest.isUnreadable else {
            return
        }
        let smaller = next + 1 < end ? terms[next + 1].unit : nil
        if let smaller, let divisor = unit.partCount(of: smaller) {
            guard let amount = rest.value, amount < divisor else {
                // 1500 m after kilometres are another way; 1500 g after kilograms are a mistake.
                isCutShort = unit == .kilogram || unit == .pound
                return
            }
            value += amount / divisor
            next += 2
            // "1 km 500 m of it uphill"
            isCutShort = peek()?.roles.contains(.of) ?? false
        } else if smaller == nil, unit == .kilogram || unit == .pound, !isFollowedByUnit(next) {
            isCutShort = true
        }
    }

    /// "11 stone 4" and "11st 4lb" as pounds.
    private mutating func readPounds() {
        if peek()?.number == .plusHalf {
            value += 0.5
            next += 1
        }
        value = Self.tenths(value * Self.poundsPerStone)
        unit = .pound
        let isOrdinal = terms[start].numeral.map { $0.text.hasSuffix("1") && $0.text != "11" } ?? false
        let hasPounds = next + 1 < end && terms[next + 1].unit == .pound
        if let pounds = peek()?.value, pounds < Self.poundsPerStone, hasPounds || !isFollowedByUnit(next) {
            value += pounds
            next += hasPounds ? 2 : 1
        } else if isOrdinal {
            // "the 1st", "the 21st": a day or a place.
            unit = .untracked
        }
    }

    /// The fact, or nil where the number belongs to nothing that is tracked.
    ///
    /// - Parameter name: the kind whose name was said before the number. A weight, a pulse and steps need no unit then, and a weight is
    ///   taken in kilograms.
    func fact(named name: MetricKind?) -> PhraseFact? {
        guard !isCutShort else { return nil }
        guard let unit else {
            guard let name, let unit = name.canonicalUnit, !isFollowedByUnit(start) else { return nil }
            return PhraseFact(kind: name, value: value, unit: unit, terms: start..<next)
        }
        let (kind, value, canonical): (MetricKind, Double, MetricUnit) =
            switch unit {
            case .kilogram: (.weight, value, .kilograms)
            case .pound: (.weight, value, .pounds)
            case .step: (.steps, value, .count)
            case .beat: (.heartRate, value, .beatsPerMinute)
            case .kilocalorie: (.activeEnergy, value, .kilocalories)
            case .kilojoule: (.activeEnergy, Self.tenths(value / Self.kilojoulesPerKilocalorie), .kilocalories)
            case .kilometre: (.distance, value, .kilometres)
            case .mile: (.distance, value, .miles)
            case .metre, .letterM: (.distance, value / 1_000, .kilometres)
            case .stone, .letterK, .marathon, .halfMarathon, .gram, .ounce, .yard, .foot, .untracked:
                (.distance, -1, .count)
            }
        guard value >= 0, value.isFinite else { return nil }
        return PhraseFact(kind: kind, value: value, unit: canonical, said: said, terms: start..<next)
    }

    /// True where the word at an index has a number after it, and that number no unit.
    private func namesNext(_ index: Int) -> Bool {
        var number = index + 1
        while number < end, terms[number].roles.contains(.filler) { number += 1 }
        return number < end && terms[number].value != nil && !isFollowedByUnit(number)
    }

    /// True where the number at an index counts something.
    private func isFollowedByUnit(_ index: Int) -> Bool {
        guard let following = terms.at(index + 1), following.unit != .step || !namesNext(index + 1) else {
            return false
        }
        return following.unit != nil || following.span != nil || !following.roles.isDisjoint(with: [.slash, .per, .of])
    }

    private func peek() -> PhraseTerm? { next < end ? terms[next] : nil }

    /// A converted value to a tenth. A person who said "420 kJ" doesn't expect 100.38240917782027 kcal.
    private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private static let poundsPerStone = 14.0
    private static let kilojoulesPerKilocalorie = 4.184
    /// The length of a pool. Fewer "m" may be minutes or miles.
    private static let shortestSwimMetres = 25.0
}

extension PhraseUnit {
    /// How many of a smaller unit make one of this; nil where nobody says the two one after the other.
    fileprivate func partCount(of smaller: PhraseUnit) -> Double? {
        switch (self, smaller) {
        case (.kilometre, .metre), (.kilometre, .letterM), (.kilogram, .gram): 1_000
        case (.pound, .ounce): 16
        case (.mile, .yard): 1_760
        case (.mile, .foot): 5_280
        default: nil
        }
    }
}
