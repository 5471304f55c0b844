// replaces: moment
// refused by: Step02ModelTests/offsets()
// says: offsets are wrong
//
// Adds the offset, which moves the moment away from UTC and not towards it.

        days * millisecondsPerDay + (secondOfDay + offsetMinutes * 60) * 1000 + thousandths
