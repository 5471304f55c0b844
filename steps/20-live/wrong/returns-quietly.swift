// changes: apply-event
// refused by: Step20MergeTests/refusesWhatDoesNotFit()
// says: So `isSuperseded` should be true
// breaks: apply-event.4
//
// Changes nothing, and doesn't say so.

-                applied.isSuperseded = true
                 return applied
             }
             for record in event.records where try tables.isNews(record) {
