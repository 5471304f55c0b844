import ArgumentParser
import Foundation
import Vitals
import VitalsServer

/// The command that prints everything that is kept about a person.
struct UserExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print everything that is kept about a user, as JSON.",
        discussion: """
            One object: `id`, `devices` as the user named them, `records` with deletions among them, and `overwritten`, the
            versions of records that were replaced unseen. Features add theirs, such as `entities`, deleted ones among them,
            `replacedIds`, the ids that stand for another, `samples` and `deletedSamples`. Tokens aren't printed, nor their hashes. Records that are
            written meanwhile may be printed in both versions or in the later one.

            EXAMPLE
              vitals-server user export 6f1c2a34-0000-4000-8000-000000000001 >person.json

            EXIT STATUS
              1 if there is no such user.
            """)

    @OptionGroup var store: StoreOptions

    @Argument(help: "The id that `user list` shows")
    var id: String

    func validate() throws {
        guard UUID(uuidString: id) != nil else { throw ValidationError("The id must be a UUID.") }
    }

    func run() async throws {
        guard let id = UUID(uuidString: id) else { return }
        try await store.withStore { store in
            guard try await store.users().contains(where: { $0.id == id }) else {
                throw Failure("There is no such user; `vitals-server user list` shows them.")
            }
            try await PersonExport(store: store, user: id, features: ServedFeature.all.map(\.feature)).write { text in
                print(text, terminator: "")
            }
        }
    }
}
