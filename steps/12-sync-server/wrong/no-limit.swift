// replaces: pull-route
// refused by: Step12ServerTests/wholeSet()
// says: must return a page of 2 records
// breaks: pull-route.5
//
// Always sends the whole set, whatever limit the phone asked for.

        let caller = try caller(of: request, context)
        let cursor = try request.wholeNumber("cursor") ?? 0
        return try await pullAll(cursor: cursor, caller: caller)
