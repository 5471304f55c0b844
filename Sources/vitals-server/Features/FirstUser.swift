import ArgumentParser
import Foundation
import VitalsServer

/// The start of a server that nobody uses yet: it makes the user, and prints a code for the first device.
struct FirstUserOptions: ParsableArguments {
    static let flag = Setting(
        "first-user", "", "", default: "off",
        """
        For a server of your own: replace the public `dev-token` of a new database with a user whose devices are all paired, \
        and print a code at each start until the first one is. VITALS_URL is the address to print where it's another one
        """)

    @Flag(name: flag.name, help: ArgumentHelp(stringLiteral: flag.about)) var firstUser = false

    /// Takes the public token away where it was never used, and adds a user where there is none.
    ///
    /// - Throws: `Failure` where the public token has records or devices.
    func make(in store: any SyncStore) async throws {
        guard firstUser else { return }
        if try await store.user(token: DevelopmentUser.token) == DevelopmentUser.id {
            let hasDevices = try await !Pair.tables(of: store).deviceTokens(user: DevelopmentUser.id).isEmpty
            do {
                guard !hasDevices else { throw SyncStoreError.hasRecords }
                _ = try await store.deleteUser(DevelopmentUser.id, ifEmpty: true)
            } catch SyncStoreError.hasRecords {
                throw Failure(
                    """
                    The user of the public \(DevelopmentUser.token) has records or devices, so --first-user doesn't replace it. \
                    Start without it, add a user, move the phones there (`vitals-device login --rebind`), and run `vitals-server \
                    user delete \(DevelopmentUser.id.uuidString.lowercased())`, which deletes its records.
                    """)
            }
        }
        guard try await store.users().isEmpty else { return }
        // The token is shown to no one: every device gets one of its own.
        _ = try await store.addUser(token: AccessToken.make())
    }

    /// Returns what prints a code once the server listens, for a single user who has no device and no record yet.
    func greeting(
        of store: any SyncStore, _ configuration: HTTPConfiguration
    ) -> @Sendable (_ host: String, _ port: Int) async -> Void {
        guard firstUser else { return { _, _ in } }
        let scheme = configuration.components.scheme
        return { host, port in
            do {
                let users = try await store.users()
                guard users.count == 1, users[0].recordCount == 0,
                    try await Pair.tables(of: store).deviceTokens(user: users[0].id).isEmpty
                else { return }
                let made = try await Pair.pairing(of: store).makeCode(for: users[0].id)
                let named = try Environment.text("VITALS_URL").map(AddressOptions.origin)
                Pair.show(
                    made, at: named.map { [$0] } ?? AddressOptions.origins(host: host, port: port, scheme: scheme))
                print("Open that address on your first device. For a later one: vitals-server pair")
                fflush(nil)
            } catch {
                let text =
                    "vitals-server: \(Failure(error, while: "No code can be made").message) Run `vitals-server pair`.\n"
                FileHandle.standardError.write(Data(text.utf8))
            }
        }
    }
}
