import Foundation
import TestSupport
import Testing
import Vitals

/// Tests of the state machine by itself: events in, actions out, no store and no network.
@Suite("The sync engine, step by step")
struct SyncEngineTests {
    typealias Engine = SyncEngine

    private func engine(_ change: (inout SyncSettings) -> Void = { _ in }) -> Engine {
        var settings = SyncSettings()
        settings.maximumAttempts = 3
        change(&settings)
        return Engine(origin: "here", settings: settings, seed: 1)
    }

    private func bound(cursor: Int64 = 4) -> SyncState {
        var state = SyncState()
        (state.origin, state.account, state.cursor) = ("here", "a", cursor)
        return state
    }

    private func applied(_ state: SyncState) -> Engine.Event {
        var applied = Applied()
        applied.state = state
        return .applied(applied)
    }

    private let emptyPage = SyncResponse(Pulled(records: [], nextCursor: 4), account: "a")

    @Test("A bound store pushes, pulls to the empty page, finds nothing more to push, and is done")
    func happyPath() {
        var engine = engine()
        guard case .readDirty(nil, 2_000) = engine.handle(.state(bound())) else { return issue() }
        guard case .push(let batch, let context) = engine.handle(.dirty([weight(70)])) else { return issue() }
        expect(batch == [weight(70)] && context.account == "a")
        guard case .applyPush = engine.handle(.pushAnswered(.success(SyncResponse(Pushed(), account: "a")))) else {
            return issue()
        }
        guard case .readDirty(uuid(1), 2_000) = engine.handle(applied(bound())) else { return issue() }
        guard case .pull(4, 2_000, _) = engine.handle(.dirty([])) else { return issue() }
        let page = SyncResponse(Pulled(records: [weight(71, id: uuid(2))], nextCursor: 6), account: "a")
        guard case .applyPage = engine.handle(.pullAnswered(.success(page))) else { return issue() }
        guard case .pull(6, 2_000, _) = engine.handle(applied(bound(cursor: 6))) else { return issue() }
        let empty = SyncResponse(Pulled(records: [], nextCursor: 6), account: "a")
        guard case .applyPage = engine.handle(.pullAnswered(.success(empty))) else { return issue() }
        guard case .readDirty(nil, _) = engine.handle(applied(bound(cursor: 6))) else { return issue() }
        guard case .finish(.done) = engine.handle(.dirty([])) else { return issue() }
        expect(engine.report.pushedCount == 1 && engine.report.pulledCount == 1)
    }

    @Test("A store without an account pulls before it pushes")
    func unboundPullsFirst() {
        var engine = engine()
        guard case .pull(0, _, let context) = engine.handle(.state(SyncState())) else { return issue() }
        expect(context, equals: SyncContext())
    }

    @Test("A store of another server is left alone")
    func wrongServer() {
        var engine = engine()
        var state = bound()
        state.origin = "there"
        expectFailure("wrongServer", engine.handle(.state(state)))
    }

    @Test("An answer of another account, or of none, is not applied", arguments: ["b", nil])
    func foreignAnswers(account: String?) {
        var engine = engine()
        _ = engine.handle(.state(bound()))
        _ = engine.handle(.dirty([weight(70)]))
        let action = engine.handle(
            .pushAnswered(.success(SyncResponse(Pushed(acceptedIDs: [uuid(1)]), account: account))))
        expectFailure(account == nil ? "unidentifiedServer" : "wrongAccount", action)
    }

    @Test("401, a wrong account and an unknown answer end the sync at once")
    func endsAtOnce() {
        for (failure, name) in [
            (SyncFailure.unauthorized, "unauthorized"), (.wrongAccount(account: "b"), "wrongAccount"),
            (.unexpected(status: 404, detail: "no"), "unexpected"),
        ] {
            var engine = engine()
            _ = engine.handle(.state(bound()))
            _ = engine.handle(.dirty([weight(70)]))
            expectFailure(name, engine.handle(.pushAnswered(.failure(failure))))
        }
    }

    @Test("Waits are random between nothing and a ceiling that doubles")
    func backoff() {
        var longest = [0.0, 0.0]
        for seed in UInt64(0)..<200 {
            var settings = SyncSettings()
            settings.maximumAttempts = 3
            settings.firstWaitSeconds = 1
            var engine = Engine(origin: "here", settings: settings, seed: seed)
            _ = engine.handle(.state(SyncState()))
            for attempt in 0..<2 {
                guard case .wait(let seconds) = engine.handle(.pullAnswered(.failure(.offline("x")))) else {
                    return issue()
                }
                expect((0...pow(2, Double(attempt))).contains(seconds))
                longest[attempt] = max(longest[attempt], seconds)
                guard case .pull = engine.handle(.waited) else { return issue() }
            }
            expectFailure("offline", engine.handle(.pullAnswered(.failure(.offline("x")))))
        }
        expect(longest[0] > 0.9 && longest[1] > 1.8, "the whole range is used")
    }

