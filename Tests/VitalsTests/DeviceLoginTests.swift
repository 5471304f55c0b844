import Foundation
import StepSupport
import Synchronization
import TestSupport
import Testing
import Vitals

@Suite("The server that a device syncs with")
struct DeviceLoginTests {
    private let store: MeasurementStore
    private let tokens = FailingTokens()
    private let device: Device
    private let first: ServerOrigin
    private let second: ServerOrigin

    init() throws {
        store = try Records.store()
        device = Device(store: store, tokens: tokens, api: { _, _ in InMemoryServer() })
        first = try ServerOrigin("https://first.test")
        second = try ServerOrigin("https://second.test")
    }

    @Test("A login that cannot keep its token leaves no other token beside the new server", arguments: [false, true])
    func failedLogin(rebind: Bool) throws {
        try device.login(to: first, token: "of-the-first")
        tokens.isFull = true
        #expect(throws: FailingTokens.Full.self) {
            try device.login(to: second, token: "of-the-second", rebind: rebind)
        }
        try expect(device.server(), equals: second)
        try expect(tokens.token() == nil)
    }

    @Test("A login that is refused leaves server and token as they were")
    func refusedLogin() throws {
        try device.login(to: first, token: "of-the-first")
        try store.setCursor(1)
        #expect(throws: SyncError.self) { try device.login(to: second, token: "of-the-second") }
        try expect(device.server(), equals: first)
        try expect(tokens.token(), equals: "of-the-first")
    }

    @Test("A login to the same server replaces the token")
    func sameServer() throws {
        try device.login(to: first, token: "old")
        try store.setCursor(1)
        try device.login(to: first, token: "new")
        try expect(tokens.token(), equals: "new")
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
