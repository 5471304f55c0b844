// changes: entity-page
// refused by: Step22PageTests/movesCursors()
// says: the receipt's number
// breaks: entity-page.2
//
// Moves the cursors, and not the receipt.

-        try raise(receipt)
