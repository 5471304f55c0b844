// replaces: edit
// refused by: Step04StoreTests/editsDoNotOverwriteEachOther()
// says: The other has to wait until the first is done
// breaks: edit.1
//
// Changes the record outside the transaction, and begins again if another edit came first: the caller's closure runs twice.

        while true {
            let before = try write { tables in try editTarget(id, tables).displayed }
            guard var edited = before else { throw StoreError.notFound("record \(id.lowercased)") }
            try change(&edited)
            let changed = try edited.canonical()
            let stored: Measurement? = try write { tables in
                let target = try editTarget(id, tables)
                guard target.displayed == before else { return nil }
                let next = try nextVersion(of: changed, after: target.competingVersions)
                try next.validate()
                try storeEdit(next, over: target, tables)
                return next
            }
            if let stored { return stored }
        }
