// changes: entity-page
// refused by: Step22PageTests/dropsAtTheEnd()
// says: so the command goes
// breaks: entity-page.3
//
// Keeps answered commands for ever.

-        if !page.hasMore || dropsAtEachPage { touched += try dropCovered() }
