import Foundation

/// The files of a device in its directory, and their erasure.
///
/// An erasure first leaves a mark. When it's interrupted, the next opening of the directory finds the mark and finishes it,
/// so that nothing comes back.
struct DeviceFiles: Sendable {
    let directory: String
    /// Those that features make beside the store.
    var ofFeatures = FeatureList.builtIn.files

    private static let store = "vitals.sqlite"
    private static let mark = "erasing"
    /// Every file that a device makes. Others in the directory are the person's own.
    private var names: [String] {
        ["", "-wal", "-shm", "-journal", "-sync"].map { Self.store + $0 } + ["token.sealed", "token.key"] + ofFeatures
    }

    /// True when there is anything of a device in the directory.
    var isAnyLeft: Bool { (names + [Self.mark]).contains { exists($0) } }

    /// Notes that an erasure has begun.
    ///
    /// - Throws: `SecureStoreError` when it can't be written.
    func beginErasure() throws { try PrivateFile.write([], to: path(Self.mark)) }

    /// Removes every file, the mark last, and then the directory if nothing else is in it.
    ///
    /// - Throws: `SecureStoreError` for a file that can't be removed. The mark stays.
    func removeAll() throws {
        for name in names + [Self.mark] { try PrivateFile.remove(path(name)) }
        rmdir(directory)
    }

    /// Finishes an interrupted erasure, and removes a token that has outlived its records.
    ///
    /// The Keychain keeps its items when an app is deleted. Without this, an app that is installed again would sync for
    /// the person who had it before.
    ///
    /// - Throws: `SecureStoreError`. The store mustn't be opened then: with it, the token would count as this phone's.
    func prepare(_ tokens: any SecureStore) throws {
        if exists(Self.mark) {
            for name in names { try PrivateFile.remove(path(name)) }
        }
        guard !exists(Self.store) else { return }
        try tokens.removeToken()
        if exists(Self.mark) { try PrivateFile.remove(path(Self.mark)) }
    }

    private func path(_ name: String) -> String { directory + "/" + name }

    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
}
