import ArgumentParser
import Foundation
import VitalsServer

struct User: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add, list or delete users.", subcommands: [Add.self, List.self, Delete.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a user and print the token, this once.")

        @OptionGroup var store: StoreOptions

        @Option(help: "A token of your own instead of a random one: 8 to 512 printable ASCII characters, no space")
        var token: String?

        @Flag(help: "Print JSON")
        var json = false

        func validate() throws {
            guard let token else { return }
            guard (8...512).contains(token.utf8.count), token.utf8.allSatisfy({ (33...126).contains($0) }) else {
                throw ValidationError("A token is 8 to 512 printable ASCII characters without a space.")
            }
        }

        func run() async throws {
            let token = token ?? AccessToken.make()
            let id = try await store.withStore { store in
                do {
                    return try await store.addUser(token: token)
                } catch SyncStoreError.tokenTaken {
                    throw Failure("The token belongs to a user already; choose another.")
                }
            }
            if json {
                try printJSON(["id": id.uuidString.lowercased(), "token": token])
            } else {
                print("user  \(id.uuidString.lowercased())\ntoken \(token)")
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
        static let configuration = CommandConfiguration(abstract: "Delete a user with all records.")

        @OptionGroup var store: StoreOptions

        @Argument(help: "The id that `user list` shows")
        var id: String

        func validate() throws {
            guard UUID(uuidString: id) != nil else { throw ValidationError("The id must be a UUID.") }
        }

        func run() async throws {
            guard let id = UUID(uuidString: id) else { return }
            guard try await store.withStore({ try await $0.deleteUser(id) }) else {
                throw Failure("There is no such user; `vitals-server user list` shows them.")
            }
            print("deleted \(id.uuidString.lowercased())")
        }
    }
}
