// replaces: days-in-month
// refused by: Step02ModelTests/realDates()
// says: There is no 2026-02-30
//
// Lets every month have 31 days, and so reads 30 February as 2 March.

        31
