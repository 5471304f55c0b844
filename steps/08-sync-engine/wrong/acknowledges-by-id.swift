// replaces: acknowledge
// refused by: Step08EngineTests/editInFlight(values:)
// says: Only a pull that happens
// breaks: acknowledge.2
//
// Marks the row with that id clean, whatever it holds by now, even an edit that was made during the push.

        guard try tables.row(copy.id) != nil else { return false }
        try tables.markClean(copy.id)
        return true
