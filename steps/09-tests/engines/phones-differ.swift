// replaces: merge
// symptom: After both phones synced, they show different values.

    local
