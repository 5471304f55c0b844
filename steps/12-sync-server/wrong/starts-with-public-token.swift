// replaces: serve
// refused by: Step12ServerTests/developmentToken()
// says: must refuse to start
//
// Never asks whether the public token works here.

        var configuration = try listening.configuration()
        configuration.refusesDevelopmentToken = !listening.allowDevToken && !Self.isLoopback(configuration.host)
        let logger = try listening.logger()
        let store = try await store.open()
        do {
            try await serve(store: store, configuration: configuration, logger: logger) { host, port in
                Self.announce(host: host, port: port)
            }
        } catch {
            try? await store.close()
            throw Failure(error, while: "Cannot serve on \(configuration.host):\(configuration.port)")
        }
