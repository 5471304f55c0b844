// changes: store-window
// refused by: Step24WindowTests/deletes()
// says: The source deletes two
// breaks: store-window.3
//
// Keeps what the source has deleted.

-        for id in result.deleted { try remove(id, type: window.type) }
-        counts.deletedCount = result.deleted.count
