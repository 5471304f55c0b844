import ArgumentParser
import Foundation
import Vitals
import VitalsServer
import VitalsServerReminders

/// The command about what users may do beyond the rest.
struct EntitlementCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entitlement",
        abstract: "Grant, revoke or list premium access: who may change reminders.",
        discussion: """
            It matters to a server with --require-premium. Without access, a user's phones show and ring all reminders, and take
            no change of them; what a phone had changed before waits there, and goes by itself after a grant. A running server
            sees a change with the next request.

            EXAMPLE
              vitals-server entitlement grant 6f1c2a34-0000-4000-8000-000000000001
              vitals-server entitlement grant 6f1c2a34-0000-4000-8000-000000000001 --until 2027-01-01
              vitals-server entitlement list
              vitals-server entitlement revoke 6f1c2a34-0000-4000-8000-000000000001
            """,
        subcommands: [Grant.self, Revoke.self, List.self])

    struct Grant: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a user premium access, or change its end.",
            discussion: """
                EXAMPLE
                  vitals-server entitlement grant 6f1c2a34-0000-4000-8000-000000000001 --until 2027-01-01

                EXIT STATUS
                  1 if there is no such user.
                """)

        @OptionGroup var store: StoreOptions

        @Argument(help: "The id that `user list` shows")
        var user: String

        @Option(
            help: ArgumentHelp("The day on which it ends, at 00:00 in UTC; without it, it has no end", valueName: "day")
        )
        var until: String?

        @Flag(help: "Print JSON")
        var json = false

        func validate() throws {
            guard UUID(uuidString: user) != nil else { throw ValidationError("The id must be a UUID.") }
            _ = try end()
        }

        func run() async throws {
            guard let user = UUID(uuidString: user) else { return }
            let (now, end) = (Pairing.wallClock(), try self.end())
            guard end.map({ $0 > now }) ?? true else {
                throw Failure("That day has begun. `vitals-server entitlement revoke` takes premium access away.")
            }
            try store.requireStore()
            let given = Entitlement(user: user, name: Entitlement.premiumAccess, grantedAt: now, until: end)
            try await store.withStore { store in
                do {
                    try await EntitlementCommand.table(of: store).grant(given)
                } catch SyncStoreError.unknownUser {
                    throw Failure("There is no such user; `vitals-server user list` shows them.")
                }
            }
            if json { return try printJSON(Line(given)) }
            let words = given.until.map { "until \($0.day)" } ?? "without an end"
            print("granted premium access to \(user.uuidString.lowercased()), \(words)")
        }

        /// - Throws: `ValidationError` for a text that isn't a day.
        private func end() throws -> Timestamp? {
            guard let until else { return nil }
            guard until.utf8.count == 10, let moment = Timestamp(rfc3339: "\(until)T00:00:00Z") else {
                throw ValidationError("--until takes a day, such as 2027-01-01.")
            }
            return moment
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take premium access from a user; nothing of theirs is deleted.",
            discussion: """
                EXAMPLE
                  vitals-server entitlement revoke 6f1c2a34-0000-4000-8000-000000000001

                EXIT STATUS
                  1 if the user had none.
                """)

        @OptionGroup var store: StoreOptions

        @Argument(help: "The id that `user list` shows")
        var user: String

        @Flag(help: "Print JSON")
        var json = false

        func validate() throws {
            guard UUID(uuidString: user) != nil else { throw ValidationError("The id must be a UUID.") }
        }

        func run() async throws {
            guard let user = UUID(uuidString: user) else { return }
            let name = user.uuidString.lowercased()
            try store.requireStore()
            let isRevoked = try await store.withStore { store in
                try await EntitlementCommand.table(of: store).revoke(Entitlement.premiumAccess, from: user)
            }
            guard isRevoked else {
                throw Failure("The user \(name) has no premium access; `vitals-server entitlement list` shows who has.")
            }
            if json { return try printJSON(["user": name, "revoked": Entitlement.premiumAccess]) }
            print("revoked premium access of \(name)")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List who was given premium access, also where it has ended.",
            discussion: """
                EXAMPLE
                  vitals-server entitlement list --json
                """)

        @OptionGroup var store: StoreOptions

        @Flag(help: "Print JSON")
        var json = false

        func run() async throws {
            try store.requireStore()
            let given = try await store.withStore { store in
                try await EntitlementCommand.table(of: store).entitlements(of: nil)
            }
            if json { return try printJSON(given.map(Line.init)) }
            print("user                                  granted     until       name")
            for one in given.map(Line.init) {
                let end = one.until.map { $0.prefix(10) } ?? "no end    "
                print("\(one.user)  \(one.grantedAt.prefix(10))  \(end)  \(one.name)")
            }
        }
    }

    /// - Throws: `Failure` for a database without the table.
    private static func table(of store: any SyncStore) throws -> any EntitlementStore {
        guard let table = store.ability((any EntitlementStore).self), table.hasEntitlementTable else {
            throw Failure("The database has no table for entitlements; run `vitals-server migrate`.")
        }
        return table
    }

    private struct Line: Encodable {
        var user: String
        var name: String
        var grantedAt: String
        var until: String?

        init(_ given: Entitlement) {
            user = given.user.uuidString.lowercased()
            name = given.name
            grantedAt = given.grantedAt.rfc3339
            until = given.until?.rfc3339
        }
    }
}
