// replaces: acknowledge
// symptom: What a person entered while a sync was going on never reaches the other phone.

        guard try tables.row(copy.id) != nil else { return false }
        try tables.storeSynced(copy)
        return true
