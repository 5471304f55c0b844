package import Vitals

package import struct Foundation.UUID

/// The sync protocol over any store, without HTTP. The routes call it, and so do simulations in their place.
package struct SyncService: Sendable {
    package private(set) var store: any SyncStore
    package let limits: SyncLimits
    /// The value of `Vitals-Features`. When it changes, a device tries its refused records again.
    package let features: String
    /// False makes a server of the base protocol: it ignores and sends nothing beyond that.
    package let sendsIdentity: Bool
    let pushRules: PushRules
    private let observer: (any SyncObserver)?

    package init(
        store: any SyncStore, limits: SyncLimits = SyncLimits(), features: [String] = ["base"],
        sendsIdentity: Bool = true, pushRules: PushRules = PushRules(), observer: (any SyncObserver)? = nil
    ) {
        self.pushRules = pushRules
        self.observer = observer
        self.store = store
        self.limits = limits
        self.features = features.joined(separator: ",")
        self.sendsIdentity = sendsIdentity
    }

    /// The same service over another store, such as one that shows less.
    func over(_ store: any SyncStore) -> SyncService {
        var service = self
        service.store = store
        return service
    }

    package func push(body: [UInt8], caller: RequestIdentity) async throws(ServiceError) -> PushResponse {
        let receipt = try checkedReceipt(of: caller)
        let request = try PushRequest(body: body, limits: limits, rules: pushRules)
        try checkAccount(of: caller)
        let outcome = try await store { try await $0.push(request.batch, user: caller.user, receipt: receipt) }
        observer?.didPush(outcome, rejectedCount: request.rejected.count)
        return PushResponse(
            outcome: outcome, rejected: request.rejected, identity: identity(of: caller.user, head: outcome.head),
            sendsFurtherMembers: sendsIdentity)
    }

    /// Pulls one page: at most `limit` records, and at most `SyncLimits.pageSizeBytes` unless its first record is
    /// larger.
    package func pull(cursor: Int64, limit: Int, caller: RequestIdentity) async throws(ServiceError) -> PullResponse {
        let receipt = try checkedReceipt(of: caller)
        try checkParameters(cursor: cursor, limit: limit)
        try checkAccount(of: caller)
        return try await store {
            try await page(of: $0, cursor: cursor, limit: limit, user: caller.user, receipt: receipt)
        }
    }

    /// Reads a small page in one query, and a large one piece by piece.
    private func page(
        of store: any SyncStore, cursor: Int64, limit: Int, user: UUID, receipt: Receipt?
    ) async throws -> PullResponse {
        var position = cursor
        while true {
            let sizes = try await store.recordSizes(user: user, cursor: position, through: nil, limit: limit)
            let plan = PagePlan(sizes, pageSizeBytes: limits.pageSizeBytes)
            let isSmall = plan.pieces.count <= 1 && !plan.isCut
            // Records pushed since the sizes were read may be large; then the store ends the read early, and the page.
            let first = try await store.pull(
                user: user, cursor: position, through: isSmall ? nil : plan.pieces[0].end,
                limit: isSmall ? limit : plan.pieces[0].count, receipt: receipt)
            guard !isSmall, let end = plan.end else {
                return answer(first, of: store, user: user, nextCursor: first.nextCursor)
            }
            // A phone treats an empty page as the end, so skip a piece whose records were all written again.
            guard !first.records.isEmpty else {
                position = plan.pieces[0].end
                continue
            }
            return answer(
                first, of: store, user: user, pieces: Array(plan.pieces.dropFirst()), nextCursor: end)
        }
    }

    private func answer(
        _ first: PullOutcome, of store: any SyncStore, user: UUID, pieces: [PagePlan.Piece] = [], nextCursor: Int64
    ) -> PullResponse {
        PullResponse(
            body: PullStream(
                store: store, user: user, first: first.records, position: first.nextCursor, pieces: pieces,
                nextCursor: nextCursor,
                overwritten: pushRules.notesOverwrittenEdits ? store.ability((any OverwrittenStore).self) : nil,
                observer: observer),
            identity: identity(of: user, head: first.head))
    }

    /// Pulls the whole set after `cursor`.
    package func pullAll(cursor: Int64, caller: RequestIdentity) async throws(ServiceError) -> PullResponse {
        let receipt = try checkedReceipt(of: caller)
        try checkParameters(cursor: cursor, limit: limits.pageRecordCount)
        try checkAccount(of: caller)
        let head = try await store { try await $0.head(user: caller.user, receipt: receipt) }
        return PullResponse(
            body: PullStream(
                store: store, user: caller.user, first: [], position: cursor, pieces: [],
                // A cursor beyond the log is returned unchanged, as with an empty page.
                nextCursor: max(head?.seq ?? cursor, cursor), observer: observer),
            identity: identity(of: caller.user, head: head))
    }

    // MARK: Rules

    /// Checks the account and the format of the receipt, with which a request of a feature begins.
    ///
    /// - Returns: the receipt, which the feature compares with its own log.
    package func checkedCaller(_ caller: RequestIdentity) throws(ServiceError) -> Receipt? {
        let receipt = try checkedReceipt(of: caller)
        try checkAccount(of: caller)
        return receipt
    }

    private func checkedReceipt(of caller: RequestIdentity) throws(ServiceError) -> Receipt? {
        guard sendsIdentity else { return nil }
        guard let text = caller.receipt else { return nil }
        guard let receipt = Receipt(text) else {
            throw .badHeader("Vitals-Receipt", "Expected `seq.tag`, the value of an earlier response.")
        }
        return receipt
    }

    private func checkAccount(of caller: RequestIdentity) throws(ServiceError) {
        guard sendsIdentity, let account = caller.account else { return }
        guard account == AccountID.of(user: caller.user) else { throw .wrongAccount }
    }

    private func checkParameters(cursor: Int64, limit: Int) throws(ServiceError) {
        guard cursor >= 0 else { throw .badParameter("cursor", "Expected a whole number, 0 or more.") }
        guard (1...limits.pageRecordCount).contains(limit) else {
            throw .badParameter("limit", "Expected a whole number from 1 to \(limits.pageRecordCount).")
        }
    }

    private func store<Result: Sendable>(
        _ body: @Sendable (any SyncStore) async throws -> Result
    ) async throws(ServiceError) -> Result {
        do {
            return try await body(store)
        } catch {
            throw .from(error)
        }
    }

    /// The account headers of every authenticated response, whatever its status.
    package func identity(of user: UUID, head: LogEntry? = nil) -> SyncHeaders? {
        guard sendsIdentity else { return nil }
        return SyncHeaders(account: AccountID.of(user: user), receipt: head.map(Receipt.init), features: features)
    }
}