    @Test("A server's Retry-After is obeyed, and one that is too long ends the sync with it")
    func retryAfter() {
        var engine = engine { $0.longestWaitSeconds = 20 }
        _ = engine.handle(.state(SyncState()))
        let soon = SyncFailure.unavailable(status: 503, retryAfterSeconds: 7)
        guard case .wait(7) = engine.handle(.pullAnswered(.failure(soon))) else { return issue() }
        _ = engine.handle(.waited)
        let late = SyncFailure.unavailable(status: 503, retryAfterSeconds: 3600)
        guard case .finish(.failed(let error)) = engine.handle(.pullAnswered(.failure(late))) else { return issue() }
        expect(error.retryAfterSeconds == 3600 && error.isTemporary)
    }

    @Test("After lost history everything starts again, but not for ever")
    func historyLost() {
        var engine = engine { $0.maximumRestarts = 2 }
        _ = engine.handle(.state(bound()))
        for _ in 0..<2 {
            _ = engine.handle(.dirty([weight(70)]))
            guard case .resetSyncState = engine.handle(.pushAnswered(.failure(.historyLost(account: "a")))) else {
                return issue()
            }
            guard case .readState = engine.handle(applied(bound(cursor: 0))) else { return issue() }
            guard case .readDirty = engine.handle(.state(bound(cursor: 0))) else { return issue() }
        }
        _ = engine.handle(.dirty([weight(70)]))
        _ = engine.handle(.pushAnswered(.failure(.historyLost(account: "a"))))
        expectFailure("historyLost", engine.handle(applied(bound(cursor: 0))))
    }

    @Test("Lost history of another account changes nothing")
    func foreignHistoryLost() {
        var engine = engine()
        _ = engine.handle(.state(bound()))
        _ = engine.handle(.dirty([weight(70)]))
        expectFailure("wrongAccount", engine.handle(.pushAnswered(.failure(.historyLost(account: "b")))))
    }

    @Test("In an outage no record is skipped: the pull that asks fails, and the sync ends")
    func outage() {
        var engine = engine { $0.maximumAttempts = 1 }
        _ = engine.handle(.state(bound()))
        _ = engine.handle(.dirty([weight(70), weight(71, id: uuid(2))]))
        let down = SyncFailure.unavailable(status: 500, retryAfterSeconds: nil)
        guard case .pull = engine.handle(.pushAnswered(.failure(down))) else { return issue() }
        expectFailure("unavailable", engine.handle(.pullAnswered(.failure(down))))
        expect(engine.report.skippedCount, equals: 0)
    }

    @Test("A batch that fails while pulls pass is bisected until one record is alone")
    func bisection() {
        var engine = engine { $0.maximumAttempts = 1 }
        let records = (1...4).map { weight(70, id: uuid($0)) }
        let poison = uuid(3)
        var action = engine.handle(.state(bound()))
        var sent: [UUID] = []
        for _ in 0..<40 {
            switch action {
            case .readDirty(let after, _): action = engine.handle(.dirty(after == nil && sent.isEmpty ? records : []))
            case .push(let batch, _):
                if batch.contains(where: { $0.id == poison }) {
                    action = engine.handle(
                        .pushAnswered(.failure(.unavailable(status: 500, retryAfterSeconds: nil))))
                } else {
                    sent += batch.map(\.id)
                    action = engine.handle(.pushAnswered(.success(SyncResponse(Pushed(), account: "a"))))
                }
            case .pull: action = engine.handle(.pullAnswered(.success(emptyPage)))
            case .applyPush, .applyPage: action = engine.handle(applied(bound()))
            case .finish(let end):
                expect(end, equals: .done)
                expect(Set(sent), equals: Set(records.map(\.id)).subtracting([poison]))
                expect(engine.report.skippedCount, equals: 1)
                return
            default: return issue()
            }
        }
        Issue.record("the engine does not come to an end")
    }

