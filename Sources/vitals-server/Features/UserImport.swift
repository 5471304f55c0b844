import ArgumentParser
import Foundation
import VitalsServer
import VitalsServerImport

extension ServedFeature {
    /// The command that takes a person over from another server. Devices don't learn of it.
    static var userImport: ServedFeature {
        ServedFeature(
            feature: ServerFeature(name: "user-import"), isSwitched: .ownSetting, userCommands: [UserImport.self])
    }
}

/// The command that takes what `user export` wrote.
struct UserImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add a user with everything that `user export` wrote, here or on another server.",
        discussion: """
            The user is a new one, with a new token, which is printed only this once. Records, entities and samples keep their ids and
            versions, so that phones which have them already find nothing new. Devices, premium access and subscriptions aren't taken
            over: they belong to the server that gave them. Pair each device again with a code for the new user.

            The file is read to its end before anything is stored. If storing fails, the new user is removed again.

            EXAMPLE
              vitals-server user export 6f1c2a34-0000-4000-8000-000000000001 >person.json    # on the old server
              vitals-server user import person.json                                          # on the new one
              vitals-server pair --user ID

            EXIT STATUS
              0, also if single elements were refused, which are named; 1 if the file isn't an export, or the database fails.
            """)

    @OptionGroup var store: StoreOptions

    @Argument(help: "The file")
    var file: String

    @Flag(help: "Print JSON")
    var json = false

    func run() async throws {
        let person = PersonImport(features: ServedFeature.all.map(\.feature))
        let count = try await reading { try person.check($0) }
        let token = AccessToken.make()
        let (user, report) = try await store.withStore { store in
            let user = try await store.addUser(token: token)
            do {
                return (user, try await reading { file in try await importing(file, person, into: store, user, count) })
            } catch {
                // Nothing half done stays.
                _ = try? await store.deleteUser(user)
                throw error
            }
        }
        if json {
            try printJSON(Line(id: user.uuidString.lowercased(), token: token, report: report))
        } else {
            print("user  \(user.uuidString.lowercased())\ntoken \(token)")
            report.lines.forEach { print($0) }
        }
    }

    private func importing(
        _ file: FileHandle, _ person: PersonImport, into store: any SyncStore, _ user: UUID, _ count: Int
    ) async throws -> PersonImport.Report {
        let isShown = isatty(STDERR_FILENO) == 1 && count > 20_000
        let report = try await person.run(file, into: store, user: user) { read in
            if isShown { Self.say("\r\(read * 100 / max(count, 1)) % of \(count)") }
        }
        if isShown { Self.say("\n") }
        return report
    }

    private static func say(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

    private func reading<Value>(_ body: (FileHandle) async throws -> Value) async throws -> Value {
        guard let handle = FileHandle(forReadingAtPath: file) else {
            throw Failure("\(file) can't be opened. Check the path, and that you may read it.")
        }
        defer { try? handle.close() }
        do {
            return try await body(handle)
        } catch let error as PersonImportError {
            throw Failure("\(file): \(error)")
        }
    }

    private struct Line: Encodable {
        var id: String
        var token: String
        var report: PersonImport.Report
    }
}

extension PersonImport.Report {
    /// What a person reads after an import.
    fileprivate var lines: [String] {
        var lines = stored.sorted { $0.key < $1.key }.map { "stored \($0.value) of \($0.key)" }
        lines += leftOut.sorted { $0.key < $1.key }.map { "left out \($0.key): \($0.value)" }
        if refusedCount > 0 { lines.append("refused \(refusedCount):") }
        return lines + refused.map { "  \($0)" }
    }
}
