/// Gives each fact its time.
///
/// The rule: a fact has the time said in its own part of the sentence. Otherwise it has the time last said before it in its clause,
/// else the first one said after it in its clause, else the last one said in an earlier clause, else now. So "weight 72 and pulse 60
/// this morning" is all this morning, and so is "ran 5k this morning, felt dizzy after". Words such as "after" and "then" add
/// nothing to that.
///
/// In a part with several times, they belong to the facts before them if a fact comes first, else to the facts after them.
struct PhraseTimeline {
    private let outline: PhraseOutline
    /// The times of each part.
    private var partMentions: [[PhraseTimes.Mention]] = []
    /// The time of a fact in each part that has no time of its own.
    private var inherited: [PhraseMoment] = []

    init(_ mentions: [PhraseTimes.Mention], _ outline: PhraseOutline) {
        self.outline = outline
        var rest = Self.withDays(mentions)[...]
        partMentions = outline.parts.map { part in
            let own = rest.prefix { $0.position < part.range.upperBound }
            rest = rest.dropFirst(own.count)
            return Array(own)
        }
        inherit()
    }

    /// "yesterday I ran 3k in the morning and 5k at 7": a time without a day is on the day said before it.
    private static func withDays(_ mentions: [PhraseTimes.Mention]) -> [PhraseTimes.Mention] {
        var day: PhraseMoment.Day?
        return mentions.map { mention in
            var mention = mention
            if mention.moment.fixed != nil || mention.moment.day == .lastNight {
                day = nil
            } else if let own = mention.moment.day {
                day = own
            } else {
                mention.moment.day = day
            }
            return mention
        }
    }

    private mutating func inherit() {
        var carried: PhraseMoment = .now
        var index = 0
        while index < outline.parts.count {
            let clause =
                index..<(outline.parts[index...].firstIndex { $0.clause != outline.parts[index].clause }
                ?? outline.parts.count)
            var latest = partMentions[clause].lazy.flatMap { $0 }.first?.moment ?? carried
            for part in clause {
                inherited.append(latest)
                latest = partMentions[part].last?.moment ?? latest
            }
            carried = latest
            index = clause.upperBound
        }
    }

    /// The facts with their times, in the same order.
    func timed(_ facts: [PhraseFact]) -> [(PhraseFact, PhraseMoment)] {
        var rest = facts[...]
        return zip(outline.parts, zip(partMentions, inherited)).flatMap { part, times in
            let own = rest.prefix { $0.terms.lowerBound < part.range.upperBound }
            rest = rest.dropFirst(own.count)
            return zip(own, Self.moments(of: own, times.0, inherited: times.1))
        }
    }

    private static func moments(
        of facts: ArraySlice<PhraseFact>, _ mentions: [PhraseTimes.Mention], inherited: PhraseMoment
    ) -> [PhraseMoment] {
        guard let first = mentions.first, let firstFact = facts.first else { return facts.map { _ in inherited } }
        let isTimeFirst = first.position < firstFact.terms.lowerBound
        var index = 0
        return facts.map { fact in
            while index + 1 < mentions.count,
                isTimeFirst
                    ? mentions[index + 1].position < fact.terms.lowerBound
                    : mentions[index].position < fact.terms.lowerBound
            { index += 1 }
            return mentions[index].moment
        }
    }
}
