/// Finds the times in a phrase and marks their terms, so that the 7 of "at 7" isn't read as a measurement.
struct PhraseTimes {
    /// The terms, with those of times marked.
    private(set) var terms: [PhraseTerm]
    /// The times, from left to right.
    private(set) var mentions: [Mention] = []

    /// A time, and the place where it was said.
    struct Mention {
        /// The index of its first term.
        let position: Int
        var moment: PhraseMoment
    }

    /// Reads the times of a phrase whose numbers have been read.
    init(_ terms: [PhraseTerm]) {
        self.terms = terms
        var index = 0
        var isNewPart = true
        while index < terms.count {
            if let (moment, length) = moment(at: index) {
                add(moment, at: index, isNewPart: isNewPart)
                for place in index..<(index + length) { self.terms[place].isTime = true }
                isNewPart = false
                index += length
            } else {
                isNewPart = isNewPart || terms[index].isJoint
                index += 1
            }
        }
    }

    /// Within a part of a sentence "yesterday … at 7" is one time. After a joint a new one begins.
    private mutating func add(_ moment: PhraseMoment, at index: Int, isNewPart: Bool) {
        if !isNewPart, let last = mentions.last, let both = last.moment.combined(with: moment) {
            mentions[mentions.count - 1].moment = both
        } else {
            mentions.append(Mention(position: index, moment: moment))
        }
    }

    private func moment(at index: Int) -> (PhraseMoment, length: Int)? {
        switch terms[index].time {
        case .moment(let moment): return (moment, 1)
        case .ago: return (.unclear, 1)
        case .agoFirst: return span(at: index + 1).map { ($0.moment, $0.length + 1) }
        case .at: return clockAfterAt(index)
        // "on the 21st": the parser doesn't read dates, and must not take them for today.
        case .datePrefix: return terms.at(index + 2)?.time == .ordinal ? (.unclear, 3) : nil
        case .minutesPast(let minutes):
            guard let (clock, length) = clock(at: index + 1), clock.minute == 0 else { return nil }
            return (PhraseMoment(clock: clock.moved(byMinutes: minutes)), length + 1)
        default: break
        }
        if let (moment, length) = span(at: index), terms.at(index + length)?.time == .ago {
            return (moment, length + 1)
        }
        guard let (clock, length) = clock(at: index) else { return nil }
        // Without "at", "am" or the like, 7:30 may be what a stopwatch showed.
        let isSure = length > 1 || terms[index].clock != nil && standsAlone(index)
        return isSure ? (PhraseMoment(clock: clock), length) : nil
    }

    private func clockAfterAt(_ at: Int) -> (PhraseMoment, length: Int)? {
        var index = at + 1
        // "at about 7", but not "at a 7". No more than two, or a phrase of a thousand "at" would take a million steps.
        while index < at + 3, let term = terms.at(index), term.roles.contains(.filler), term.number == nil {
            index += 1
        }
        if case .minutesPast? = terms.at(index)?.time {
            return moment(at: index).map { ($0.0, $0.length + index - at) }
        }
        if let (clock, length) = clock(at: index), !isMeasured(index + length) {
            return (PhraseMoment(clock: clock), length + index - at)
        }
        // "at seven thirty" is a time, and the parser can't tell which.
        return terms.at(index)?.isUnreadable ?? false ? (.unclear, index - at + 1) : nil
    }

    /// True where a unit follows, as in "at 7 km".
    private func isMeasured(_ index: Int) -> Bool {
        guard let next = terms.at(index) else { return false }
        return next.unit != nil || next.span != nil || !next.roles.isDisjoint(with: [.per, .slash, .of])
    }

    /// True for `7:30` at the start of a part or next to another time, unless it's a pace.
    private func standsAlone(_ index: Int) -> Bool {
        guard !isMeasured(index + 1) else { return false }
        guard let previous = terms.at(index - 1) else { return true }
        return previous.isJoint || previous.isTime
    }

    /// Reads an hour, and what follows it: "7", "7:30", "7 pm", "7 o'clock".
    private func clock(at index: Int) -> (PhraseClock, length: Int)? {
        guard let term = terms.at(index), var clock = term.clock ?? term.numeral?.clock ?? term.wholeHour else {
            return nil
        }
        switch terms.at(index + 1)?.time {
        case .half(let half) where (1...12).contains(clock.hour):
            clock.half = half
            return (clock, 2)
        case .oClock: return (clock, 2)
        default: return (clock, 1)
        }
    }

    /// Reads an amount of time, such as "an hour and a half" or "2 days".
    private func span(at index: Int) -> (moment: PhraseMoment, length: Int)? {
        guard var amount = terms.at(index)?.value, let span = terms.at(index + 1)?.span else { return nil }
        let hasHalf = terms.at(index + 2)?.number == .plusHalf
        if hasHalf { amount += 0.5 }
        // A limit that no person reaches keeps the arithmetic within an Int64.
        guard amount <= 10_000 else { return (.unclear, hasHalf ? 3 : 2) }
        let moment: PhraseMoment =
            switch span {
            case .milliseconds(let unit): PhraseMoment(fixed: .elapsed(Int64((amount * Double(unit)).rounded())))
            case .days(let unit): amount == amount.rounded() ? .day(ago: Int(amount) * unit) : .unclear
            }
        return (moment, hasHalf ? 3 : 2)
    }
}

extension PhraseTerm {
    /// The hour that a number word such as "seven" can be.
    fileprivate var wholeHour: PhraseClock? {
        guard numeral == nil, let value, value == value.rounded(), (0...23).contains(value) else { return nil }
        return PhraseClock(hour: Int(value), is24Hour: value > 12 || value == 0)
    }
}

extension PhraseClock {
    /// This time so many minutes later, or earlier for a negative number, on a clock of 12 or 24 hours.
    fileprivate func moved(byMinutes minutes: Int) -> PhraseClock {
        let total = (hour * 60 + minute + minutes + 1440) % 1440
        var moved = self
        // A quarter to one is 12:45, and not 0:45.
        moved.hour = total / 60 == 0 && !is24Hour ? 12 : total / 60
        moved.minute = total % 60
        return moved
    }
}

extension [PhraseTerm] {
    /// The term at an index, or nil outside the list.
    func at(_ index: Int) -> PhraseTerm? { index >= 0 && index < count ? self[index] : nil }
}
