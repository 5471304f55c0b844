import ArgumentParser
import Foundation
import VitalsServer

struct Pair: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print a code by which a browser or an app becomes one of a user's devices.",
        discussion: """
            The code works once, for ten minutes. Pass the same --host, --port and --tls-cert as the server has, \
            or the --url by which people reach it: this command prints the address to open. Where `qrencode` is \
            installed, it also prints that address as a QR code.

            EXAMPLE
              vitals-server pair --host 0.0.0.0
            """)

    @OptionGroup var store: StoreOptions
    @OptionGroup var address: AddressOptions

    @Option(help: "The user's id, from `user list`; not needed if there is only one user")
    var user: String?

    @Flag(help: "Print JSON")
    var json = false

    func validate() throws {
        if let user, UUID(uuidString: user) == nil { throw ValidationError("The id must be a UUID.") }
    }

    func run() async throws {
        let origins = try address.origins()
        try store.requireStore()
        let made = try await store.withStore { store in
            try await Self.pairing(of: store).makeCode(for: try await Self.chosenUser(user, in: store))
        }
        let addresses = origins.map(made.address(at:))
        if json {
            try printJSON(
                Invitation(
                    code: made.code.text, expiresAt: made.expiryText, addresses: addresses))
            return
        }
        Self.show(made, at: origins)
    }

    /// Prints a code, the addresses that carry it, and a drawing of the first one.
    static func show(_ made: PairingInvitation, at origins: [String]) {
        let addresses = origins.map(made.address(at:))
        print("code  \(made.code.grouped)   once, within \(Pairing.codeLifetimeSeconds / 60) minutes")
        for address in addresses { print("open  \(address)") }
        if origins.allSatisfy(Self.isThisMachine) {
            print(
                "Other devices can't reach this address. Start the server with --host 0.0.0.0, and run pair with it too."
            )
        }
        if let first = addresses.first, let drawing = QRCode.drawing(of: first, colours: isatty(1) == 1) {
            print("\n\(drawing)", terminator: "")
        }
    }

    /// - Throws: `Failure` where the store doesn't support pairing.
    static func pairing(of store: any SyncStore) throws -> Pairing { Pairing(store: try tables(of: store)) }

    static func tables(of store: any SyncStore) throws -> any PairingStore {
        guard let pairing = store.ability((any PairingStore).self) else {
            throw Failure("This database doesn't support pairing.")
        }
        return pairing
    }

    /// Finds the user that a command is about.
    ///
    /// - Parameter user: the id after `--user`; nil where it wasn't given, because there's only one.
    /// - Throws: `Failure` where there's no such user, or none at all, or more than one.
    static func chosenUser(_ user: String?, in store: any SyncStore) async throws -> UUID {
        let users = try await store.users()
        if let id = user.flatMap(UUID.init(uuidString:)) {
            guard users.contains(where: { $0.id == id }) else {
                throw Failure("There is no such user; `vitals-server user list` shows them.")
            }
            return id
        }
        switch users.count {
        case 0: throw Failure("There is no user yet; `vitals-server user add` adds one.")
        case 1: return users[0].id
        default:
            throw Failure(
                "There are \(users.count) users. Choose one with --user; `vitals-server user list` shows them.")
        }
    }

    private static func isThisMachine(_ origin: String) -> Bool {
        URL(string: origin)?.host.map { NetworkAddresses.isLoopback($0) } ?? false
    }

    private struct Invitation: Encodable {
        var code: String
        var expiresAt: String
        var addresses: [String]
    }
}
