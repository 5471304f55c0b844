import Foundation
import StepSupport
import Synchronization
import TestSupport
import Testing

@testable import Vitals

/// A fresh installation, and "erase this phone".
@Suite("Reinstalling and erasing a device") struct DeviceResetTests {
    /// A secure store that outlives an app, as the Keychain does.
    private final class Keychain: SecureStore {
        struct State: Sendable {
            var token: String?
            var isLocked = false
            var calls: [String] = []
        }

        let state: Mutex<State>

        init(_ token: String?) { state = Mutex(State(token: token)) }

        private func call<Value>(_ name: String, _ body: (inout State) -> Value) throws -> Value {
            try state.withLock { state in
                state.calls.append(name)
                guard !state.isLocked else { throw SecureStoreError(.keychain, "The Keychain is locked.") }
                return body(&state)
            }
        }

        func token() throws -> String? { try call("read") { $0.token } }
        func setToken(_ token: String) throws { try call("write") { $0.token = token } }
        func removeToken() throws { try call("remove") { $0.token = nil } }
    }

    private let folder: TemporaryFolder
    private let server = SessionTestServer()
    private var directory: String { folder.path("phone") }

    init() throws { folder = try TemporaryFolder() }

    private func device(_ tokens: (any SecureStore)? = nil) throws -> Device {
        try Device(directory: directory, secureStore: tokens, transport: server, clock: server.clock.read)
    }

    private func loggedIn(_ tokens: (any SecureStore)? = nil) throws -> Device {
        let device = try device(tokens)
        try device.login(to: ServerOrigin("https://server.test/vitals"), token: "own")
        return device
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }

    // MARK: Reinstall

    @Test("A fresh installation removes the token that it finds, before it reads it")
    func reinstalled() throws {
        let keychain = Keychain("of the person before")
        let device = try device(keychain)
        expect(keychain.state.withLock { $0.calls }, equals: ["remove"])
        try expect(device.tokens.token() == nil)
    }

    @Test("A phone that has a store keeps its token")
    func keepsToken() throws {
        let keychain = Keychain(nil)
        _ = try loggedIn(keychain)
        try expect(device(keychain).isLoggedIn())
        expect(keychain.state.withLock { $0.token }, equals: "own")
    }

    @Test("While the token can't be removed the store isn't created, so that the next start tries again")
    func lockedKeychain() throws {
        let keychain = Keychain("of the person before")
        keychain.state.withLock { $0.isLocked = true }
        #expect(throws: SecureStoreError.self) { try device(keychain) }
        expect(names, equals: [])
        keychain.state.withLock { $0.isLocked = false }
        try expect(device(keychain).tokens.token() == nil)
    }

    // MARK: Erase

    @Test("A phone says what was never sent, in words")
    func unsent() throws {
        let device = try device()
        try expect(device.unsent().isEmpty)
        try device.add(.weight, 72.5)
        try expect(device.unsent().description, equals: "1 entry was never sent.")
        for _ in 0..<2 { try device.add(.steps, 100) }
        try expect(device.unsent(), equals: UnsentRecords(recordCount: 3))
        expect(UnsentRecords(recordCount: 3).description, equals: "3 entries were never sent.")
        expect(
            UnsentRecords(refusedCount: 2, lostEditCount: 1).description,
            equals: "2 refused entries and 1 lost edit exist only here.")
        expect(UnsentRecords(lostEditCount: 1).description, equals: "1 lost edit exists only here.")
        expect(UnsentRecords().description, equals: "Everything was sent.")
    }

    @Test("An erased phone leaves nothing, and its token is ended at the server")
    func erases() async throws {
        let keychain = Keychain(nil)
        for tokens in [nil, keychain] as [(any SecureStore)?] {
            server.change { $0.devices = ["own"] }
            let device = try loggedIn(tokens)
            try device.add(.weight, 72.5)
            try await device.sync()
            try await expect(device.endToken(), equals: .ended)
            expect(server.log.last, equals: "DELETE /session own")
            try device.erase()
            expect(!FileManager.default.fileExists(atPath: directory))
            #expect(throws: (any Error).self) { try device.add(.weight, 72.5) }
            expect(!FileManager.default.fileExists(atPath: directory))
        }
        expect(keychain.state.withLock { $0.token } == nil)
        let fresh = try device()
        try expect(fresh.counts().records == 0 && !fresh.isLoggedIn() && fresh.server() == nil)
    }

