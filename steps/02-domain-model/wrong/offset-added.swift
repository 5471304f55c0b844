// replaces: moment
// refused by: Step02ModelTests/offsets()
// says: offsets are wrong
//
// Adds the offset, which moves the time away from UTC instead of towards it.

        days * millisecondsPerDay + (secondOfDay + offsetMinutes * 60) * 1000 + thousandths
