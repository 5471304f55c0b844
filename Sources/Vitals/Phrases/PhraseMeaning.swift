// What the words of a language can mean. The algorithm knows these meanings and not a single word.

/// A meaning of a word, or of a few words in a row.
enum PhraseMeaning: Hashable, Sendable {
    /// The name of a kind, which can precede its number: "pulse 62".
    case name(MetricKind)
    /// A symptom, by its label.
    case symptom(String)
    case unit(PhraseUnit)
    case number(PhraseNumberWord)
    case time(PhraseTimeWord)
    case role(PhraseRoles)
}

/// A unit that follows a number.
enum PhraseUnit: Hashable, Sendable {
    case kilogram, pound, stone, step, beat, kilocalorie, kilojoule, kilometre, mile, metre
    /// The letter m. It's metres only for somebody who moves, and only where it can't be minutes.
    case letterM
    /// The letter k: a thousand steps, or a kilometre for somebody who moves.
    case letterK
    case marathon, halfMarathon
    /// Smaller units, which are read only as the rest of a greater one: "72 kg 300 g".
    case gram, ounce, yard, foot
    /// A unit of something that isn't tracked, such as a percentage.
    case untracked
}

/// A word of which numbers are made.
enum PhraseNumberWord: Hashable, Sendable {
    /// 0 to 19.
    case small(Int)
    /// 20, 30 … 90.
    case tens(Int)
    case hundred, thousand
    case half
    /// "and a half", after a number or its unit.
    case plusHalf
    /// "and a quarter" and the like, after a unit: a number that isn't read, so that no part of it is.
    case plusPart
    /// "a", which is 1 before "hundred" or a unit.
    case article
    /// "point", between a number and its decimals.
    case point
    /// "to" or "or", between the ends of a range.
    case range
}

/// A word of which times are made.
enum PhraseTimeWord: Hashable, Sendable {
    case moment(PhraseMoment)
    case span(PhraseSpan)
    /// "ago", after a span.
    case ago
    /// The word before a span in languages that say it first, such as "vor" in German.
    case agoFirst
    /// "at", before an hour.
    case at
    case half(PhraseHalfDay)
    /// "on the" and "st", around the number of a day.
    case datePrefix, ordinal
    /// "o'clock", after an hour.
    case oClock
    /// "half past" and the like, before an hour: minutes, which can be negative.
    case minutesPast(Int)
}

/// A stretch of time.
enum PhraseSpan: Hashable, Sendable {
    case milliseconds(Int64)
    case days(Int)
}

/// The effect of a word on the measurements near it.
struct PhraseRoles: OptionSet, Hashable, Sendable {
    let rawValue: UInt64
    init(rawValue: UInt64) { self.rawValue = rawValue }
    private init(bit: UInt64) { rawValue = 1 << bit }

    // Joints, between the parts of a sentence.
    static let and = PhraseRoles(bit: 0)
    static let or = PhraseRoles(bit: 1)
    static let but = PhraseRoles(bit: 2)

    // What takes a measurement back.
    /// "no", "didn't".
    static let negation = PhraseRoles(bit: 3)
    /// "gone", after a symptom.
    static let ended = PhraseRoles(bit: 4)
    /// A wish, a goal, a plan, a habit, a guess.
    static let unmeasured = PhraseRoles(bit: 5)
    /// "if".
    static let condition = PhraseRoles(bit: 6)
    /// A word that makes a question even without its mark: "how".
    static let questionWord = PhraseRoles(bit: 7)
    /// A word that makes a question at the start of a sentence that ends with a question mark: "is".
    static let questionVerb = PhraseRoles(bit: 8)

    // Who it was.
    static let otherPerson = PhraseRoles(bit: 9)
    /// "I".
    static let speaker = PhraseRoles(bit: 10)
    /// "my": the speaker, unless the next word is another person.
    static let speakerOwns = PhraseRoles(bit: 11)
    /// "with", "for": the next person isn't the one who acts.
    static let companion = PhraseRoles(bit: 12)
    /// A verb in a form that tells what was, such as "ran" or "has". An unknown word right before it is somebody's name.
    static let finiteVerb = PhraseRoles(bit: 13)
    /// A verb in the form that a list of plans is made of, such as "run".
    static let bareVerb = PhraseRoles(bit: 14)

    // What a number is about.
    /// Moving on one's own: run, walk, cycle, swim.
    static let travel = PhraseRoles(bit: 15)
    /// Other exercise.
    static let exercise = PhraseRoles(bit: 16)
    static let burn = PhraseRoles(bit: 17)
    static let food = PhraseRoles(bit: 18)
    /// "before" and "after": a meal that follows is a time of day and not food.
    static let aroundMeal = PhraseRoles(bit: 19)
    /// "drove".
    static let vehicle = PhraseRoles(bit: 20)
    /// "away", after a distance that lies somewhere and wasn't travelled.
    static let away = PhraseRoles(bit: 21)
    /// Something with a weight that isn't the speaker's body.
    static let load = PhraseRoles(bit: 22)
    /// "lost", "more": a change and not a level.
    static let change = PhraseRoles(bit: 23)
    static let money = PhraseRoles(bit: 24)
    /// "of", after a unit: an amount of something.
    static let of = PhraseRoles(bit: 25)
    /// "per".
    static let per = PhraseRoles(bit: 26)
    static let slash = PhraseRoles(bit: 27)
    /// "out of", before the 10 of a severity.
    static let outOf = PhraseRoles(bit: 28)
    /// "severity", before a number.
    static let severity = PhraseRoles(bit: 29)
    /// A word that may stand between a name and its number.
    static let filler = PhraseRoles(bit: 30)
    /// "pace", before a time that a stopwatch shows.
    static let stopwatch = PhraseRoles(bit: 31)
    /// "twice": the number comes several times.
    static let repetition = PhraseRoles(bit: 32)
    /// "laps", "sets": pieces of a way, each of which the number may be.
    static let pieces = PhraseRoles(bit: 35)
    /// "two thirds", "most", before "of": a part of what follows.
    static let fraction = PhraseRoles(bit: 33)
    /// "started", "before": a level of another time, even where no time is named.
    static let earlier = PhraseRoles(bit: 34)
}
