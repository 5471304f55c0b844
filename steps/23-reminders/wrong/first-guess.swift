// replaces: wall-moment
// refused by: Step23WallTests/goesByTheHour()
// says: and this is summer
// breaks: wall-moment.1
//
// Takes the offset at the moment that these clocks would name in UTC, which is hours from the right one.

return Timestamp(clamping: Int64(wall - offset(wall)) * 1_000)
