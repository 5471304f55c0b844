// changes: clear-content
// refused by: Step17DeletesTests/clearsEveryTable()
// says: nothing ever erases it there
// breaks: clear-content.2
//
// Clears the row. An older edit in the list of conflicts keeps the weight for ever.

         var copies = try [row(record.id)?.record, base(record.id)].compactMap { $0 }
-        copies += try takeCopies(of: record.id, from: .rejected)
-        copies += try takeCopies(of: record.id, from: .conflict)
         try removeBase(record.id)
