// replaces: merge
// symptom: A phone holds the newer edit of a record, and after a sync it shows the older one.

    remote