    @Test("Files that the device didn't make stay")
    func foreignFiles() throws {
        let device = try device()
        for name in ["notes.txt", "vitals.sqlite.backup"] {
            try Data("mine".utf8).write(to: folder.url.appending(path: "phone/" + name))
        }
        try device.erase()
        expect(names, equals: ["notes.txt", "vitals.sqlite.backup"])
        expect(!Device.isThere(directory))
        try Device.erase(directory: directory)
        expect(names, equals: ["notes.txt", "vitals.sqlite.backup"])
    }

    @Test("Without an answer the phone is erased all the same, and says how to end the token")
    func tokenStays() async throws {
        func response(_ status: Int) -> HTTPResponse { HTTPResponse(status: status) }
        let cases: [(HTTPResponse?, TokenEnd)] = [
            (nil, .stillValid(.offline)), (response(503), .stillValid(.offline)),
            (response(429), .stillValid(.offline)),
            (response(404), .stillValid(.notSupported)), (response(405), .stillValid(.notSupported)),
            (response(403), .stillValid(.userToken)), (response(401), .ended), (response(204), .ended),
        ]
        for (refusal, end) in cases {
            server.change { state in
                state.refusal = refusal
                state.isUnreachable = refusal == nil
            }
            let device = try loggedIn()
            try await expect(device.endToken(), equals: end)
            try device.erase()
            expect(names, equals: [])
        }
        expect(
            "\(TokenEnd.stillValid(.offline))",
            equals:
                "The server couldn't be reached, so the token still works there. Have the person who runs the server end "
                + "it: `vitals-server token list`, then `vitals-server token revoke ID`.")
        try await expect(device().endToken(), equals: .noToken)
    }

    @Test("A token that can't be read is no reason to keep the phone")
    func unreadableToken() async throws {
        let device = try loggedIn()
        try Data([1]).write(to: folder.url.appending(path: "phone/token.sealed"))
        try await expect(device.endToken(), equals: .stillValid(.unreadable))
        try device.erase()
        expect(names, equals: [])
    }

    @Test("A phone isn't erased in the middle of a sync")
    func busy() throws {
        let device = try device()
        try device.add(.weight, 72.5)
        try device.store.withSyncLock {
            let error = #expect(throws: SyncError.self) { try device.erase() }
            expect(error?.code, equals: .busy)
        }
        try expect(device.counts().records, equals: 1)
    }

    @Test("An erasure that is killed at any point is finished by a second one, and by opening the phone again")
    func killed() throws {
        // What is left when the process is killed before the nth removal.
        for opensAgain in [true, false] {
            for count in 0...8 {
                let keychain = Keychain(nil)
                let device = try loggedIn(keychain)
                try device.add(.weight, 72.5)
                try DeviceFiles(directory: directory).beginErasure()
                if count > 0 { try keychain.removeToken() }
                for name in names.filter({ $0 != "erasing" }).prefix(max(0, count - 1)) {
                    try FileManager.default.removeItem(atPath: directory + "/" + name)
                }
                if opensAgain {
                    let again = try self.device(keychain)
                    try expect(again.counts().records == 0 && !again.isLoggedIn() && again.server() == nil)
                    expect(!names.contains("erasing"))
                    try again.erase()
                } else {
                    try Device.erase(directory: directory, secureStore: keychain)
                }
                expect(names, equals: [])
                expect(keychain.state.withLock { $0.token } == nil)
            }
        }
    }

    @Test("A store that can't be opened can be erased, and a directory that isn't there too")
    func damaged() throws {
        _ = try loggedIn()
        for name in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: directory + "/vitals.sqlite" + name)
        }
        try Data("no database at all".utf8).write(to: folder.url.appending(path: "phone/vitals.sqlite"))
        #expect(throws: StoreError.self) { try device() }
        try Device.erase(directory: directory)
        expect(!FileManager.default.fileExists(atPath: directory))
        try Device.erase(directory: directory)
        expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test("A phone in memory forgets its token")
    func inMemory() throws {
        let device = try Device.inMemory(transport: server)
        try device.login(to: ServerOrigin("https://server.test"), token: "own")
        try device.erase()
        try expect(!device.isLoggedIn())
    }
}
