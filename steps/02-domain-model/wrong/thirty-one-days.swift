// replaces: days-in-month
// refused by: Step02ModelTests/realDates()
// says: There is no 2026-02-30
//
// Gives every month 31 days, so 30 February is read as 2 March.

        31
