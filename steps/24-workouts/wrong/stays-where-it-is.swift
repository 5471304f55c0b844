// changes: store-window
// refused by: Step24WindowTests/moves()
// says: A window that began yesterday at noon was stored
// breaks: store-window.4
//
// Keeps the readings and forgets to move. The same window comes for ever.

-        try save(state(after: result, of: window), source)
