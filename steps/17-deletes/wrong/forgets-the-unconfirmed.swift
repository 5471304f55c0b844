// changes: unseen
// refused by: Step17DeletesTests/judgesEdits()
// says: hasn't confirmed this edit since
// breaks: unseen.1
//
// Asks the notes only. A server that lost its disk lost its notes as well.

-        if loser.isDirty { return true }
         return try overwritten(loser.record.id).contains(RecordVersion(loser.record))
