// changes: entity-page
// refused by: Step22PageTests/showsAtOnce()
// says: so the reminder is on the screen
// breaks: entity-page.6
//
// Stores rows, and leaves the screen as it was.

-        try refreshViews(around: Set(touched.map(\.lowercased)).sorted())
