// changes: read-event
// refused by: Step20LiveTests/readsEvent()
// says: is read as in a page of a pull
//
// Reads the records, and not what they overwrote.

-        overwritten = json.overwritten
