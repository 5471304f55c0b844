// replaces: acknowledge
// symptom: What a person enters during a sync never reaches the other phone.

        guard try tables.row(copy.id) != nil else { return false }
        try tables.storeSynced(copy)
        return true
