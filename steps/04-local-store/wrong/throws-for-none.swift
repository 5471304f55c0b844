// replaces: by-id
// refused by: Step04StoreTests/byIDFindsOne()
// says: It throws an error
// breaks: by-id.2
//
// Treats an id without a record as an error, which every caller then has to catch.

        guard let record = try records(where: "id = ?", [id.lowercased]).first else {
            throw StoreError.notFound("record \(id.lowercased)")
        }
        return record
