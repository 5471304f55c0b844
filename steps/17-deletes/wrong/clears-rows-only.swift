// changes: clear-content
// refused by: Step17DeletesTests/clearsEveryCopy()
// says: so it's a refused copy and has no row
// breaks: clear-content.1
//
// Returns where there's no row. A new record that was refused has only its refused copy.

+        guard try row(record.id) != nil else { return }
         var copies = try [row(record.id)?.record, base(record.id)].compactMap { $0 }
