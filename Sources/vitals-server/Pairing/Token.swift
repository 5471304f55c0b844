import ArgumentParser
import Foundation
import Vitals
import VitalsServer

struct Token: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List or revoke the tokens of paired devices.", subcommands: [List.self, Revoke.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List paired devices: when each was paired, and the day of its last request, in UTC.")

        @OptionGroup var store: StoreOptions

        @Option(help: "Show only those of the user with this id")
        var user: String?

        @Flag(help: "Print JSON")
        var json = false

        func validate() throws {
            if let user, UUID(uuidString: user) == nil { throw ValidationError("The id must be a UUID.") }
        }

        func run() async throws {
            let user = user.flatMap(UUID.init(uuidString:))
            try store.requireStore()
            let tokens = try await store.withStore { try await Pair.tables(of: $0).deviceTokens(user: user) }
            if json {
                try printJSON(tokens.map(Line.init))
            } else {
                print(
                    "token                                 user                                  paired      last used   name"
                )
                for line in tokens.map(Line.init) {
                    print(
                        "\(line.id)  \(line.user)  \(line.createdOn)  \(line.lastUsedOn ?? "never     ")  \(line.name)"
                            + (line.limitsText.map { "  (\($0))" } ?? ""))
                }
            }
        }

        private struct Line: Encodable {
            var id: String
            var user: String
            var name: String
            var createdOn: String
            var lastUsedOn: String?
            /// True for a token that only reads, and then what limits it.
            var readOnly: Bool?
            var expiresAt: String?
            var kinds: [String]?

            /// The same for a person.
            var limitsText: String? {
                guard readOnly == true else { return nil }
                return "read-only" + (expiresAt.map { " until \($0)" } ?? "")
                    + (kinds.map { ": " + $0.joined(separator: ", ") } ?? "")
            }

            init(_ token: DeviceToken) {
                id = token.id.uuidString.lowercased()
                user = token.user.uuidString.lowercased()
                (name, createdOn, lastUsedOn) = (token.name, token.createdOn, token.lastUsedOn)
                guard let limits = token.limits else { return }
                (readOnly, expiresAt, kinds) = (true, limits.expiresAt?.rfc3339, limits.kinds)
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a device's token; its next request is refused.")

        @OptionGroup var store: StoreOptions

        @Argument(help: "The id of the token that `token list` shows")
        var id: String

        func validate() throws {
            guard UUID(uuidString: id) != nil else { throw ValidationError("The id must be a UUID.") }
        }

        func run() async throws {
            guard let id = UUID(uuidString: id) else { return }
            try store.requireStore()
            guard try await store.withStore({ try await Pair.tables(of: $0).revokeDeviceToken(id) }) else {
                throw Failure("There is no such token; `vitals-server token list` shows them.")
            }
            print("revoked \(id.uuidString.lowercased())")
        }
    }
}
