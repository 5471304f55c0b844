// replaces: by-id
// refused by: Step04StoreTests/byIDFindsOne()
// says: byId of record 1 gives nil
// breaks: by-id.1
//
// Looks for UUID's own text, and the table has ids in lower case.

        try records(where: "id = ?", [id.uuidString]).first
