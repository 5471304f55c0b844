// replaces: read-answer
// refused by: Step07ClientTests/otherStatus(status:)
// says: A 201 should be unexpected
//
// Takes every status from 200 to 299 for an answer.

        guard (200..<300).contains(response.status) else { throw SyncFailure(response, now: now()) }
        do {
            let body = try read(try JSONValue(parsing: response.body))
            return Answer(
                body, account: response.account, receipt: response.receipt, features: response.features)
        } catch {
            throw .unexpected(status: 200, detail: "it is not what the protocol says (\(error))")
        }
