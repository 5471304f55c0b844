// replaces: acknowledged-origin
// refused by: Step17DeletesTests/editInFlight()
// says: the acknowledged copy is what the unsent edit was made from
// breaks: acknowledged-origin.2
//
// Leaves the origin at what the first edit was made from. The server then notes the phone's own edit as overwritten.

        _ = try row(copy.id)
