// replaces: clear-dirty
// refused by: Step04StoreTests/clearDirtyClearsTheseOnly()
// says: clearDirty should go on without it
// breaks: clear-dirty.3
//
// Treats an id without a row as an error: once a row is gone, no response from the server clears anything any more.

        try write { tables in
            for id in ids {
                guard try tables.row(id) != nil else { throw StoreError.notFound("record \(id.lowercased)") }
                try tables.markClean(id)
            }
        }
