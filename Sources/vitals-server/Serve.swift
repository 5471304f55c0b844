import ArgumentParser
import Foundation
import Logging
import VitalsServer

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve until SIGTERM or SIGINT (the default).")

    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var options: ServeOptions
    // Not inside the other options: each level of groups multiplies the time that the library's checks take in a debug
    // build by five. With one level more the server took over a second to start.
    @OptionGroup var features: Features

    private var listening: Listening { Listening(store: storeOptions, options: options, features: features) }
    private var store: ServedStore { ServedStore(options: storeOptions, features: features) }

    func run() async throws {
        // @write 12 serve
        var configuration = try listening.configuration()
        configuration.refusesDevelopmentToken = !listening.allowDevToken && !Self.isLoopback(configuration.host)
        let logger = try listening.logger()
        try await store.withStore(while: "Can't serve on \(configuration.host):\(configuration.port)") { store in
            if configuration.refusesDevelopmentToken {
                try await refuseDevelopmentToken(of: store, host: configuration.host)
            }
            let scheme = configuration.components.scheme
            try await serve(store: store, configuration: configuration, logger: logger) { host, port in
                Self.announce(host: host, port: port, scheme: scheme)
            }
        }
        // @starter
        //| throw Failure(notWritten(12, "open the store, serve it, and print the address"), while: "Can't serve")
        // @end
    }

    /// Serves, and after the address prints what the features have to say to the person who started the server.
    private func serve(
        store: any SyncStore, configuration: HTTPConfiguration, logger: Logger,
        onListening: @escaping @Sendable (_ host: String, _ port: Int) async -> Void
    ) async throws {
        let greet = features.greeting(of: store, configuration)
        try await VitalsServer.serve(store: store, configuration: configuration, logger: logger) { host, port in
            await onListening(host, port)
            await greet(host, port)
        }
    }

    /// Prints the one line on standard output and flushes it, because the program that started the server waits for it.
    private static func announce(host: String, port: Int, scheme: String = "http") {
        let shown = host.contains(":") ? "[\(host)]" : host
        print("vitals-server listening on \(scheme)://\(shown):\(port)")
        fflush(nil)
    }

    private func refuseDevelopmentToken(of store: any SyncStore, host: String) async throws {
        guard let user = try await store.user(token: DevelopmentUser.token) else { return }
        throw Failure(
            "The token \(DevelopmentUser.token) is public, so the server won't listen on \(host) with it. Run "
                + "`vitals-server user delete \(user.uuidString.lowercased())`, or pass --allow-dev-token.")
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
    }
}
