// replaces: read-status
// refused by: Step07ClientTests/badRequest()
// says: 400 for records[3].updatedAt means
//
// Does not look which record a 400 is about, so that the engine has to search for it.

        let (problem, account) = (ProblemDocument(response), response.account)
        switch (response.status, problem.code) {
        case (401, _): self = .unauthorized
        case (408, _): self = .timedOut
        case (409, "wrong_account"): self = .wrongAccount(account: account)
        case (409, "history_lost"): self = .historyLost(account: account)
        case (400, _), (413, _): self = .refused(status: response.status, detail: problem.detail, account: account)
        case (429, _), (500..., _):
            self = .unavailable(
                status: response.status, retryAfterSeconds: response.retryAfterSeconds(now: now))
        case (300..<400, _):
            self = .unexpected(status: response.status, detail: "it points to another address")
        default: self = .unexpected(status: response.status, detail: problem.detail)
        }
