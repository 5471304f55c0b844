// replaces: acknowledge
// refused by: Step08EngineTests/refusedEditGoesBack()
// says: is the base of the edit
// breaks: acknowledge.4
//
// Leaves the row of a later edit alone, without noting that the server has the copy before it.

        guard let stored = try tables.row(copy.id) else { return false }
        guard stored.record == copy else { return false }
        try tables.markClean(copy.id)
        return true
