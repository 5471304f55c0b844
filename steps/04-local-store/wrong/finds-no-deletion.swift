// replaces: by-id
// refused by: Step04StoreTests/byIDFindsOne()
// says: Record 7 is a deletion
// breaks: by-id.1
//
// Hides what a user has deleted.

        try records(where: "id = ?", [id.lowercased]).first { !$0.isDeleted }
