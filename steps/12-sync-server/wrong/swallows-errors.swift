// replaces: serve
// refused by: Step12ServerTests/portTaken()
// says: must end with status 1
//
// Ends without a word when the server could not serve.

        var configuration = try listening.configuration()
        configuration.refusesDevelopmentToken = !listening.allowDevToken && !Self.isLoopback(configuration.host)
        let logger = try listening.logger()
        let store = try await store.open()
        do {
            if configuration.refusesDevelopmentToken {
                try await refuseDevelopmentToken(of: store, host: configuration.host)
            }
            try await serve(store: store, configuration: configuration, logger: logger) { host, port in
                Self.announce(host: host, port: port)
            }
        } catch {
            try? await store.close()
        }
