// replaces: wall-moment
// refused by: Step23WallTests/shows()
// says: Winter is an hour ahead
// breaks: wall-moment.1
//
// Stores the time as if all clocks showed UTC.

return Timestamp(clamping: Int64(wall) * 1_000)
