import ArgumentParser
import Foundation
import Vitals
import VitalsServer

extension ServedFeature {
    /// The devices of an account, and tokens by which others look on.
    static var devices: ServedFeature {
        ServedFeature(feature: .devices, isSwitched: .named { true }) { _, components in
            components.addDevices()
        }
    }
}

/// `token` with the command that makes one.
struct Tokens: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "List or revoke the tokens of paired devices, or let others look on.",
        subcommands: [Token.List.self, Token.Revoke.self, TokenAdd.self])
}

/// The command that lets others look on.
struct TokenAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Print a token that only reads, only this once, and the address that shows what it may read.",
        discussion: """
            The address opens a page that shows the records and can't change anything. Anyone who has it can look, until you revoke \
            the token or it ends; `token list` shows it. Pass the same --host, --port and --tls-cert as the server has, or the \
            --url by which people reach it.

            EXAMPLE
              vitals-server token add --read-only --name Coach --expires 30d --url https://vitals.example.org
              vitals-server token add --read-only --kinds weight,steps
            """)

    @OptionGroup var store: StoreOptions
    @OptionGroup var address: AddressOptions

    @Flag(help: "A token that only reads. There's no other here: a device that writes gets its own by `pair`")
    var readOnly = false

    @Option(help: "The user's id, from `user list`; not needed if there is only one user")
    var user: String?

    @Option(help: "Who or what looks on, such as Coach")
    var name: String?

    @Option(help: ArgumentHelp("How long it works: 1h to 3650d; without it, until it's revoked", valueName: "time"))
    var expires: String?

    @Option(
        help: ArgumentHelp(
            "The kinds of records that it may read, separated by commas; without it, everything", valueName: "list"))
    var kinds: String?

    @Flag(help: "Print JSON")
    var json = false

    private static let nameLength = 64

    func validate() throws {
        guard readOnly else {
            throw ValidationError(
                "Say --read-only: only such tokens are made here. A device that writes gets its own by `vitals-server pair`."
            )
        }
        if let user, UUID(uuidString: user) == nil { throw ValidationError("The id must be a UUID.") }
        // The name is printed on terminals, which obey control characters.
        guard (name ?? "").unicodeScalars.count <= Self.nameLength, name?.contains(where: \.isControl) != true else {
            throw ValidationError(
                "--name takes at most \(Self.nameLength) characters, none of them a control character."
            )
        }
        guard name.map({ $0.unicodeScalars.contains(where: \.isSeen) }) != false else {
            throw ValidationError("--name takes a name that can be seen. To give none, leave it out.")
        }
        _ = try lifetimeSeconds()
        _ = try chosenKinds()
    }

    func run() async throws {
        let origins = try address.origins()
        // Its link would show nothing, and look as if it had ended.
        try store.requireStore()
        let now = Pairing.wallClock()
        let expiresAt = try lifetimeSeconds().map { seconds in
            now.advanced(byMilliseconds: seconds * 1_000)?.flooredToSecond ?? .max
        }
        let token = ReadOnlyTokenText.make()
        let new = NewReadOnlyToken(
            hash: SecretHash(token), name: name ?? "",
            limits: TokenLimits(expiresAt: expiresAt, kinds: try chosenKinds()))
        try await store.withStore { store in
            guard let tokens = store.ability((any ReadOnlyTokenStore).self), tokens.hasReadOnlyTokenTable else {
                throw Failure("The database has no table for tokens that only read; run `vitals-server migrate`.")
            }
            try await tokens.addReadOnlyToken(new, user: try await Pair.chosenUser(user, in: store), now: now)
        }
        let addresses = origins.map { "\($0)/#look=\(token)" }
        if json {
            return try printJSON(
                Line(
                    id: new.id.uuidString.lowercased(), token: token, addresses: addresses,
                    expiresAt: expiresAt?.rfc3339, kinds: new.limits.kinds))
        }
        let end = expiresAt.map { "until \($0.rfc3339)" } ?? "until it's revoked"
        print("token \(token)   read-only, \(end)")
        for address in addresses { print("open  \(address)") }
        print("end   vitals-server token revoke \(new.id.uuidString.lowercased())")
    }

    /// - Throws: `ValidationError` for a text that isn't a time, or one that is too short or too long.
    private func lifetimeSeconds() throws -> Int64? {
        guard let expires else { return nil }
        guard let parts = expires.wholeMatch(of: /([0-9]{1,6})([hd])/), let number = Int64(parts.1) else {
            throw ValidationError("--expires takes hours or days, such as 12h or 30d.")
        }
        let hours = parts.2 == "d" ? number * 24 : number
        guard (1...3650 * 24).contains(hours) else { throw ValidationError("--expires takes 1h to 3650d.") }
        return hours * 3_600
    }

    /// - Throws: `ValidationError` for a kind that isn't known, or a list without one.
    private func chosenKinds() throws -> [String]? {
        guard let kinds else { return nil }
        let names = kinds.split(separator: ",").map { $0.filter { !$0.isWhitespace }.uppercased() }
        let known = MetricKind.known.map(\.rawValue)
        if let name = names.first(where: { !known.contains($0) }) {
            let list = known.map { $0.lowercased() }.joined(separator: ", ")
            throw ValidationError("There is no kind `\(name.lowercased())`: name some of \(list).")
        }
        guard !names.isEmpty else {
            throw ValidationError("--kinds takes kinds separated by commas, such as weight,steps.")
        }
        return known.filter(names.contains)
    }

    private struct Line: Encodable {
        var id: String
        var token: String
        var addresses: [String]
        var expiresAt: String?
        var kinds: [String]?
    }
}

extension Character {
    /// True for what a terminal may obey, or what may hide the rest of a line.
    fileprivate var isControl: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
}
