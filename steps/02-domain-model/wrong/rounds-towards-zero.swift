// replaces: floor-division
// refused by: Step02ModelTests/calendar(milliseconds:text:)
// says: round towards the past
//
// Swift's `/` rounds towards zero, which before 1970 is the wrong day.

        self / divisor
