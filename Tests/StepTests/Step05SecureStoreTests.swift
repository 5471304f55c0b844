import Foundation
import StepSupport
import Testing
import Vitals

@Suite("Step 5: the secure store")
struct Step05SecureStoreTests {
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

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue & 0o777
    }

    /// Changes a file's bytes and leaves it private.
    private func overwrite(_ path: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// Reads the token, and expects this `SecureStoreError`.
    private func expectRefusal(
        _ code: SecureStoreError.Code, _ why: @autoclosure () -> String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        do {
            let token = try store.token()
            Issue.record(
                "\(why()) token() should throw; it gave \(token.map { "a token of \($0.utf8.count) bytes" } ?? "nil, as if nobody had logged in").",
                sourceLocation: sourceLocation)
        } catch {
            if String(describing: error).hasPrefix("@@todo ") { throw error }
            guard let refusal = error as? SecureStoreError else {
                Issue.record(
                    "\(why()) token() should throw a SecureStoreError, which tells a person what to do; it threw \(type(of: error)): \(error)",
                    sourceLocation: sourceLocation)
                return
            }
            let (expected, seen) = (String(describing: code), String(describing: refusal.code))
            expect(
                seen == expected,
                "\(why()) That should be .\(expected), whose message says what happened and what to do; token() threw .\(seen): \(refusal)",
                sourceLocation: sourceLocation)
        }
    }

    // MARK: Round trip

    @Test("before a login there's no token, and that isn't an error")
    func startsEmpty() throws {
        expect(try store.token() == nil, "Before a login, token() should give nil.")
        try store.removeToken()
    }

    @Test("the last token that was stored comes back, whatever its length and letters")
    func roundTrip() throws {
        for token in [Self.token, "", "é😀", String(repeating: "x", count: 10_000), "dev-token"] {
            try store.setToken(token)
            let stored = try store.token()
            expect(
                stored == token,
                "A token of \(token.utf8.count) bytes was stored; \(stored.map { "one of \($0.utf8.count) bytes" } ?? "none") came back."
            )
        }
    }

    @Test("a program that's started again reads the token")
    func anotherProcess() throws {
        try store.setToken(Self.token)
        let stored = try SealedFileSecureStore(directory: directory).token()
        expect(
            stored == Self.token,
            "Another store on the same folder should read the token: the key belongs in token.key, not in memory.")
    }

    @Test("after a logout there's no token, and the next login works")
    func removes() throws {
        try store.setToken(Self.token)
        try store.removeToken()
        expect(try store.token() == nil, "After removeToken, token() should give nil.")
        try store.setToken("next")
        expect(try store.token() == "next", "After a logout and a new login, token() should give the new token.")
    }

    // MARK: What lies on the disk

    @Test("only the owner may read the two files, and nothing else is left in the folder")
    func permissions() throws {
        for _ in 1...3 { try store.setToken(Self.token) }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        expect(
            names == ["token.key", "token.sealed"],
            "The folder should hold token.key and token.sealed; it holds \(names.joined(separator: ", ")).")
        for name in names {
            let mode = try mode(directory + "/" + name)
            expect(
                mode == 0o600,
                "\(name) should have the mode 600 from the moment it's created; it has \(String(mode, radix: 8)). Write it with PrivateFile."
            )
        }
    }

    @Test("no file holds the token, neither in clear nor in Base64")
    func tokenIsNotInTheFiles() throws {
        try store.setToken(Self.token)
        // Long enough not to occur by chance. In Base64 the text looks different for each offset in its group of three
        // bytes.
        let part = Array(Self.token.utf8.dropFirst(3).prefix(12))
        let spellings = (0..<3).map { skipped in
            let text = Data([UInt8](repeating: 0x20, count: skipped) + part).base64EncodedString()
            return Array(text.utf8.dropFirst(4).prefix(10))
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            let content = try bytes(directory + "/" + name)
            for (found, what) in [(contains(content, part), "in clear")]
                + spellings.map({ (contains(content, $0), "in Base64") })
            where found {
                Issue.record(
                    "\(name) holds the token \(what): anyone who finds that file can log in. Seal it with AES-GCM.")
            }
            expect(
                !contains(content.map { $0 ^ (content.first ?? 0) }, part),
                "\(name) holds the token, mixed with a byte of the file: that isn't encryption.")
        }
    }

    private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        Data(bytes).range(of: Data(part)) != nil
    }

    @Test("the key isn't in the file that it seals, is as long as AES-256 needs, and stays for the next token")
    func keyIsApart() throws {
        try store.setToken(Self.token)
        let key = try bytes(key)
        expect(key.count == 32, "A key of AES-256 has 32 bytes; token.key holds \(key.count).")
        let holdsKey = try !key.isEmpty && contains(bytes(sealed), key)
        expect(
            !holdsKey,
            "token.sealed holds its own key: anyone with a backup of just that file can open it.")
        try store.setToken("another")
        expect(
            try bytes(self.key) == key,
            """
            Nothing is wrong with the key, and a second login made a new one. If the power goes before the token is sealed \
            with it, the old token doesn't open any more.
            """)
        let other = SealedFileSecureStore(directory: home.path("other"))
        try other.setToken(Self.token)
        expect(
            try bytes(home.path("other") + "/token.key") != key,
            "Two devices made the same key. It must come from the system's random numbers, not from the code.")
    }

    @Test("no two sealed files are alike, because each has its own nonce")
    func freshNonce() throws {
        var nonces: Set<[UInt8]> = []
        var contents: Set<[UInt8]> = []
        for _ in 1...20 {
            try store.setToken(Self.token)
            let content = try bytes(sealed)
            contents.insert(content)
            nonces.insert(Array(content.dropFirst().prefix(12)))
        }
        expect(
            contents.count == 20,
            "The same token was stored 20 times and gave \(contents.count) different files. If a nonce is used twice, AES-GCM gives its secrets away."
        )
        expect(
            nonces.count == 20,
            "Bytes 1 to 12 of token.sealed should be the nonce, fresh each time; 20 files had \(nonces.count) different ones."
        )
    }

    @Test("the file is the version, then nonce, ciphertext and tag: 29 bytes more than the token")
    func format() throws {
        try store.setToken(Self.token)
        let content = try bytes(sealed)
        expect(content.first == 1, "The first byte should be the format's version, 1; it is \(content.first ?? 0).")
        let expected = Self.token.utf8.count + 29
        expect(
            content.count == expected,
            "A token of \(Self.token.utf8.count) bytes should give a file of 1 + 12 + \(Self.token.utf8.count) + 16 = \(expected) bytes; it has \(content.count)."
        )
    }

    // MARK: What must not be read

    @Test("a file with one changed bit is an error, wherever the bit is")
    func tampering() throws {
        try store.setToken(Self.token)
        let whole = try bytes(sealed)
        for position in whole.indices {
            var changed = whole
            changed[position] ^= position.isMultiple(of: 2) ? 0x01 : 0x80
            try overwrite(sealed, changed)
            try expectRefusal(
                position == 0 ? .unknownVersion : .tampered, "Byte \(position) of token.sealed was changed.")
        }
        try overwrite(sealed, whole + [0])
        try expectRefusal(.tampered, "A byte was added to token.sealed.")
        try overwrite(sealed, whole)
        expect(try store.token() == Self.token, "With its original bytes back, the file should open again.")
    }

    @Test("a file that was cut short is an error, at any length")
    func truncation() throws {
        try store.setToken(Self.token)
        let whole = try bytes(sealed)
        for length in 0..<whole.count {
            try overwrite(sealed, Array(whole[..<length]))
            try expectRefusal(
                length < 29 ? .truncated : .tampered,
                "Of the \(whole.count) bytes of token.sealed, \(length) are left.")
        }
    }

    @Test("the version is authenticated too: a file that was sealed without it doesn't open")
    func versionIsAuthenticated() throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try overwrite(key, Array(0..<32))
        // "dev-token", sealed by another program with that key and the nonce "defghijklmno", with the version and
        // without.
        let head: [UInt8] = [1] + Array("defghijklmno".utf8) + [0x2C, 0x7E, 0xA8, 0x4B, 0x0D, 0x86, 0x3D, 0xFB, 0x50]
        let tagWithVersion: [UInt8] = [
            0x8A, 0x60, 0x4D, 0x2B, 0x85, 0x76, 0xE1, 0x17, 0x86, 0x60, 0x6E, 0x05, 0x40, 0xFC, 0xDB, 0x29,
        ]
        let tagWithout: [UInt8] = [
            0x11, 0xA9, 0x11, 0x50, 0x28, 0x2D, 0x2B, 0x11, 0x3A, 0x3A, 0x94, 0x43, 0x8E, 0x47, 0xA1, 0xD6,
        ]
        try overwrite(sealed, head + tagWithVersion)
        do {
            let token = try store.token()
            expect(token == "dev-token", "Another build sealed dev-token; it was read as \(token ?? "none").")
        } catch let error as SecureStoreError {
            Issue.record(
                "Another build sealed a token with the version as authenticated data, and it should open here: seal and open with `authenticating: [version]`. token() threw an error: \(error)"
            )
        }
        try overwrite(sealed, head + tagWithout)
        try expectRefusal(.tampered, "This file was sealed without the version in its authenticated data.")
    }

    @Test("what opens and isn't text is an error, and no token that looks like another")
    func invalidText() throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try overwrite(key, Array(0..<32))
        // The bytes FF FE, which are no UTF-8, sealed with that key, the nonce "defghijklmno" and the version.
        try overwrite(
            sealed,
            [1] + Array("defghijklmno".utf8) + [
                0xB7, 0xE5, 0x42, 0xA6, 0xB8, 0x2F, 0xDB, 0xAB, 0xB4, 0x2A, 0xDD, 0xB8, 0xC9, 0xCA, 0x8A, 0x25, 0x29,
                0x9F,
            ])
        try expectRefusal(.tampered, "The seal is right, and what it holds isn't UTF-8.")
    }

    @Test("another key doesn't open the file")
    func wrongKey() throws {
        try store.setToken(Self.token)
        var other = try bytes(key)
        try #require(!other.isEmpty, "token.key should hold the key.")
        other[other.count - 1] ^= 1
        try overwrite(key, other)
        try expectRefusal(.tampered, "The last bit of the key was changed.")
    }

    @Test(
        "a key that's missing or has the wrong length is an error, and logging in again fixes it", .serialized,
        arguments: [nil, 0, 16, 33] as [Int?])
    func missingKey(length: Int?) throws {
        try store.setToken(Self.token)
        if let length {
            try overwrite(key, [UInt8](repeating: 7, count: length))
        } else {
            try FileManager.default.removeItem(atPath: key)
        }
        try expectRefusal(.missingKey, "The key is \(length.map { "\($0) bytes long" } ?? "gone").")
        try store.setToken("new")
        expect(
            try store.token() == "new",
            "After a new login the store should work again: make a new key if the old one can't be used.")
    }

    @Test("of two errors, the one further up in the table is reported")
    func firstError() throws {
        try store.setToken(Self.token)
        let whole = try bytes(sealed)
        try FileManager.default.removeItem(atPath: key)
        try overwrite(sealed, [2] + whole.dropFirst())
        try expectRefusal(.unknownVersion, "A newer program wrote token.sealed, and there is no key.")
        try overwrite(sealed, Array(whole.prefix(20)))
        try expectRefusal(.truncated, "token.sealed was cut short, and there is no key.")
    }

    @Test("a file that others may read is refused, and a key that others may have seen isn't used again")
    func exposed() throws {
        for path in [sealed, key] {
            try store.setToken(Self.token)
            let seen = try bytes(key)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            try expectRefusal(.exposed, "\(URL(filePath: path).lastPathComponent) can be read by everyone.")
            try store.setToken("new")
            expect(try store.token() == "new", "After a new login the store should work again.")
            expect(try mode(path) == 0o600, "After a new login the file should be private again.")
            if path == key {
                expect(
                    try bytes(key) != seen,
                    "Others may have seen the key; the new token should be sealed with a new one.")
            }
        }
    }
}
