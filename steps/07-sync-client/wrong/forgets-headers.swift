// replaces: read-answer
// refused by: Step07ClientTests/pullAnswer()
// says: the store would never be bound
//
// Returns the body alone: account, receipt and features are dropped on the way.

        guard response.status == 200 else { throw SyncFailure(response, now: now()) }
        do {
            let body = try read(try JSONValue(parsing: response.body))
            return Answer(body)
        } catch {
            throw .unexpected(status: 200, detail: "it is not what the protocol says (\(error))")
        }