    @Test("When pulls pass and no push does, the sync ends in bounded time, and no record is blamed")
    func pushIsDown() {
        var engine = engine { $0.maximumAttempts = 2 }
        var requests = 0
        var action = engine.handle(.state(bound()))
        for _ in 0..<2_000 {
            switch action {
            case .readDirty(let after, let limit):
                let first = after.flatMap { Int($0.uuidString.suffix(6), radix: 16) } ?? 0
                action = engine.handle(.dirty((0..<limit).map { weight(70, id: uuid(first + $0 + 1)) }))
            case .push:
                requests += 1
                action = engine.handle(.pushAnswered(.failure(.unavailable(status: 507, retryAfterSeconds: nil))))
            case .pull: action = engine.handle(.pullAnswered(.success(emptyPage)))
            case .applyPage: action = engine.handle(applied(bound()))
            case .wait: action = engine.handle(.waited)
            case .finish:
                expectFailure("unavailable", action)
                expect(requests < 100)
                expect(engine.report.skippedCount, equals: 0)
                return
            default: return issue()
            }
        }
        Issue.record("the engine does not come to an end")
    }

    @Test("A server that asks for fewer requests is not sent more of them, bisecting or not")
    func rateLimit() {
        var engine = engine { $0.maximumAttempts = 1 }
        _ = engine.handle(.state(bound()))
        _ = engine.handle(.dirty([weight(70), weight(71, id: uuid(2))]))
        let limited = SyncFailure.unavailable(status: 429, retryAfterSeconds: nil)
        expectFailure("unavailable", engine.handle(.pushAnswered(.failure(limited))))
    }

    @Test("A 413 of a proxy, which names no account, makes batches smaller and no record refused")
    func proxyRefuses() {
        var engine = engine()
        _ = engine.handle(.state(bound()))
        _ = engine.handle(.dirty([weight(70), weight(71, id: uuid(2))]))
        let refusal = SyncFailure.refused(status: 413, detail: "too large", account: nil)
        for expected in [1, 2] {
            guard case .push(let batch, _) = engine.handle(.pushAnswered(.failure(refusal))) else { return issue() }
            expect(batch.map(\.id), equals: [uuid(expected)])
        }
        guard case .readDirty = engine.handle(.pushAnswered(.failure(refusal))) else { return issue() }
    }

    @Test("A proxy that refuses every push is not asked without end, and pulls go on")
    func proxyRefusesAll() {
        var engine = engine()
        var (pushes, pulls) = (0, 0)
        var action = engine.handle(.state(bound()))
        for _ in 0..<3_000 {
            switch action {
            case .readDirty(let after, let limit):
                let first = after.flatMap { Int($0.uuidString.suffix(6), radix: 16) } ?? 0
                action = engine.handle(.dirty((0..<limit).map { weight(70, id: uuid(first + $0 + 1)) }))
            case .push:
                pushes += 1
                action = engine.handle(.pushAnswered(.failure(.refused(status: 413, detail: "no", account: nil))))
            case .pull:
                pulls += 1
                action = engine.handle(.pullAnswered(.success(emptyPage)))
            case .applyPage: action = engine.handle(applied(bound()))
            case .finish:
                expectFailure("unexpected", action)
                expect(pushes < 100 && pulls == 1)
                expect(engine.report.skippedCount, equals: 0)
                return
            default: return issue()
            }
        }
        Issue.record("the engine does not come to an end")
    }

    @Test("A cursor that goes backwards, or stands still under records, is refused", arguments: [Int64(3), 4])
    func strangeCursor(next: Int64) {
        var engine = engine()
        _ = engine.handle(.state(bound()))
        _ = engine.handle(.dirty([]))
        let page = SyncResponse(Pulled(records: [weight(70)], nextCursor: next), account: "a")
        expectFailure("unexpected", engine.handle(.pullAnswered(.success(page))))
    }

    @Test("Rounds are bounded, however often the merge leaves something dirty")
    func rounds() {
        var engine = engine { $0.maximumRounds = 3 }
        var pushes = 0
        var action = engine.handle(.state(bound()))
        for _ in 0..<100 {
            switch action {
            case .readDirty(let after, _): action = engine.handle(.dirty(after == nil ? [weight(70)] : []))
            case .push:
                pushes += 1
                action = engine.handle(.pushAnswered(.success(SyncResponse(Pushed(), account: "a"))))
            case .pull: action = engine.handle(.pullAnswered(.success(emptyPage)))
            case .applyPush, .applyPage: action = engine.handle(applied(bound()))
            case .finish: return expect(pushes, equals: 3)
            default: return issue()
            }
        }
        Issue.record("the engine does not come to an end")
    }

    private func issue(sourceLocation: SourceLocation = #_sourceLocation) {
        Issue.record("another action was due", sourceLocation: sourceLocation)
    }

    private func expectFailure(
        _ name: String, _ action: Engine.Action, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard case .finish(.failed(let error)) = action else {
            Issue.record("the sync goes on", sourceLocation: sourceLocation)
            return
        }
        expect(error.name, equals: name, sourceLocation: sourceLocation)
    }
}
