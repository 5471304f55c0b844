/// A time as it was said: a day, a part of a day, an hour, or several of these.
struct PhraseMoment: Hashable, Sendable {
    var day: Day?
    var partOfDay: PartOfDay?
    var clock: PhraseClock?
    /// A time that stands alone and can't be combined with a day or an hour.
    var fixed: Fixed?

    enum Day: Hashable, Sendable {
        /// 0 for today, 1 for yesterday.
        case ago(Int)
        /// 1 for Sunday to 7 for Saturday: the latest one before today.
        case weekday(Int)
        /// The night that began yesterday evening and ended this morning.
        case lastNight
    }

    enum Fixed: Hashable, Sendable {
        case now
        /// Milliseconds before now.
        case elapsed(Int64)
        case future
        /// A time that the parser sees but can't tell, such as "last month".
        case unclear
    }

    /// A part of the day. It begins at an hour, and without a clock time it's taken as another, later hour.
    struct PartOfDay: Hashable, Sendable {
        let beginHour: Int
        let hour: Int
        /// Which half of the day an hour such as 7 belongs to.
        let half: PhraseHalfDay?

        static let morning = PartOfDay(beginHour: 0, hour: 8, half: .am)
        static let noon = PartOfDay(beginHour: 12, hour: 12, half: nil)
        static let afternoon = PartOfDay(beginHour: 12, hour: 15, half: .pm)
        static let evening = PartOfDay(beginHour: 17, hour: 20, half: .pm)
        static let night = PartOfDay(beginHour: 20, hour: 22, half: .pm)
        static let midnight = PartOfDay(beginHour: 0, hour: 0, half: .am)
    }

    static let now = PhraseMoment(fixed: .now)
    static let future = PhraseMoment(fixed: .future)
    static let unclear = PhraseMoment(fixed: .unclear)
    static let lastNight = PhraseMoment(day: .lastNight, partOfDay: .night)

    static func day(ago days: Int, _ partOfDay: PartOfDay? = nil) -> PhraseMoment {
        PhraseMoment(day: .ago(days), partOfDay: partOfDay)
    }
    static func weekday(_ number: Int) -> PhraseMoment { PhraseMoment(day: .weekday(number)) }
    static func part(_ partOfDay: PartOfDay) -> PhraseMoment { PhraseMoment(partOfDay: partOfDay) }

    /// This moment and another one as one: "yesterday" and "at 7". Nil where the two are two times.
    func combined(with other: PhraseMoment) -> PhraseMoment? {
        if fixed == .future || fixed == .unclear { return self }
        if other.fixed == .future || other.fixed == .unclear { return other }
        guard fixed == nil, other.fixed == nil, day == nil || other.day == nil,
            partOfDay == nil || other.partOfDay == nil, clock == nil || other.clock == nil
        else { return nil }
        return PhraseMoment(
            day: day ?? other.day, partOfDay: partOfDay ?? other.partOfDay, clock: clock ?? other.clock)
    }
}
