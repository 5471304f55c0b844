// replaces: by-id
// refused by: Step04StoreTests/byIDFindsOne()
// says: A copy of record 8 was refused
// breaks: by-id.2
//
// Gives the refused copy, as an edit would begin with it.

        try write { tables in try editTarget(id, tables).displayed }
