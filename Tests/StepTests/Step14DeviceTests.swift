import Foundation
import StepSupport
import Synchronization
import Testing
import Vitals

/// Tests of what joins the parts, with parts of the tests' own.
@Suite("Step 14: a device and its parts")
struct Step14DeviceTests {
    @Test(
        "a login that can't remove the old token leaves the store where it is", .serialized, arguments: [false, true])
    func tokenThatStays(rebind: Bool) throws {
        let shelf = try PhoneFixture()
        let (first, second) = (try ServerOrigin("http://127.0.0.1:9"), try ServerOrigin("http://127.0.0.1:10"))
        let tokens = StuckTokens()
        let device = try Device(directory: shelf.folder.path("phone"), secureStore: tokens)
        try device.login(to: first, token: "token-of-the-first")
        tokens.stick()
        try? device.login(to: second, token: "token-of-the-second", rebind: rebind)
        let (server, token) = (try device.server(), tokens.token())
        expect(
            server != second || token != "token-of-the-first",
            """
            The phone was logged in to \(first), and a login to \(second)\(rebind ? " with `rebind`" : "") failed, because \
            the old token couldn't be removed. By then the store had moved, so the token of \(first) is beside \(second). \
            If the power goes between two lines, it's the same. Remove the token first, then move the store.
            """)
    }

    @Test("a login keeps the token while no sync and no other login can run")
    func keepsTheTokenLocked() throws {
        let shelf = try PhoneFixture()
        let directory = shelf.folder.path("phone")
        let tokens = StuckTokens { try MeasurementStore(path: directory + "/vitals.sqlite").withSyncLock {} }
        let device = try Device(directory: directory, secureStore: tokens)
        // Only the login counts: a device may tidy its secure store when it's opened.
        tokens.forgetChanges()
        try device.login(to: try ServerOrigin("http://127.0.0.1:9"), token: "dev-token")
        expect(
            !tokens.wasUnlocked,
            """
            While the login changed the token, another process could have taken the store's lock. Two logins at once could \
            then leave the token of one beside the server of the other. Bind and keep the token within `withSyncLock`.
            """)
    }

    @Test("a sync uses the client and the settings that the device has")
    func partsOfTheSync() async throws {
        var settings = SyncSettings()
        settings.pageSize = 7
        let client = EmptyServer()
        let device = Device(
            store: try MeasurementStore(path: ":memory:"), settings: settings, api: { _, _ in client })
        try device.login(to: try ServerOrigin("http://127.0.0.1:9"), token: "dev-token")
        do {
            try await device.sync()
        } catch let error as SyncError {
            expect(
                client.pageSize != nil,
                """
                The device has a client of its own, `api(server, tokens)`, and a sync didn't ask it anything. It asked \
                another one, and that said: \(error)
                """)
        }
        if let pageSize = client.pageSize {
            expect(
                pageSize == 7,
                "The device's `settings` say 7 records in a page, and the sync asked for \(pageSize). Pass them on.")
        }
    }
}

/// A secure store that from some moment on keeps what it has, and tries to take a lock at each change.
private final class StuckTokens: SecureStore {
    private struct Stuck: Error {}

    private let state = Mutex((token: String?.none, isStuck: false, wasUnlocked: false))
    private let lock: (@Sendable () throws -> Void)?

    init(lock: (@Sendable () throws -> Void)? = nil) { self.lock = lock }

    /// True if the lock was free at a change.
    var wasUnlocked: Bool { state.withLock { $0.wasUnlocked } }

    func forgetChanges() { state.withLock { $0.wasUnlocked = false } }

    func stick() { state.withLock { $0.isStuck = true } }

    func token() -> String? { state.withLock { $0.token } }

    func setToken(_ token: String) throws { try change(to: token) }

    func removeToken() throws { try change(to: nil) }

    private func change(to token: String?) throws {
        let isFree = lock.map { (try? $0()) != nil } ?? false
        try state.withLock { state in
            guard !state.isStuck else { throw Stuck() }
            state.token = token
            if isFree { state.wasUnlocked = true }
        }
    }
}

/// A server that has nothing, and remembers the size of the page that it was asked for last.
private final class EmptyServer: SyncAPI {
    private let asked = Mutex(Int?.none)

    var pageSize: Int? { asked.withLock { $0 } }

    func push(
        _ records: [Vitals.Measurement], context: SyncContext
    ) async throws(SyncFailure) -> SyncResponse<Pushed> { SyncResponse(Pushed()) }

    func pull(cursor: Int64, limit: Int, context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pulled> {
        asked.withLock { $0 = limit }
        return SyncResponse(Pulled(records: [], nextCursor: cursor))
    }
}
