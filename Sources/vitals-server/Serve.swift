import ArgumentParser
import Foundation
import Logging
import VitalsServer

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve until SIGTERM or SIGINT (the default).")

    @OptionGroup var store: StoreOptions
    @OptionGroup var listening: ServeOptions

    func run() async throws {
        var configuration = try listening.configuration()
        configuration.refusesDevelopmentToken = !listening.allowDevToken && !Self.isLoopback(configuration.host)
        let logger = try listening.logger()
        let store = try await store.open()
        do {
            if configuration.refusesDevelopmentToken {
                try await refuseDevelopmentToken(of: store, host: configuration.host)
            }
            try await serve(store: store, configuration: configuration, logger: logger) { host, port in
                let shown = host.contains(":") ? "[\(host)]" : host
                print("vitals-server listening on http://\(shown):\(port)")
                try? FileHandle.standardOutput.synchronize()
                fflush(nil)
            }
        } catch {
            try? await store.close()
            throw Failure(error, while: "Cannot serve on \(configuration.host):\(configuration.port)")
        }
    }

    private func refuseDevelopmentToken(of store: any SyncStore, host: String) async throws {
        guard let user = try await store.user(token: DevelopmentUser.token) else { return }
        throw Failure(
            "The token \(DevelopmentUser.token) is public, so it must not be reachable on \(host): run "
                + "`vitals-server user delete \(user.uuidString.lowercased())`, or pass --allow-dev-token.")
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
    }
}
