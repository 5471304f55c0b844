// replaces: by-id
// refused by: Step04StoreTests/byIDFindsOne()
// says: Row 1 is damaged, and byId reads it
// breaks: by-id.3
//
// Takes an error for a record that isn't there.

        (try? records(where: "id = ?", [id.lowercased]))?.first
