// replaces: read-answer
// refused by: Step07ClientTests/notTheProtocol(body:)
// says: should be unexpected(status: 200
//
// Calls a 200 that cannot be read offline, so that a sync behind a hotel's log-in page tries for ever.

        guard response.status == 200 else { throw SyncFailure(response, now: now()) }
        do {
            let body = try read(try JSONValue(parsing: response.body))
            return Answer(
                body, account: response.account, receipt: response.receipt, features: response.features)
        } catch {
            throw .offline("the answer cannot be read (\(error))")
        }
