import ArgumentParser
import Foundation
import VitalsServer

struct User: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add, list or delete users.",
        subcommands: [Add.self, List.self, Delete.self] + Features.userCommands)

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a user and print the token, only this once.",
            discussion: """
                A token from a file isn't printed: the person who wrote the file knows it.

                EXAMPLE
                  vitals-server user add
                  vitals-server user add --token-file - </run/secrets/token
                """)

        @OptionGroup var store: StoreOptions

        @Option(help: "A token of your own instead of a random one: 8 to 512 printable ASCII characters, no space")
        var token: String?

        @Option(
            help: ArgumentHelp("A file whose one line is the token, or - for standard input", valueName: "path"))
        var tokenFile: String?

        @Flag(help: "Print JSON")
        var json = false

        func validate() throws {
            guard let token else { return }
            guard tokenFile == nil else { throw ValidationError("Give --token or --token-file, not both.") }
            guard TokenFile.isToken(token) else { throw ValidationError(TokenFile.rule) }
        }

        func run() async throws {
            let showsToken = tokenFile == nil
            let token = try token ?? tokenFile.map(TokenFile.token(at:)) ?? AccessToken.make()
            let id = try await store.withStore { store in
                do {
                    return try await store.addUser(token: token)
                } catch SyncStoreError.tokenTaken {
                    throw Failure("The token already belongs to a user; choose another.")
                }
            }
            let name = id.uuidString.lowercased()
            if json {
                try printJSON(showsToken ? ["id": name, "token": token] : ["id": name])
            } else {
                print(showsToken ? "user  \(name)\ntoken \(token)" : "user  \(name)")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List users and how many records each has.")

        @OptionGroup var store: StoreOptions

        @Flag(help: "Print JSON")
        var json = false

        func run() async throws {
            let users = try await store.withStore { try await $0.users() }
            if json {
                try printJSON(users.map { UserLine(id: $0.id.uuidString.lowercased(), recordCount: $0.recordCount) })
            } else {
                print("user                                  records")
                for user in users { print("\(user.id.uuidString.lowercased())  \(user.recordCount)") }
            }
        }

        private struct UserLine: Encodable {
            var id: String
            var recordCount: Int
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a user and all their records.",
            discussion: """
                EXIT STATUS
                  1 if there is no such user. With --if-empty, a missing user is 0 and a user who has records is 1, so
                  that a script can run it again and again.
                """)

        @OptionGroup var store: StoreOptions

        @Argument(help: "The id that `user list` shows")
        var id: String

        @Flag(help: "Delete only a user who has no records")
        var ifEmpty = false

        func validate() throws {
            guard UUID(uuidString: id) != nil else { throw ValidationError("The id must be a UUID.") }
        }

        func run() async throws {
            guard let id = UUID(uuidString: id) else { return }
            let name = id.uuidString.lowercased()
            let isDeleted = try await store.withStore { store in
                do {
                    return try await store.deleteUser(id, ifEmpty: ifEmpty)
                } catch SyncStoreError.hasRecords {
                    throw Failure(
                        "The user \(name) has records, so nothing was deleted. Without --if-empty, the user and the records are deleted."
                    )
                }
            }
            guard isDeleted || ifEmpty else {
                throw Failure("There is no such user; `vitals-server user list` shows them.")
            }
            print(isDeleted ? "deleted \(name)" : "no user \(name)")
        }
    }
}
