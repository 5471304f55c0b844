import Foundation
import StepSupport
import Vitals

/// Drives the engine by hand: store and server are two lists, and every action is recorded and counted.
///
/// An engine that asks for dirty rows for ever makes no request, so no server could end its sync. Here the number of
/// actions is limited.
struct Step08EngineWalk {
    static let account = "account-1"

    private(set) var engine: SyncEngine
    /// The engine's actions, in order: `push 1, 2`.
    private(set) var actions: [String] = []
    private(set) var hasEnded = false
    private var dirty: [Vitals.Measurement]
    private var addedDuringPull: [Vitals.Measurement]
    private let refuses: (Vitals.Measurement) -> Bool

    /// - Parameters:
    ///   - dirty: the rows to push, with ids of `Records.id(1...)`.
    ///   - addedDuringPull: the rows that are added while the first page is on its way, with greater ids.
    ///   - refuses: the records that something in front of the server, such as a proxy with its own limit, refuses in
    ///     every batch.
    init(
        _ settings: SyncSettings = .patient, dirty: [Vitals.Measurement],
        addedDuringPull: [Vitals.Measurement] = [],
        refuses: @escaping (Vitals.Measurement) -> Bool = { _ in false }
    ) {
        engine = SyncEngine(origin: "http://server.test", settings: settings, seed: 1)
        self.dirty = dirty.sorted { $0.id.uuidString < $1.id.uuidString }
        self.addedDuringPull = addedDuringPull
        self.refuses = refuses
    }

    /// Performs `first` and the actions that follow, until the sync ends or `count` actions were made.
    mutating func walk(from first: SyncEngine.Action = .readState, atMost count: Int) {
        var action = first
        for _ in 0..<count {
            actions.append(Self.describe(action))
            guard let event = event(after: action) else {
                hasEnded = true
                return
            }
            action = engine.handle(event)
        }
    }

    /// Passes an event to the engine; for a test that looks at one action.
    mutating func handle(_ event: SyncEngine.Event) -> SyncEngine.Action { engine.handle(event) }

    /// The state of a bound store. With it, the engine pushes first.
    static var state: SyncState {
        var state = SyncState()
        state.account = account
        state.origin = "http://server.test"
        return state
    }

    /// The event that `Syncer` would produce; nil at the end.
    private mutating func event(after action: SyncEngine.Action) -> SyncEngine.Event? {
        switch action {
        case .readState: return .state(Self.state)
        case .readDirty(let id, let limit):
            let rows = dirty.filter { row in id.map { $0.uuidString < row.id.uuidString } ?? true }
            return .dirty(Array(rows.prefix(limit)))
        case .push(let records, _):
            guard !records.contains(where: refuses) else {
                return .pushAnswered(.failure(.refused(status: 413, detail: "too large", account: nil)))
            }
            return .pushAnswered(
                .success(SyncResponse(Pushed(acceptedIDs: records.map(\.id)), account: Self.account)))
        case .applyPush(let answer, _):
            dirty.removeAll { answer.body.acceptedIDs.contains($0.id) }
            return .applied(Self.applied)
        case .applyRejection(let copy, _, _):
            dirty.removeAll { $0.id == copy.id }
            return .applied(Self.applied)
        case .pull(let cursor, _, _):
            dirty += addedDuringPull
            addedDuringPull = []
            return .pullAnswered(.success(SyncResponse(Pulled(records: [], nextCursor: cursor), account: Self.account)))
        case .applyPage, .resetSyncState: return .applied(Self.applied)
        case .wait: return .waited
        case .finish: return nil
        }
    }

    /// The effect of a response on a bound store, where nothing is counted.
    static var applied: Applied {
        var applied = Applied()
        applied.state = state
        return applied
    }

    // MARK: Words

    /// The text of an action for messages.
    static func describe(_ action: SyncEngine.Action) -> String {
        switch action {
        case .readState: "readState"
        case .readDirty(let id, _): "readDirty" + (id.map { " after \(number($0))" } ?? "")
        case .push(let records, _): "push " + records.map { number($0.id) }.joined(separator: ", ")
        case .applyPush: "applyPush"
        case .applyRejection(let copy, _, _): "applyRejection of \(number(copy.id))"
        case .pull: "pull"
        case .applyPage: "applyPage"
        case .resetSyncState: "resetSyncState"
        case .wait: "wait"
        case .finish(.done): "finish, done"
        case .finish(.failed(let error)): "finish, failed: \(error.detail)"
        }
    }

    private static func number(_ id: UUID) -> String {
        UInt64(id.uuidString.suffix(12), radix: 16).map { "\($0)" } ?? id.uuidString
    }
}
