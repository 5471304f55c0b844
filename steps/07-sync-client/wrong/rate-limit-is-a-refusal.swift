// replaces: read-status
// refused by: Step07ClientTests/unavailable()
// says: 429 means unavailable(status: 429, retryAfterSeconds: nil); this pull ended with refused
//
// Takes a 429 for a refusal, as it is a 4xx. The engine will then halve the batch and send more requests instead
// of fewer.

        let (problem, account) = (ProblemDocument(response), response.account)
        switch (response.status, problem.code) {
        case (401, _): self = .unauthorized
        case (408, _): self = .timedOut
        case (409, "wrong_account"): self = .wrongAccount(account: account)
        case (409, "history_lost"): self = .historyLost(account: account)
        case (400, _):
            if let index = problem.recordIndex {
                let code = problem.code ?? "bad_record"
                self = .badRecord(index: index, code: code, detail: problem.detail, account: account)
            } else {
                self = .refused(status: 400, detail: problem.detail, account: account)
            }
        case (413, _), (429, _): self = .refused(status: response.status, detail: problem.detail, account: account)
        case (500..., _):
            self = .unavailable(
                status: response.status, retryAfterSeconds: response.retryAfterSeconds(now: now))
        case (300..<400, _):
            self = .unexpected(status: response.status, detail: "it points to another address")
        default: self = .unexpected(status: response.status, detail: problem.detail)
        }
