import Foundation
import StepSupport
import Synchronization
import Testing
import Vitals
import VitalsViewModels

@Suite("Whom a phone syncs with")
struct AccountTests {
    private let store: MeasurementStore
    private let tokens = FailingTokens()
    private let account: Account
    private let first: ServerOrigin
    private let second: ServerOrigin

    init() throws {
        store = try Records.store()
        account = Account(store: store, tokens: tokens, api: { _ in InMemoryServer() })
        first = try ServerOrigin("https://first.test")
        second = try ServerOrigin("https://second.test")
    }

    @Test("A login that cannot keep its token leaves no other token beside the new server", arguments: [false, true])
    func failedLogin(rebind: Bool) throws {
        try account.login(first, token: "of-the-first")
        tokens.isFull = true
        #expect(throws: FailingTokens.Full.self) { try account.login(second, token: "of-the-second", rebind: rebind) }
        #expect(try account.server() == second.description)
        #expect(try tokens.token() == nil)
    }

    @Test("A login that is refused leaves server and token as they were")
    func refusedLogin() throws {
        try account.login(first, token: "of-the-first")
        try store.setCursor(1)
        #expect(throws: SyncError.self) { try account.login(second, token: "of-the-second") }
        #expect(try account.server() == first.description)
        #expect(try tokens.token() == "of-the-first")
    }

    @Test("A login to the same server replaces the token")
    func sameServer() throws {
        try account.login(first, token: "old")
        try store.setCursor(1)
        try account.login(first, token: "new")
        #expect(try tokens.token() == "new")
    }
}

/// A secure store on a disk that may be full.
private final class FailingTokens: SecureStore {
    struct Full: Error {}

    private let state = Mutex((token: String?.none, isFull: false))

    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    func token() throws -> String? { state.withLock { $0.token } }

    func setToken(_ token: String) throws {
        try state.withLock { state in
            if state.isFull { throw Full() }
            state.token = token
        }
    }

    func removeToken() throws { state.withLock { $0.token = nil } }
}
