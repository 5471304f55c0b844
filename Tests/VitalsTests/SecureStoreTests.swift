import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("Secure store")
struct SecureStoreTests {
    private static let token = "vt_5dAz9-a token that is easy to find"
    private let home: TemporaryFolder
    private let directory: String
    private let store: SealedFileSecureStore

    init() throws {
        home = try TemporaryFolder()
        directory = home.path("secure")
        store = SealedFileSecureStore(directory: directory)
    }

    private var sealed: String { directory + "/token.sealed" }
    private var key: String { directory + "/token.key" }

    private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    /// Changes a file's bytes without changing its mode.
    private func overwrite(_ path: String, _ bytes: [UInt8]) throws {
        let mode = try self.mode(path)
        try Data(bytes).write(to: URL(filePath: path))
        try chmod(path, mode)
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue & 0o777
    }

    private func chmod(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func failure() -> SecureStoreError.Code? {
        do {
            _ = try store.token()
            return nil
        } catch {
            return (error as? SecureStoreError)?.code
        }
    }

    @Test("both stores give back the token, replace it and forget it", arguments: ["sealed file", "memory"])
    func conformance(name: String) throws {
        let store: any SecureStore = name == "memory" ? InMemorySecureStore() : self.store
        try expect(store.token() == nil)
        try store.removeToken()
        for token in [Self.token, "", "é😀", String(repeating: "x", count: 100_000), "dev-token"] {
            try store.setToken(token)
            try expect(store.token(), equals: token)
        }
        try store.removeToken()
        try expect(store.token() == nil)
        try store.removeToken()
        try store.setToken(Self.token)
        try expect(store.token(), equals: Self.token)
    }

    @Test("another store on the same directory reads the token")
    func anotherStore() throws {
        try store.setToken(Self.token)
        try expect(SealedFileSecureStore(directory: directory).token(), equals: Self.token)
    }

    @Test("the files are 0600, the directory 0700, and nothing else is left behind")
    func permissions() throws {
        for _ in 0..<3 { try store.setToken(Self.token) }
        try expect(mode(directory), equals: 0o700)
        try expect(mode(sealed), equals: 0o600)
        try expect(mode(key), equals: 0o600)
        try expect(
            FileManager.default.contentsOfDirectory(atPath: directory).sorted(), equals: ["token.key", "token.sealed"])
    }

    @Test("the token stands in no file, and no two sealings are alike")
    func notInTheFile() throws {
        try store.setToken(Self.token)
        let first = try bytes(sealed)
        for path in [sealed, key] {
            let data = try Data(contentsOf: URL(filePath: path))
            expect(data.range(of: Data(Self.token.utf8)) == nil)
            expect(data.range(of: Data(Self.token.utf8.prefix(8))) == nil)
        }
        try store.setToken(Self.token)
        try expect(bytes(sealed) != first)
    }

    @Test("a change of any bit of any byte is noticed")
    func tampering() throws {
        try store.setToken(Self.token)
        let whole = try bytes(sealed)
        for position in whole.indices {
            for bit in [0x01, 0x80] as [UInt8] {
                var changed = whole
                changed[position] ^= bit
                try overwrite(sealed, changed)
                expect(failure(), equals: (position == 0 ? .unknownVersion : .tampered), "byte \(position)")
            }
        }
        try overwrite(sealed, whole + [0])
        expect(failure(), equals: .tampered)
        try overwrite(sealed, whole)
        try expect(store.token(), equals: Self.token)
    }

    @Test("a file cut at any length is noticed")
    func truncation() throws {
        try store.setToken(Self.token)
        let whole = try bytes(sealed)
        for length in 0..<whole.count {
            try overwrite(sealed, Array(whole[..<length]))
            expect(failure(), equals: (length < 29 ? .truncated : .tampered), "\(length) bytes")
        }
    }

    @Test("another key does not open the token")
    func wrongKey() throws {
        try store.setToken(Self.token)
        let whole = try bytes(key)
        for position in whole.indices {
            var changed = whole
            changed[position] ^= 1
            try overwrite(key, changed)
            expect(failure(), equals: .tampered, "byte \(position) of the key")
        }
    }

    @Test("a key that is missing or of another length is said to be so", arguments: [nil, 0, 16, 31, 33] as [Int?])
    func missingKey(length: Int?) throws {
        try store.setToken(Self.token)
        if let length {
            try overwrite(key, [UInt8](repeating: 7, count: length))
        } else {
            try FileManager.default.removeItem(atPath: key)
        }
        expect(failure(), equals: .missingKey)
        // Logging in again is the remedy that the message names.
        try store.setToken("new")
        try expect(store.token(), equals: "new")
    }

    @Test(
        "a file that others may read or write is refused", arguments: [0o640, 0o604, 0o620, 0o602, 0o644, 0o666, 0o610])
    func exposed(mode: Int) throws {
        for path in [sealed, key] {
            try store.setToken(Self.token)
            try chmod(path, mode)
            expect(failure(), equals: .exposed)
            try store.setToken("new")
            try expect(store.token(), equals: "new")
            try expect(self.mode(path), equals: 0o600)
        }
    }

    @Test("a key that others may have read is not used again")
    func exposedKey() throws {
        try store.setToken(Self.token)
        let seen = try bytes(key)
        try chmod(key, 0o644)
        try store.setToken("new")
        try expect(bytes(key) != seen)
    }

    @Test("a symbolic link is not followed, neither to read nor to write")
    func symbolicLink() throws {
        try store.setToken(Self.token)
        for path in [sealed, key] {
            let elsewhere = home.path("elsewhere-\(UUID().uuidString)")
            try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
            let before = try bytes(elsewhere)
            expect(failure() != nil)
            try store.setToken("new")
            try expect(store.token(), equals: "new")
            try expect(bytes(elsewhere), equals: before)
        }
    }

    @Test("removing also removes a link that leads nowhere, and not what a link leads to")
    func removeLinks() throws {
        try store.setToken(Self.token)
        let elsewhere = home.path("elsewhere")
        try Data("keep".utf8).write(to: URL(filePath: elsewhere))
        try FileManager.default.removeItem(atPath: sealed)
        try FileManager.default.removeItem(atPath: key)
        try FileManager.default.createSymbolicLink(atPath: sealed, withDestinationPath: home.path("nowhere"))
        try FileManager.default.createSymbolicLink(atPath: key, withDestinationPath: elsewhere)
        try store.removeToken()
        try expect(store.token() == nil)
        try expect(FileManager.default.contentsOfDirectory(atPath: directory), equals: [])
        try expect(bytes(elsewhere), equals: Array("keep".utf8))
    }

    @Test("what is no file is refused at once", .timeLimit(.minutes(5)))
    func noFile() throws {
        try FileManager.default.createDirectory(atPath: sealed, withIntermediateDirectories: true)
        expect(failure(), equals: .unreadable)
        try FileManager.default.removeItem(atPath: sealed)
        expect(mkfifo(sealed, 0o600), equals: 0)
        expect(failure(), equals: .unreadable)
    }

    @Test("what a killed writer left behind goes with the next login, and with the logout")
    func leftovers() throws {
        let left = ["token.key.4711-1234567890", "token.sealed.1-7"].map { directory + "/" + $0 }
        let others = ["token.key.old", "token.key.4711", "token.keys.1-2"].map { directory + "/" + $0 }
        func leave() throws {
            for path in left + others { try Data("secret".utf8).write(to: URL(filePath: path)) }
        }
        for end in [{ try store.setToken("new") }, { try store.removeToken() }] {
            try store.setToken(Self.token)
            try FileManager.default.removeItem(atPath: key)  // the next login writes both files
            try leave()
            try end()
            expect(left.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
            expect(others.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        }
    }

    @Test("what another writer is still writing stays")
    func writersAtOnce() throws {
        try store.setToken(Self.token)
        let path = directory + "/token.sealed.4711-1"
        let writer = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        expect(flock(writer, LOCK_EX), equals: 0)
        try store.setToken("new")
        expect(FileManager.default.fileExists(atPath: path))
        close(writer)
        try store.setToken("new")
        expect(!FileManager.default.fileExists(atPath: path))

        let (store, failures) = (store, Locked<[String]>([]))
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 1...20 {
                do { try store.setToken("new") } catch { failures.withLock { $0.append("\(error)") } }
            }
        }
        expect(failures.withLock { $0 }, equals: [])
        try expect(store.token(), equals: "new")
        try expect(
            FileManager.default.contentsOfDirectory(atPath: directory).sorted(), equals: ["token.key", "token.sealed"])
    }

    @Test("a directory that cannot be made is an error that names it")
    func noDirectory() throws {
        let file = home.path("file")
        try Data().write(to: URL(filePath: file))
        let store = SealedFileSecureStore(directory: file + "/secure")
        let error = try #require(throws: SecureStoreError.self) { try store.setToken(Self.token) }
        expect(error.code, equals: .unwritable)
        expect(error.description.contains(file))
        expect(!error.description.contains(Self.token))
    }
}
