// replaces: clear-dirty
// refused by: Step04StoreTests/clearDirtyClearsTheseOnly()
// says: There is no record
//
// Takes an id without a row for an error: one row that is gone, and no answer of the server clears anything any more.

        try write { tables in
            for id in ids {
                guard try tables.row(id) != nil else { throw StoreError.notFound("record \(id.lowercased)") }
                try tables.markClean(id)
            }
        }
