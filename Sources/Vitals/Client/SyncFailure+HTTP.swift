extension SyncFailure {
    /// Translates a transport error into its meaning for a sync.
    init(transportError error: any Error) {
        // @write 7 transport-error
        switch error {
        case HTTPTransportError.timedOut: self = .timedOut
        case HTTPTransportError.unreachable(let reason): self = .offline(reason)
        case HTTPTransportError.responseTooLarge(let limit):
            self = .unexpected(status: 200, detail: "the answer is larger than \(limit) bytes")
        case HTTPTransportError.badURL(let url):
            self = .unexpected(status: 0, detail: "\(url) is not a server address")
        case is CancellationError: self = .offline("cancelled")
        default: self = .offline(String(describing: error))
        }
        // @starter
        //| todo(7, "say what each HTTPTransportError, and any other error, means for a sync")
        // @end
    }

    /// Translates a response other than 200 into its meaning for a sync.
    init(_ response: HTTPResponse, now: Timestamp) {
        // @write 7 read-status
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
        case (413, _): self = .refused(status: 413, detail: problem.detail, account: account)
        case (429, _), (500..., _):
            self = .unavailable(
                status: response.status, retryAfterSeconds: response.retryAfterSeconds(now: now))
        case (300..<400, _):
            self = .unexpected(status: response.status, detail: "it points to another address")
        default: self = .unexpected(status: response.status, detail: problem.detail)
        }
        // @starter
        //| todo(7, "say what each status means for a sync, and what its problem document adds")
        // @end
    }
}
